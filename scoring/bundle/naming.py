"""Says what is wrong with a member whose name is not that of a file of answers."""

from scoring.bundle.intake import Intake
from scoring.bundle.names import MemberKind, looks_like_json
from scoring.bundle.problems import Fault, shown


def report_name(intake: Intake, file: str, kind: MemberKind, documents: set[str]) -> None:
    """Lists the problem, pinned to the task that was meant unless that is among `documents`: it has its proper file.

    It is an error where answers would be lost unseen: a task's name with another ending, or one that looks like JSON.
    """
    task = kind.task
    is_spare = task is None or task.name in documents
    if kind.name == "other" or (is_spare and not looks_like_json(file)):
        intake.problems.warning(file, Fault("unknown_file", f"{shown(file)} is no file of answers: it is left out",
                                            "leave it out of the archive, or leave it so"))
        return
    if not is_spare:
        intake.pinned.setdefault(task.name, file)
    intake.problems.error(file, _fault(intake, file, kind), task=None if is_spare else task.name)


def _fault(intake: Intake, file: str, kind: MemberKind) -> Fault:
    if kind.task and intake.names.task(file.partition(".")[0]):
        ending = file.partition(".")[2]
        what = f"the ending {shown('.' + ending)!r}" if ending else "no ending"
        return Fault("extension", f"{shown(file)} has the name of a task but {what}",
                     f"name it {kind.task.name}.json")
    return Fault("unknown_file", f"the benchmark has no task for {shown(file)}",
                 f"did you mean {kind.task.name}.json?" if kind.task else "name it as its task, or end it in .jsonl")
