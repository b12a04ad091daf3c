"""What a submission leaves out: warnings, since a gap is scored as a failure and refuses nothing."""

from scoring.benchmark import Task
from scoring.bundle.intake import Intake
from scoring.bundle.problems import Fault, shown


def warn_of_gaps(intake: Intake) -> None:
    """Lists tasks, samples and attempts without answer, unless an error that is listed already explains the gap."""
    for task in intake.benchmark.tasks.values():
        if intake.problems.hide_answers_to(task.name, has_document=task.name in intake.pinned):
            continue
        met = [sample.id for sample in task.samples if intake.met(task, sample.id) is not None]
        if met:
            _warn_of_ids(intake, task, set(met))
            _warn_of_attempts(intake, task, met)
        elif task.samples and not intake.problems.concern(task.name):
            intake.problems.warning(f"{task.name}.json", Fault(
                "no_task", f"there are no answers for {task.name}: all its samples count as failed",
                f"add {task.name}.json, or leave it so"), task=task.name)


def _warn_of_ids(intake: Intake, task: Task, met: set[str]) -> None:
    missing = [sample.id for sample in task.samples if sample.id not in met]
    # As many rows without id as samples without row: the rows are the samples, and they are listed as errors already.
    if len(missing) <= intake.nameless[task.name]:
        return
    for sample_id in missing:
        intake.problems.warning(intake.files[task.name], Fault(
            "no_id", f"there is no answer to sample {shown(sample_id)!r}: it counts as failed",
            "add it, or leave it so"), task=task.name, sample=sample_id)


def _warn_of_attempts(intake: Intake, task: Task, met: list[str]) -> None:
    for sample_id in met:
        attempts = intake.met(task, sample_id) or {}
        if len(attempts) < task.attempts and not intake.problems.concern_sample(task.name, sample_id):
            missing = [str(n) for n in range(task.attempts) if n not in attempts]
            intake.problems.warning(intake.files[task.name], Fault(
                "no_attempt", f"{len(attempts)} of {task.attempts} attempts are given; those missing count as failed: "
                + shown(", ".join(missing)), "add them, or leave it so"), task=task.name, sample=sample_id)
