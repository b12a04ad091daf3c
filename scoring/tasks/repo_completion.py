"""Kind `repo-completion`: the answer is a function's body in a file of a repository, judged by the repository's tests.

`settings.rule` is one of `scoring.repository.rules.RULES`: the language, how an answer is put into its file, and which tests
count. A sample's `meta`: `environment` (one of `settings.environments`), `file` (published records: `fn`, `file_path`),
`intent` (name of the function), and either `left_context`, `right_context` and `gt`, or `lines` ([first, last], counted
from 1) of the file; `FAIL_TO_PASS` and `PASS_TO_PASS` (optional).

As long as the environment is not built, answers are UNSCORED: nothing is wrong with them.
"""

from scoring.benchmark import Sample, Task
from scoring.canonical import digest
from scoring.case import Case
from scoring.extract import mera_yabloco
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.repository import required
from scoring.repository.environment import Environment, environment_of, faults_of, file_of, not_built, proof_of
from scoring.repository.judging import by_tests
from scoring.repository.place import disagreement, gold_of, lines_of, place_of
from scoring.repository.rules import RULES, rule_faults
from scoring.tasks.kind import NOTHING_CAME, is_blank, misspelt_fields, unknown_settings
from scoring.verdict import UNSCORED, Verdict

name = "repo-completion"
runtime = "repo-python"  # of a task whose rule is unknown, which `check` refuses; otherwise see `scoring.tasks.runtime_of`
default_metrics = ("pass@1",)
SETTINGS = ("rule", "environments", "full", "lock")
FIELDS = ("environment", "intent", "left_context", "gt", "right_context", "FAIL_TO_PASS", "PASS_TO_PASS")


def check(task: Task) -> list[str]:
    faults = unknown_settings(task, SETTINGS) + rule_faults(task, RULES) + misspelt_fields(task, meta=FIELDS)
    return faults or [
        f"task {task.name}, sample {sample.id}: {fault}" for sample in task.samples for fault in _faults(task, sample)]


def _faults(task: Task, sample: Sample) -> list[str]:
    meta, rule = sample.meta, RULES[task.settings["rule"]]
    found = faults_of(task, sample) + required.faults_of(sample)
    if environment_of(task, sample) is not None and file_of(sample) is None:
        found.append("meta.file does not name the file that the answer goes into")
    found += [f"meta lacks the text field {field!r}" for field in rule.needs if not isinstance(meta.get(field), str)]
    if task.settings.get("environments") and not isinstance(meta.get("left_context"), str) and lines_of(sample) is None:
        found.append("meta needs left_context, right_context and gt, or lines: [first, last]")
    return found


def plan(task: Task, sample: Sample, generation: Generation, profile: str) -> Case | Verdict:
    if is_blank(generation.output):
        return NOTHING_CAME
    environment, rule = environment_of(task, sample), RULES[task.settings["rule"]]
    if environment is None:
        return not_built(task, sample)
    if fault := disagreement(sample, environment):
        return Verdict(UNSCORED, f"record and environment contradict each other: {fault}")
    published = rule.as_published(profile)
    wanted = _wanted(task, sample, environment, profile)
    retries = {"retries": published.retries} if published and published.retries else {}
    return Case(
        runtime=rule.runtime, runner="repo", environment=environment.key, limits=environment.limits_of(task),
        program=rule.file(generation.output, place_of(sample, environment), sample.meta, profile),
        payload=_payload(task, sample, environment, sorted(wanted)) | retries, expected_digest=digest(sorted(wanted)),
    )


def _wanted(task: Task, sample: Sample, environment: Environment, profile: str) -> frozenset[str]:
    """The tests that the answer must pass under this profile; a published rule asks for the whole baseline."""
    if RULES[task.settings["rule"]].as_published(profile):
        return environment.stable_as_published
    return required.required(task, sample, environment)


def _payload(task: Task, sample: Sample, environment: Environment, wanted: list[str]) -> dict:
    target, proof = file_of(sample), proof_of(task, sample)
    return {
        "tool": environment.tool, "test": environment.test, "target": target, "mode": "answer",
        "files": {path: text for path, text in environment.withheld.items() if path != target},
        "first": [] if proof.get("own_order") else list(proof.get("first", ())), "required": wanted,
        "full": bool(task.settings.get("full")),
    }


def judge(task: Task, sample: Sample, outcome: Outcome, profile: str) -> Verdict:
    environment, published = environment_of(task, sample), RULES[task.settings["rule"]].as_published(profile)
    wanted = _wanted(task, sample, environment, profile)
    return published.judge(outcome, wanted) if published else by_tests(outcome, wanted, environment.tool)


def scores_of(task: Task, sample: Sample, case: Case) -> dict[str, bool]:
    """Of tasks whose metrics ask for it, whether the answer has the words of the reference (YABLoCo's exact match). What
    stands before and after the answer is equal in both files, so that the files may be compared."""
    environment, path = environment_of(task, sample), file_of(sample)
    if "exact_match" not in task.metrics or environment is None or path not in environment.withheld:
        return {}
    return {"exact": mera_yabloco.exact_match(case.program, environment.withheld[path])}


def gold(task: Task, sample: Sample) -> str | None:
    environment = environment_of(task, sample)
    place = place_of(sample, environment) if environment else None
    return (gold_of(sample) or place.gold) if place else None


def stub(task: Task, sample: Sample) -> str | None:
    environment = environment_of(task, sample)
    place = place_of(sample, environment) if environment else None
    return place and RULES[task.settings["rule"]].stub(place, sample.meta)
