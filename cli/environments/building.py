"""`./assay benchmark build`: every environment of a pack, several at once, each going on where an earlier build stopped."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from adapters.benchmarks import load_pack
from adapters.benchmarks.environments import (
    EnvironmentSpec,
    environment_of,
    parse_environments,
    withheld_files,
)
from adapters.benchmarks.locking import SETTING, environment_files
from adapters.benchmarks.pack import read_manifest
from adapters.settings import Settings
from cli.environments.image import Wanted
from cli.environments.making import Made, Making
from cli.environments.running import Rooms
from cli.environments.tools import TOOLS
from cli.environments.writing import LockFile
from cli.host import locks, passthrough
from scoring.benchmark import Benchmark, Sample, Task
from scoring.counting import counted
from scoring.errors import PackFault, UsageFault
from scoring.tasks import REPOSITORY_KINDS

# A build mostly waits for a registry or for one compiler; its tests are run in slots of their own.
AT_ONCE = 2
Say = Callable[[str], None]


@dataclass(frozen=True)
class Options:
    """`runs`: how often baseline, reference answers and stubs run. `only`: these environments. `update`: take an environment
    that comes out with other packages than its lock says."""

    runs: int = 5
    only: frozenset[str] = frozenset()
    update: bool = False


@dataclass(frozen=True)
class Group:
    """An environments file with the tasks that share it."""

    path: Path
    specs: Mapping[str, EnvironmentSpec]
    tasks: Sequence[Task]
    used: Mapping[str, list[tuple[Task, list[Sample]]]] = field(default_factory=dict)


def groups_of(folder: Path, pack: Benchmark) -> list[Group]:
    """What there is to build. `pack` is read without its lock. Raises PackFault when the pack has no environments, or
    `test` of one is not what its tool takes."""
    groups = []
    for file, tasks in environment_files(read_manifest(folder), pack.tasks).items():
        groups.append(Group(folder / file, parse_environments(tasks[0].settings[SETTING]), tasks, _used(tasks)))
    if not groups:
        waiting = [name for name, task in pack.tasks.items() if task.kind in REPOSITORY_KINDS]
        mend = f"{', '.join(waiting)} stay UNSCORED until the pack names environments for them, see docs/environments.md"
        raise PackFault(f"the pack {pack.name} has no environments", mend=mend if waiting else "there is nothing to build")
    if faults := [fault for group in groups for fault in _test_faults(group)]:
        listed = "".join(f"\n  {fault}" for fault in faults)
        raise PackFault(f"the pack {pack.name} has {counted(len(faults), 'fault')}:{listed}", mend="see docs/pack-format.md")
    return groups


def _test_faults(group: Group) -> Iterator[str]:
    """Before anything is built, which takes minutes."""
    for name in sorted(group.used):
        spec = group.specs[name]
        try:
            TOOLS[spec.tool].test_options(spec.test)
        except ValueError as error:
            yield f"{group.path.name}: {name}: test: {error}"


def _used(tasks: Sequence[Task]) -> dict[str, list[tuple[Task, list[Sample]]]]:
    found: dict[str, list[tuple[Task, list[Sample]]]] = {}
    for task in tasks:
        for name in sorted({str(environment_of(sample)) for sample in task.samples}):
            found.setdefault(name, []).append((task, [one for one in task.samples if environment_of(one) == name]))
    return found


def runtimes_to_build(groups: Sequence[Group]) -> list[str]:
    """The rooms whose images a build needs. Raises PackFault for a tool that has none."""
    tools = {group.specs[name].tool for group in groups for name in group.used}
    if missing := sorted(tools - TOOLS.keys()):
        raise PackFault(f"environments with the tool {missing[0]} cannot be built yet", mend="leave them out of the pack")
    return sorted({TOOLS[tool].runtime for tool in tools})


def build_pack(folder: Path, settings: Settings, options: Options, say: Say) -> list[Made]:
    """Builds and proves what is missing; what came of each environment, in the order of their names.

    The rooms' images must be there. Raises PackFault, OurFault; an environment that cannot be made is a result.
    """
    groups = groups_of(folder, load_pack(folder, locked=False))
    names = [name for group in groups for name in group.used]
    if unknown := sorted(options.only - set(names)):
        raise UsageFault(f"no sample lives in an environment {unknown[0]!r}", mend=f"known are {', '.join(sorted(names))}")
    marker = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:24]
    cache = passthrough.cache_dir(passthrough.environment())
    with locks.exclusive(cache / "locks" / f"pack-{marker}"), Rooms(settings, runtimes_to_build(groups), say) as rooms:
        makings = list(_makings(groups, folder, rooms, options, say))
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(Making.run, makings))


def _makings(groups: Sequence[Group], folder: Path, rooms: Rooms, options: Options, say: Say) -> Iterator[Making]:
    wanted = [(group, name) for group in groups for name in sorted(group.used) if not options.only or name in options.only]
    files = {group.path: LockFile(group.path) for group in groups}
    for group in groups:
        files[group.path].keep_only(set(group.specs), {task.name: {one.id for one in task.samples} for task in group.tasks})
    for number, (group, name) in enumerate(wanted, 1):
        withheld = withheld_files(one for task in group.tasks for one in task.samples).get(name, ())
        what = Wanted(name, group.specs[name], withheld, folder)
        yield Making(what, group.used[name], files[group.path], rooms, options.runs, options.update,
                     _saying(say, f"[{number}/{len(wanted)}] {name}"))


def _saying(say: Say, prefix: str) -> Say:
    return lambda line: say(f"{prefix}: {line}")
