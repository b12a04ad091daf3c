"""Sandboxes as Docker containers: one hardened container per batch (`pooled`), or per case (fresh.py), with an agent in
it as PID 1 (sandboxes/README.md).
"""

import contextlib
import hashlib
import os
import threading
import time
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import docker
import docker.errors
import requests
import structlog
from docker.models.containers import Container
from docker.models.images import Image
from docker.types import LogConfig

from adapters import images
from adapters.settings import Settings
from scoring.benchmark import Limits
from scoring.case import Case
from scoring.errors import HostLacks, SandboxFailed
from scoring.outcome import Outcome
from scoring.tasks import judging
from workers.sandbox import environments, selftest
from workers.sandbox.container import NOTHING, Standing, container_options, memory_group, repository_options, standing_in
from workers.sandbox.contract import Need
from workers.sandbox.engine_needs import engine_needs
from workers.sandbox.frames import AgentStream, StreamBroken
from workers.sandbox.fresh import FreshSandbox
from workers.sandbox.groups import remove_group
from workers.sandbox.host_walls import host_walls, landlock_level
from workers.sandbox.lasting import LastingSandbox
from workers.sandbox.line import Line, volume
from workers.sandbox.slots import Slots

log = structlog.get_logger()
HOME_LABEL = "assay.home"  # the installation that a sandbox belongs to: those on one database share its leases
LEASE_LABEL = "assay.lease"
REPOSITORY_RUNTIMES = "repo-"  # their names begin so: every case runs in a container of its environment
REQUEST_FIELDS = ("runner", "program", "payload", "limits")
ATTACH = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}
ENGINE_TIMEOUT_SECONDS = 60
START_SECONDS = 60
# Beyond the wall limit of a case: killing, wiping and the way through the engine, on a machine that is overloaded.
GRACE_SECONDS = 30
SELFTEST_WAIT_SECONDS = 120
# A container is created before anybody else can know its lease, so `reap` spares the very young.
REAP_AGE_SECONDS = 60.0
TIDY_AGE_SECONDS = 24 * 3600.0
_ENGINE_FAULTS = (docker.errors.DockerException, requests.exceptions.RequestException, OSError)


class DockerSandboxes:
    """The SandboxProvider of this host's Docker engine. Connects on first use."""

    def __init__(self, settings: Settings, reap_age_seconds: float = REAP_AGE_SECONDS):
        self._slots = Slots(settings.slot_dir, settings.slots)
        self._slot_folder = settings.slot_dir
        self.home_id = hashlib.sha256(settings.resolved_database_url().encode()).hexdigest()[:16]
        self._reap_age_seconds = reap_age_seconds
        self._kind, self._engine_runtime = settings.sandbox, settings.engine_runtime
        self._address = settings.engine_address
        self._memory_groups = settings.memory_groups
        self._cgroup_version: str | None = None
        self._client: docker.DockerClient | None = None
        self._images: dict[str, tuple[str, str]] = {}

    def open(self, runtime: str, slot: int, labels: dict[str, str], limits: Limits) -> "DockerSandbox | FreshSandbox":
        if runtime.startswith(REPOSITORY_RUNTIMES):
            kind = FreshSandbox if self._kind == "fresh" else LastingSandbox
            return kind(lambda case: self._open_repository(runtime, slot, labels, case))
        options = self._options(self.image(runtime)[0], slot, labels, limits, standing_in(runtime), self._group(slot))
        line = self.line_folder(slot)
        if self._kind == "fresh":
            return FreshSandbox(lambda case: DockerSandbox(self.engine(), options, limits, line))
        return DockerSandbox(self.engine(), options, limits, line)

    def _open_repository(self, runtime: str, slot: int, labels: dict[str, str], case: Case) -> "DockerSandbox":
        """A container of the case's environment, of whose tree the container's own layer is the copy. No group is lent:
        it could not be told from the memory of the files that the container writes."""
        image, base_key = self.image(runtime)
        if case.environment is not None:
            image = environments.reference(self.engine(), case.environment, base_key)
        options = repository_options(self._options(image, slot, labels, case.limits), case.limits)
        return DockerSandbox(self.engine(), options, case.limits)

    def _options(self, image: str, slot: int, labels: dict[str, str], limits: Limits, standing: Standing = NOTHING,
                 group: str | None = None) -> dict[str, Any]:
        return container_options(image, slot, {**labels, HOME_LABEL: self.home_id}, limits, standing=standing,
                                 group=group, engine_runtime=self._engine_runtime or None)

    def line_folder(self, slot: int) -> Path | None:
        """Where a worker listens for the agent of this slot's sandbox; None for runtimes that let nobody out, and where the
        engine could not be told the folder's name. Each user has folders of its own, for nobody else can use them."""
        folder = self._slot_folder.resolve() / f"line{slot}-{os.geteuid()}"
        nameable = str(folder).isprintable() and ":" not in str(folder)
        return folder if nameable and not self._engine_runtime else None

    def _group(self, slot: int) -> str | None:
        """The cgroup to lend to this slot's sandbox; None if the settings say so, and for runtimes that cannot bind it."""
        if not self._memory_groups or self._engine_runtime:
            return None
        if self._cgroup_version is None:
            try:
                self._cgroup_version = self.engine().info().get("CgroupVersion", "1")
            except _ENGINE_FAULTS as error:
                raise _no_engine(error) from error
        return memory_group(self._cgroup_version, slot)

    def image_key(self, runtime: str) -> str:
        return self.image(runtime)[1]

    def check(self, runtime: str) -> None:
        slot = self._slots.acquire_selftest(SELFTEST_WAIT_SECONDS)
        if slot is None:
            raise SandboxFailed(f"another self-test on this host has not ended within {SELFTEST_WAIT_SECONDS} s")
        self._refuse_weak_engine()
        cases = selftest.load(selftest.folder_of(runtime), runtime)
        with slot, self.open(runtime, slot.number, {}, selftest.largest_limits(cases)) as sandbox:
            faults = selftest.faults(cases, sandbox)
            sandbox.close()
            self.vacate(slot.number)
        if faults:
            raise SandboxFailed(f"the {runtime} sandbox fails its self-test: " + "; ".join(faults))

    def reap(self, alive_leases: set[str]) -> int:
        removed = 0
        try:
            labels = [f"{HOME_LABEL}={self.home_id}", LEASE_LABEL]
            for container in self.engine().containers.list(all=True, filters={"label": labels}, ignore_removed=True):
                if container.labels[LEASE_LABEL] not in alive_leases and _age(container) > self._reap_age_seconds:
                    _remove(container)
                    removed += 1
        except _ENGINE_FAULTS as error:
            raise _no_engine(error) from error
        return removed

    def vacate(self, slot: int) -> None:
        if group := self._group(slot):
            remove_group(group)

    def tidy(self) -> int:
        """Only rooms, and none that was made today: another checkout on this host may be at work with it."""
        rooms = [name for name in images.IMAGES if name.startswith("sandbox-")]
        return len(self.prune_images(rooms, min_age_seconds=TIDY_AGE_SECONDS))

    def prune_images(self, names: Collection[str], min_age_seconds: float = 0.0) -> list[str]:
        """Removes images of these names whose recipe is no longer this checkout's; returns their references.

        One that a container uses stays. Raises HostLacks.
        """
        removed = []
        try:
            for image in self.engine().images.list(filters={"label": images.CONTENT_KEY_LABEL}):
                for reference in image.tags:
                    named = reference.removeprefix("assay/").partition(":")[0] in names
                    if named and images.is_outdated(reference) and _age(image) >= min_age_seconds:
                        removed += [reference] if _remove_image(self.engine(), reference) else []
        except _ENGINE_FAULTS as error:
            raise _no_engine(error) from error
        return removed

    def needs(self) -> list[Need]:
        """What containers need of this host; `check` refuses it if one is not ok, and `./assay doctor` prints them."""
        try:
            return engine_needs(self.engine().info())
        except HostLacks as error:
            return [Need("Docker engine for sandboxes", False, str(error), "./assay images build starts it")]
        except _ENGINE_FAULTS as error:
            return [Need("Docker engine for sandboxes", False, str(error), "./assay images build starts it")]

    def walls(self) -> list[Need]:
        """Which walls this host has, for `./assay doctor`; none where no engine answers, which `needs` says."""
        try:
            return host_walls(self.engine().info(), self._engine_runtime, landlock_level())
        except (HostLacks, *_ENGINE_FAULTS):
            return []

    def _refuse_weak_engine(self) -> None:
        """Such an engine takes the options of a container and ignores those that the kernel does not offer."""
        missing = [need for need in self.needs() if not need.ok]
        if missing:
            said = "; ".join(f"{need.what}: {need.seen}" for need in missing)
            raise HostLacks(f"this host lacks what sandboxes need: {said}", mend=missing[0].mend)

    def engine(self) -> docker.DockerClient:
        """The engine's client, connected once. Raises HostLacks."""
        if self._client is None:
            try:
                self._client = _connect(self._address)
            except _ENGINE_FAULTS as error:
                raise _no_engine(error) from error
        return self._client

    def image(self, runtime: str) -> tuple[str, str]:
        """Reference and content key, asked for once: a process scores with one image as long as it lives."""
        if runtime not in self._images:
            reference = images.tag(images.sandbox_image(runtime))
            try:
                labels = self.engine().images.get(reference).labels
            except docker.errors.ImageNotFound as error:
                raise HostLacks(f"the image {reference} is not on this host", mend="./assay images build") from error
            except _ENGINE_FAULTS as error:
                raise _no_engine(error) from error
            if images.CONTENT_KEY_LABEL not in labels:
                raise HostLacks(f"the image {reference} was not made by assay", mend=f"docker rmi {reference}")
            self._images[runtime] = reference, labels[images.CONTENT_KEY_LABEL]
        return self._images[runtime]


class DockerSandbox:
    """One container at a time; it is replaced when a program leaves something behind that cannot be cleaned up."""

    def __init__(self, engine: docker.DockerClient, options: dict[str, Any], limits: Limits, line: Path | None = None,
                 grace_seconds: float = GRACE_SECONDS):
        """`line`: the folder to listen in for the agent (line.py); None if it shall speak through the engine."""
        self._engine, self._line = engine, line
        self._options = {**options, "log_config": LogConfig(type=options["log_config"]["Type"])}
        self._limits = limits
        self._grace_seconds = grace_seconds
        self._lock = threading.Lock()  # guards the three below against `close` from another thread
        self._closed = False
        self._container: Container | None = None
        self._stream: AgentStream | None = None
        self._numbers = 0
        self._start()

    def run(self, case: Case) -> Outcome:
        self._refuse_larger(case.limits)
        stream = self._stream or self._start()
        try:
            answer = self._ask(stream, case)
        except StreamBroken as error:
            self._drop()
            raise SandboxFailed(f"the sandbox broke: {error}{_said(stream)}") from error
        if not answer["clean"]:
            self._drop()
        if "fault" in answer:
            raise SandboxFailed(answer["fault"])
        return Outcome.from_json(answer["outcome"])

    @property
    def container_id(self) -> str | None:
        """The engine's id of the present container; None between a replaced one and the next run."""
        container = self._container
        return container.id if container is not None else None

    def close(self) -> None:
        with self._lock:
            self._closed = True
        self._drop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        self.close()

    def _refuse_larger(self, limits: Limits) -> None:
        for name in ("memory_mib", "processes", "tmp_mib"):
            if getattr(limits, name) > getattr(self._limits, name):
                raise SandboxFailed(f"the case asks for more {name} than its sandbox was opened with")

    def _ask(self, stream: AgentStream, case: Case) -> dict[str, Any]:
        self._numbers += 1
        deadline = time.monotonic() + _tries(case) * case.limits.wall_seconds + self._grace_seconds
        request = case.as_json()
        stream.send({"id": self._numbers, **{k: request[k] for k in REQUEST_FIELDS}}, deadline)
        answer = stream.receive(deadline)
        if answer.get("id") != self._numbers:
            raise StreamBroken("the agent answered another request")
        return answer

    def _start(self) -> AgentStream:
        try:
            stream = self._stream = self._begin(self._listen())
        except _ENGINE_FAULTS as error:
            self._drop()
            if self._line is None or str(self._line) not in str(error):
                raise SandboxFailed(f"the engine could not start a sandbox: {error}") from error
            self._log_no_line(error)  # it cannot bind the folder: a path that its host does not have and cannot make
            self._line = None
            return self._start()
        try:
            stream.receive(time.monotonic() + START_SECONDS)
        except StreamBroken as error:
            self._drop()
            raise SandboxFailed(f"the agent did not start: {error}{_said(stream)}") from error
        return stream

    def _begin(self, line: Line | None) -> AgentStream:
        """Attached before it is started, so that nothing it says is missed and it never runs without its worker."""
        with contextlib.ExitStack() as undone:
            options = self._options
            if line is not None:
                undone.callback(line.close)
                options = {**options, "command": [*options["command"], line.place],
                           "volumes": [*options["volumes"], volume(self._line)]}
            container = self._engine.containers.create(**options)
            self._keep(container)
            raw = self._engine.api.attach_socket(container.id, ATTACH)
            container.start()
            undone.pop_all()
        return AgentStream(raw, line)

    def _listen(self) -> Line | None:
        """None where nobody can: the engine's own connection is as good, and slower."""
        try:
            return None if self._line is None else Line(self._line)
        except OSError as error:
            self._log_no_line(error)
            return None

    def _log_no_line(self, error: Exception) -> None:
        log.info("sandbox.no_line", folder=str(self._line), error=str(error))

    def _keep(self, container: Container) -> None:
        with self._lock:
            self._container = container
            closed = self._closed
        if closed:
            self._drop()
            raise SandboxFailed("the sandbox was closed")

    def _drop(self) -> None:
        with self._lock:
            container, self._container = self._container, None
            stream, self._stream = self._stream, None
        if stream is not None:
            stream.shut()
        if container is not None:
            _remove(container)


def _tries(case: Case) -> int:
    """How often the room may run it: tests that turn out to need the answer's process are run again there, with all of the
    limits. Nobody knows it beforehand, so an agent that stays silent over a divided case is given up that much later.
    """
    return 2 if case.runner in judging.DIVIDED_RUNNERS and case.payload.get("judge") != judging.INSIDE else 1


def _connect(address: str) -> docker.DockerClient:
    """`address`: "" for what the engine's own variables say (DOCKER_HOST and its certificates)."""
    if address:
        return docker.DockerClient(base_url=address, version="auto", timeout=ENGINE_TIMEOUT_SECONDS)
    return docker.from_env(version="auto", timeout=ENGINE_TIMEOUT_SECONDS)


def _remove(container: Container) -> None:
    try:
        container.remove(force=True)
    except docker.errors.NotFound:
        return  # it ended by itself and the engine has removed it
    except docker.errors.APIError as error:
        if error.status_code != 409:  # 409: the engine is removing it already
            raise SandboxFailed(f"the engine could not remove a sandbox: {error}") from error
    except _ENGINE_FAULTS as error:
        raise SandboxFailed(f"the engine could not remove a sandbox: {error}") from error


def _remove_image(engine: docker.DockerClient, reference: str) -> bool:
    """Whether it is gone; one that a container uses stays."""
    try:
        engine.images.remove(reference)
    except docker.errors.ImageNotFound:
        return False  # somebody else was quicker
    except docker.errors.APIError as error:
        if error.status_code != 409:
            raise
        return False
    return True


def _said(stream: AgentStream) -> str:
    return f"; the agent said: {stream.stderr.strip()}" if stream.stderr else ""


def _age(made: Container | Image) -> float:
    """Seconds since the engine created it; its clock is this host's."""
    created = datetime.fromisoformat(made.attrs["Created"][:19]).replace(tzinfo=UTC)
    return (datetime.now(UTC) - created).total_seconds()


def _no_engine(error: Exception) -> HostLacks:
    return HostLacks(f"the Docker engine does not answer: {error}", mend="./assay doctor")
