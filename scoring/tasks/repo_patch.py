"""Kind `repo-patch`: the answer is a unified diff on a repository, judged by its tests after their own patch, as in SWE-bench.

`settings.rule` is the language of the repository. A sample's `meta`: `environment` (one of `settings.environments`), `patch`
(the reference), `test_patch` (what the tests become; applied after the answer), `FAIL_TO_PASS` and `PASS_TO_PASS`. Where a
record has neither list, the proof of the build makes them: the tests that pass with the reference, and those that fail without.

What the answer does to files of the test patch, to the files of required tests and to what steers their run is left out
(`scoring.repository.steering`). PASSED means resolved: every stable test of both lists passes. How many of each did stands
in the verdict's scores; to know it, all tests run whatever fails first. Both profiles are alike.
"""

from scoring.benchmark import Sample, Task
from scoring.canonical import digest
from scoring.case import Case
from scoring.extract import unified_diff
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.repository import environment as environments
from scoring.repository import required, steering
from scoring.repository.diff import FilePatch, PatchError, parse
from scoring.repository.environment import environment_of, not_built, proof_of
from scoring.repository.judging import by_new_failures, by_tests, with_scores
from scoring.repository.rules import RUNTIMES, rule_faults
from scoring.tasks.kind import NOTHING_CAME, is_blank, misspelt_fields, unknown_settings
from scoring.verdict import WRONG_ANSWER, Verdict

name = "repo-patch"
runtime = "repo-python"  # of a task whose rule is unknown, which `check` refuses; otherwise see `scoring.tasks.runtime_of`
default_metrics = ("pass@1",)
SETTINGS = ("rule", "environments", "full", "lock")
FIELDS = ("environment", "patch", "test_patch", "FAIL_TO_PASS", "PASS_TO_PASS")
STUB = "--- /dev/null\n+++ b/not-an-answer.txt\n@@ -0,0 +1 @@\n+not an answer\n"


def check(task: Task) -> list[str]:
    faults = unknown_settings(task, SETTINGS) + rule_faults(task, RUNTIMES) + misspelt_fields(task, meta=FIELDS)
    return faults or [
        f"task {task.name}, sample {sample.id}: {fault}" for sample in task.samples for fault in _faults(task, sample)]


def _faults(task: Task, sample: Sample) -> list[str]:
    found = environments.faults_of(task, sample) + required.faults_of(sample)
    if not found and required.pass_to_pass(sample) and not required.fail_to_pass(sample):
        found.append("meta.FAIL_TO_PASS names no test, so any patch would pass")
    for what, text in (("patch", _reference(sample)), ("test_patch", sample.meta.get("test_patch"))):
        try:
            parse(text or "")
        except (PatchError, AttributeError) as error:
            found.append(f"meta.{what} is no diff: {error}")
    return found


def plan(task: Task, sample: Sample, generation: Generation, profile: str) -> Case | Verdict:
    if is_blank(generation.output):
        return NOTHING_CAME
    environment = environment_of(task, sample)
    if environment is None:
        return not_built(task, sample)
    try:
        kept = _kept(task, sample, parse(unified_diff.extract(generation.output)))
    except PatchError as error:
        return Verdict(WRONG_ANSWER, f"the patch does not apply: {error}")
    if not kept:
        return Verdict(WRONG_ANSWER, "the patch changes nothing, or nothing but tests and what steers them")
    wanted = sorted(frozenset().union(*_lists(task, sample).values()))
    return Case(
        runtime=RUNTIMES[task.settings["rule"]], runner="repo", program="", environment=environment.key,
        limits=environment.limits_of(task), expected_digest=digest(wanted),
        payload={
            "tool": environment.tool, "test": environment.test, "target": None, "mode": "answer",
            "patch": "".join(patch.text for patch in kept), "test_patch": sample.meta.get("test_patch") or None,
            "files": dict(environment.withheld), "first": sorted(_lists(task, sample)["fail_to_pass"]),
            "required": wanted, "full": True,
        },
    )


def _kept(task: Task, sample: Sample, patches: list[FilePatch]) -> list[FilePatch]:
    reference = {path for patch in parse(_reference(sample) or "") for path in patch.paths}
    tests = {path for patch in parse(sample.meta.get("test_patch") or "") for path in patch.paths}
    named = steering.files_of(frozenset().union(*_lists(task, sample).values())) - reference
    return steering.allowed(patches, task.settings["rule"], reference, tests | named)


def _lists(task: Task, sample: Sample) -> dict[str, frozenset[str]]:
    """FAIL_TO_PASS and PASS_TO_PASS, as far as the reference patch made their tests pass in each of the recorded runs."""
    stable = proof_of(task, sample).get("stable")
    fail, succeed = required.fail_to_pass(sample), required.pass_to_pass(sample)
    if stable is not None and not fail and not succeed:
        fail = frozenset(proof_of(task, sample).get("first", ()))
        succeed = frozenset(stable) - fail
    reliable = fail | succeed if stable is None else frozenset(stable)
    return {"fail_to_pass": fail & reliable, "pass_to_pass": succeed & reliable}


def judge(task: Task, sample: Sample, outcome: Outcome, profile: str) -> Verdict:
    lists, environment = _lists(task, sample), environment_of(task, sample)
    if not required.declared(sample) and "stable" not in proof_of(task, sample):
        return by_new_failures(outcome, frozenset(environment.baseline) - environment.stable, environment.tool)
    verdict = by_tests(outcome, frozenset().union(*lists.values()), environment.tool)
    return with_scores(verdict, outcome, lists)


def gold(task: Task, sample: Sample) -> str | None:
    return _reference(sample) if environment_of(task, sample) else None


def stub(task: Task, sample: Sample) -> str | None:
    return STUB if environment_of(task, sample) else None


def _reference(sample: Sample) -> str | None:
    return next((text for text in (sample.meta.get("patch"), sample.outputs) if isinstance(text, str) and text.strip()), None)
