"""`./assay bench repo`: what an answer to a repository task costs, per language, in each of the ways to judge it, in one run.

The repositories are those of the packs `benchmarks/repo-*`, built first where they are not. Passing answers are the reference
answers, failing ones come from the packs' `answers.jsonl`. Every way judges the same answers, one after another; CPU time is
that of containers, of the engine and of this process with its children, as in `./assay bench sandbox`.
"""

import contextlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from adapters.benchmarks import load_pack
from adapters.benchmarks.environments import parse_environments
from adapters.settings import Settings, settings
from cli.bench.meter import Meter
from cli.bench.published import install_published
from cli.commands.environments import ready_rooms
from cli.environments.building import Options, build_pack, groups_of, runtimes_to_build
from cli.environments.tools import TOOLS
from cli.machine import ready_folders, say
from scoring.benchmark import Benchmark, Sample, Task
from scoring.case import Case
from scoring.errors import HostLacks, OurFault
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.repository.environment import Environment, environment_of, file_of
from scoring.tasks import KINDS
from scoring.verdict import PASSED
from workers.sandbox import repositorytest
from workers.sandbox.docker import DockerSandboxes
from workers.sandbox.peers import MeteredSandboxes
from workers.sandbox.repository_peers import published, whole_command
from workers.sandbox.slots import Slots

PACKS = ("repo-python", "repo-java", "repo-go", "repo-cpp")
SAMPLES = 12  # of each pack, evenly over its samples; every one gives a passing and a failing answer
SLOT_WAIT_SECONDS = 300
PROFILE = "strict"


@dataclass(frozen=True)
class Answer:
    """One answer and whether it is right."""

    task: Task
    sample: Sample
    environment: Environment
    text: str
    passes: bool

    @property
    def case(self) -> Case:
        """What scoring runs. Raises OurFault where nothing has to run."""
        planned = KINDS[self.task.kind].plan(
            self.task, self.sample, Generation(self.task.name, self.sample.id, 0, self.text), PROFILE)
        if not isinstance(planned, Case):
            raise OurFault(f"{self.sample.id} is not planned but {planned.name}: {planned.reason}")
        return planned

    @property
    def command(self) -> str:
        """Shell text that runs all tests in a copy of the tree."""
        spec = parse_environments(self.task.settings["environments"])[self.environment.name]
        build = spec.build or TOOLS[spec.tool].default_build(spec)
        return whole_command(self.environment.tool, self.environment.test, build)


Judge = Callable[[Iterable[Answer]], Iterable[bool]]


@dataclass(frozen=True)
class Row:
    """One way over the passing or the failing answers of a language: seconds of wall and of CPU time per answer, how many
    answers, and how many of them this way judged wrongly."""

    language: str
    answers: str
    way: str
    seconds: float
    cpu_seconds: float
    n: int
    wrong: int


def run() -> dict[str, Any]:
    """`{"rows": [Row, ...], "ratios": {LANGUAGE: {ANSWERS: {WAY: CPU seconds of that way for one of ours}}}}`."""
    config = settings()
    ready_folders(config)
    rows: list[Row] = []
    with _slot(config) as slot:
        for name in PACKS:
            if (config.benchmarks / name / "benchmark.yaml").is_file():
                rows += _language(config, name, slot)
    if not rows:
        raise HostLacks(f"{config.benchmarks} holds none of {', '.join(PACKS)}", mend="run it in a whole checkout")
    return {"rows": [asdict(row) for row in rows], "ratios": ratios(rows)}


def ratios(rows: list[Row]) -> dict[str, dict[str, dict[str, float]]]:
    """How many times our CPU seconds each other way takes for the same answers.

    >>> ratios([Row("go", "failing", "ours", 1, 2.0, 1, 0), Row("go", "failing", "published", 1, 5.0, 1, 0)])
    {'go': {'failing': {'published': 2.5}}}
    """
    ours = {(row.language, row.answers): row.cpu_seconds for row in rows if row.way == "ours"}
    found: dict[str, dict[str, dict[str, float]]] = {}
    for row in rows:
        if row.way != "ours":
            ratio = round(row.cpu_seconds / ours[row.language, row.answers], 2)
            found.setdefault(row.language, {}).setdefault(row.answers, {})[row.way] = ratio
    return found


@contextlib.contextmanager
def _slot(config: Settings) -> Iterator[int]:
    slot = Slots(config.slot_dir, config.slots).acquire(SLOT_WAIT_SECONDS)
    if slot is None:
        raise HostLacks("no slot of this host became free", mend="stop what scores on it")
    with slot:
        yield slot.number


def _language(config: Settings, name: str, slot: int) -> list[Row]:
    folder = config.benchmarks / name
    pack = prepare(config, folder)
    chosen = {kind: [answer for task in pack.tasks.values() for answer in answers_of(task, folder, kind)]
              for kind in ("failing", "passing")}
    sandboxes = MeteredSandboxes(config)
    ways: dict[str, Judge] = {
        "ours": lambda answers: judged(sandboxes, slot, answers),
        "full": lambda answers: judged(sandboxes, slot, map(_in_full, answers)),
        "published": lambda answers: (_published(sandboxes, answer) for answer in answers),
    }
    with contextlib.ExitStack() as held:
        everything = [answer for answers in chosen.values() for answer in answers]
        if all(repositorytest.is_for(answer.environment, answer.command) for answer in everything):
            folder = Path(held.enter_context(TemporaryDirectory(prefix="assay-bench-")))
            install_published(folder / "lib", "bench-repo.lock")
            peer = held.enter_context(repositorytest.Repositorytest(sandboxes.engine(), folder))
            peer.prepare(answer.environment for answer in everything)
            ways["repositorytest"] = lambda answers: peer.passes([
                (answer.environment, repositorytest.shown_command(answer.command), file_of(answer.sample), answer.case.program)
                for answer in answers])
        return [_row(name.removeprefix("repo-"), kind, way, answers, judge)
                for kind, answers in chosen.items() for way, judge in ways.items()]


def prepare(config: Settings, folder: Path) -> Benchmark:
    """The pack, with its environments built."""
    runtimes = runtimes_to_build(groups_of(folder, load_pack(folder, locked=False)))
    ready_rooms(config, runtimes)
    build_pack(folder, config, Options(), say)
    return load_pack(folder)


def answers_of(task: Task, folder: Path, kind: str) -> Iterator[Answer]:
    """Answers of one kind to samples that were proven, evenly over the task."""
    if task.kind != "repo-completion":
        return
    wrong = _wrong_answers(folder)
    samples = [sample for sample in task.samples if sample.id in wrong]
    taken = min(SAMPLES, len(samples))
    for sample in (samples[place * len(samples) // taken] for place in range(taken)):
        text = wrong[sample.id] if kind == "failing" else KINDS[task.kind].gold(task, sample)
        yield Answer(task, sample, environment_of(task, sample), text, passes=kind == "passing")


def _wrong_answers(folder: Path) -> dict[str, str]:
    """By sample an answer that builds or not, but is wrong: every other sample another kind of them."""
    found: dict[str, list[str]] = {}
    for line in (folder / "answers.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["generation"] and not row["expected_strict"]:
            found.setdefault(row["id"], []).append(row["generation"])
    return {sample: texts[at % len(texts)] for at, (sample, texts) in enumerate(found.items())}


def _row(language: str, kind: str, way: str, answers: list[Answer], judge: Judge) -> Row:
    say(f"bench: {language}, {kind} answers, {way}")
    with Meter() as meter:
        wrong = sum(passed != answer.passes for passed, answer in zip(judge(answers), answers, strict=True))
    count = len(answers)
    row = Row(language, kind, way, round(meter.wall / count, 3), round((meter.cpu + meter.engine) / count, 3), count, wrong)
    say(f"bench: {row.seconds} s, {row.cpu_seconds} s of CPU each, {wrong} of {count} judged wrongly")  # a run takes an hour
    return row


def judged(sandboxes: DockerSandboxes, slot: int, answers: Iterable[Answer]) -> list[bool]:
    """Whether each answer passes, as scoring finds it: one sandbox for them all, which starts and ends here."""
    first, *_ = answers = list(answers)
    with sandboxes.open(first.case.runtime, slot, {"assay.lease": "bench"}, first.case.limits) as room:
        return [_passes(answer, room.run(answer.case)) for answer in answers]


def _passes(answer: Answer, outcome: Outcome) -> bool:
    return KINDS[answer.task.kind].judge(answer.task, answer.sample, outcome, PROFILE).name == PASSED


def _in_full(answer: Answer) -> Answer:
    return replace(answer, task=replace(answer.task, settings={**answer.task.settings, "full": True}))


def _published(sandboxes: MeteredSandboxes, answer: Answer) -> bool:
    environment = answer.environment
    return published(sandboxes.engine(), environment.key, answer.command, environment.withheld,
                     {**environment.withheld, file_of(answer.sample): answer.case.program})
