"""Kind `repo-testgen`: the answer is a test class, which must compile and pass in its repository.

`settings.rule` is `java`, or `javatestgen` for the published task. A sample's `meta`: `environment` (one of
`settings.environments`), `file` (where the class goes; published records: `fn_test`), `source_code` of the class under test,
whose package and imports the test class gets. `outputs` or `meta.gt`: a reference answer (optional).

`strict`: the tests of the class ran, at least one, all passed, and the exit status says so. `mera-1` with `javatestgen` goes
by the lines that Maven prints, so that a class without a test passes; whether it compiled is `compile@K` in both.
"""

from dataclasses import replace

from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.extract import mera_javatestgen, strict_block
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.repository import environment as environments
from scoring.repository.environment import environment_of, file_of, not_built
from scoring.repository.judging import by_generated_tests, by_maven_lines
from scoring.repository.place import gold_of
from scoring.repository.rules import RUNTIMES, rule_faults
from scoring.tasks.kind import NOTHING_CAME, is_blank, lacking, misspelt_fields, unknown_settings
from scoring.verdict import Verdict

name = "repo-testgen"
runtime = "repo-java"
default_metrics = ("pass@1", "compile@1")
SETTINGS = ("rule", "environments", "full", "lock")
FIELDS = ("environment", "source_code", "gt")
RULES = ("java", "javatestgen")
STUB = "public class {"  # compiles under no name


def check(task: Task) -> list[str]:
    faults = unknown_settings(task, SETTINGS) + rule_faults(task, RULES) + lacking(task, "meta", "meta", ("source_code",))
    faults += misspelt_fields(task, meta=FIELDS)
    for sample in task.samples:
        found = environments.faults_of(task, sample)
        if environment_of(task, sample) is not None and file_of(sample) is None:
            found.append("meta.file does not name the file that the test class goes into")
        faults += [f"task {task.name}, sample {sample.id}: {fault}" for fault in found]
    return faults


def plan(task: Task, sample: Sample, generation: Generation, profile: str) -> Case | Verdict:
    if is_blank(generation.output):
        return NOTHING_CAME
    environment = environment_of(task, sample)
    if environment is None:
        return not_built(task, sample)
    target = file_of(sample)
    return Case(
        runtime=RUNTIMES["java"], runner="repo", program=test_file(task, sample, generation.output, profile),
        environment=environment.key, limits=environment.limits_of(task),
        payload={
            "tool": environment.tool, "test": environment.test, "target": target, "mode": "answer", "only": [target],
            "files": {path: text for path, text in environment.withheld.items() if path != target},
            "first": [], "required": [], "full": bool(task.settings.get("full")),
        },
    )


def test_file(task: Task, sample: Sample, reply: str, profile: str) -> str:
    """The class in the package of the class under test, with the imports of that which it lacks."""
    code = mera_javatestgen.extract(reply) if _is_published(task, profile) else strict_block.extract(reply).strip()
    return mera_javatestgen.test_file(sample.meta["source_code"], code)


def _is_published(task: Task, profile: str) -> bool:
    return profile == "mera-1" and task.settings["rule"] == "javatestgen"


def judge(task: Task, sample: Sample, outcome: Outcome, profile: str) -> Verdict:
    verdict = by_maven_lines(outcome) if _is_published(task, profile) else by_generated_tests(outcome)
    return replace(verdict, tests_total=(outcome.report or {}).get("ran"))


def gold(task: Task, sample: Sample) -> str | None:
    environment = environment_of(task, sample)
    return (gold_of(sample) or environment.withheld.get(file_of(sample) or "")) if environment else None


def stub(task: Task, sample: Sample) -> str | None:
    return STUB if environment_of(task, sample) else None
