"""Which provider runs which runtime: text and judge have rooms of their own, programs need the container engine."""

from collections.abc import Callable, Collection

from adapters.settings import Settings
from scoring.benchmark import Limits
from workers.judgeroom.rooms import JudgeRooms
from workers.sandbox.contract import Sandbox, SandboxProvider
from workers.sandbox.docker import DockerSandboxes
from workers.textroom.rooms import TextRooms

# Runtimes that need no container engine, and what makes their provider.
SPECIAL: dict[str, Callable[[Settings], SandboxProvider]] = {"text": lambda settings: TextRooms(), "judge": JudgeRooms}


class Providers:
    """One provider for several runtimes. The container engine is asked for only where one of them needs it."""

    def __init__(self, by_runtime: dict[str, SandboxProvider]):
        self._by_runtime = by_runtime

    def open(self, runtime: str, slot: int, labels: dict[str, str], limits: Limits) -> Sandbox:
        return self._by_runtime[runtime].open(runtime, slot, labels, limits)

    def image_key(self, runtime: str) -> str:
        return self._by_runtime[runtime].image_key(runtime)

    def check(self, runtime: str) -> None:
        self._by_runtime[runtime].check(runtime)

    def reap(self, alive_leases: set[str]) -> int:
        return sum(provider.reap(alive_leases) for provider in self._distinct())

    def vacate(self, slot: int) -> None:
        for provider in self._distinct():
            provider.vacate(slot)

    def tidy(self) -> int:
        return sum(provider.tidy() for provider in self._distinct())

    def _distinct(self) -> list[SandboxProvider]:
        return list({id(provider): provider for provider in self._by_runtime.values()}.values())


def provider_for(settings: Settings, runtimes: Collection[str]) -> SandboxProvider:
    """A provider of these runtimes and no others."""
    programs = needing_containers(runtimes)
    docker = DockerSandboxes(settings) if programs else None
    return Providers({runtime: docker if runtime in programs else SPECIAL[runtime](settings) for runtime in runtimes})


def needing_containers(runtimes: Collection[str]) -> list[str]:
    return [runtime for runtime in runtimes if runtime not in SPECIAL]
