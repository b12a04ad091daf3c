"""The content of a submission: archive members -> generations and problems."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from scoring.benchmark import Benchmark, Task
from scoring.bundle.caps import ContentCaps
from scoring.bundle.documents import read_document
from scoring.bundle.gaps import warn_of_gaps
from scoring.bundle.intake import Intake
from scoring.bundle.lines import read_answers
from scoring.bundle.logs import use_logs, warn_unread
from scoring.bundle.naming import report_name
from scoring.bundle.problems import PER_FILE, EnoughProblems, Fault
from scoring.counting import counted
from scoring.errors import BadInput
from scoring.generation import Generation, Problem

__all__ = ["Bundle", "ContentCaps", "Logs", "Member", "read_bundle", "sound_tasks"]

STRANGERS = ("unknown_task", "unknown_file")


class Member(Protocol):
    """A file of a submission. `open()` may raise BadInput, and so may reading from what it gives."""

    name: str

    def open(self) -> BinaryIO: ...


@dataclass(frozen=True)
class Bundle:
    """Everything that a submission says. With no error among `problems` every generation counts; otherwise only those
    of `sound_tasks`. `problems` are in a steady order, errors and warnings mixed."""

    generations: tuple[Generation, ...]
    problems: tuple[Problem, ...]

    @property
    def has_errors(self) -> bool:
        return any(problem.severity == "error" for problem in self.problems)


@dataclass(frozen=True)
class Logs:
    """The members of the harness's logs, or the fault for which they cannot be read."""

    members: Sequence[Member] = ()
    fault: str | None = None


def read_bundle(members: Iterable[Member], benchmark: Benchmark, caps: ContentCaps | None = None,
                logs: Logs | None = None) -> Bundle:
    """Reads every member, by name in ascending order, and lists every problem of the content at once.

    Raises nothing of its own for bad content; OSError of a stream passes through. `row` of a problem is the place in
    the list of a .json member (from 0) or the line of a .jsonl member (from 1). Memory stays under the caps: of
    many alike problems the first 200 are listed and the others counted. Results without code get theirs from `logs`.
    """
    intake = Intake(benchmark, caps or ContentCaps())
    files = sorted(members, key=lambda member: member.name)
    kinds = {member.name: intake.names.kind_of(member.name) for member in files}
    documents = {kind.task.name for kind in kinds.values() if kind.task and kind.name == "document"}
    for member in files:
        kind = kinds[member.name]
        if kind.name in ("misnamed", "other"):
            report_name(intake, member.name, kind, documents)
        elif kind.name != "logs":
            _read(intake, member, kind.task)
    warn_of_gaps(intake)
    if logs is not None and logs.fault:
        warn_unread(intake, logs.fault)
    elif logs is not None:
        use_logs(intake, logs.members)
    if not intake.generations and not intake.problems.have_errors:
        intake.problems.error("", _nothing(intake))
    return Bundle(tuple(intake.generations), intake.problems.all())


def _nothing(intake: Intake) -> Fault:
    """Why there is nothing to score though nothing is wrong with the archive's form."""
    if count := intake.problems.overlooked:
        said = f"nothing can be scored: {counted(count, 'answer')}, to quarantined samples only, which are out of the benchmark"
        return Fault("all_quarantined", said, "see why at each sample, mend that, and run ./assay benchmark build PACK")
    return Fault("no_answers", "the archive holds no answers", "add TASK.json or .jsonl files")


def _read(intake: Intake, member: Member, task: Task | None) -> None:
    """Reads one member of answers: a document of `task`, or lines of any tasks."""
    try:
        if intake.problems.are_too_many:
            raise Fault("not_read", "the file was not read: other files have too many faults", "mend those first")
        with member.open() as stream:
            if task is None:
                read_answers(intake, member.name, stream)
            else:
                intake.pin(task, member.name)
                read_document(intake, member.name, task, stream)
    except Fault as fault:
        problem = fault
    except BadInput as error:
        problem = Fault(error.code, str(error), error.mend or "")
    except EnoughProblems:
        problem = Fault("too_many_problems", f"the file was read no further than {PER_FILE:,} faults", "mend those")
    else:
        return
    intake.problems.unread(member.name, problem, task=task and task.name)


def sound_tasks(bundle: Bundle, benchmark: Benchmark) -> tuple[str, ...]:
    """The tasks that may be scored although the submission has errors, in the benchmark's order.

    A task is sound when it has no error of its own and nothing that could belong to it stayed unread. A line that
    cannot be read may answer any task: it taints those that its file answers and those that nothing answers.
    A file or line that names a task which the benchmark lacks taints nothing.
    """
    errors = [problem for problem in bundle.problems if problem.severity == "error"]
    unread = {problem.file for problem in errors if problem.task is None and problem.code not in STRANGERS}
    answered = {generation.task for generation in bundle.generations}
    tainted = {problem.task for problem in errors} | {one.task for one in bundle.generations if one.file in unread}
    return tuple(name for name in benchmark.tasks
                 if name not in tainted and (name in answered or not unread))
