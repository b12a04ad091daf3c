"""Every example of docs/profiles.md, judged under both profiles; text and code run in their real rooms."""

import inspect
import re
import tomllib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from adapters.db.engine import Database
from adapters.db.migrate import migrate
from adapters.settings import ROOT, Settings
from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.tasks import KINDS
from tests.judge_server import Reply, judged_part, judging
from tests.making import queued_job
from tests.sandboxes.test_mera_runner import LIMITS
from tests.scoring.repository.making import task_of
from workers.judgeroom.rooms import JudgeRooms

TEXT = (ROOT / "docs" / "profiles.md").read_text("utf-8")
EXAMPLES = [example for block in re.findall(r"^~~~~toml\n(.*?)^~~~~$", TEXT, re.MULTILINE | re.DOTALL)
            for example in tomllib.loads(block)["example"]]

SAMPLES = {
    "python-io": Sample("1", inputs={"function": 'def f(n):\n    """Дважды n."""', "tests": "[{'n': 1}, {'n': 2}]"},
                        outputs=["2", "4"], meta={"id": 1, "entry_point": "f"}),
    "lint": Sample("1", inputs={"code": "def add(a,b):\n  return a+b\n"}, meta={"id": 1}),
    "label": Sample("1", outputs="success", meta={"id": 1}),
    "unit-tests": Sample("1", inputs={"language": "python"}, outputs="def test_f():\n    assert f(1) == 2\n", meta={"id": 1}),
    "review": Sample("1", outputs="раз два", meta={"id": 1}),
    "judged-review": Sample("1", inputs={}, outputs="раз два", meta={"id": 1}),
    "repo-completion": Sample("1", meta={"id": 1, "environment": "env", "file": "f", "intent": "f[function]"}),
    "repo-testgen": Sample("1", meta={"id": 1, "environment": "env", "file": "f", "source_code": ""}),
}
SETTINGS: dict[str, dict[str, Any]] = {
    "lint": {"linter": "flake8", "version": "7.3.0"}, "label": {"labels": ["success", "failed"]},
    "judged-review": {"model": "judge-32b", "prompt": {"user": "{reference}\n{comment}"}},
    "unit-tests": {"language_field": "language"}, "review": {"average": "samples"}, "repo-completion": {"rule": "realcode"},
}
PLACES = {  # the code before the answer, and the right answer
    "realcode": ("def f(n):\n", "    return 2\n"), "realcodejava": ("class A {\n    int f() {\n", "        return a;\n    }\n"),
    "yabloco": ("int n;\n", "char *f(int a) { return 1; }\n"),
}
# What an example tells of a plan, where that is not a verdict.
TOLD: dict[str, Callable[[Any], str]] = {
    "unit-tests": lambda step: step.payload["candidates"][0],
    "judged-review": lambda step: "the expected comment" if step.payload["swap"] else "the answer",
    "review": lambda step: "the expected comment" if step.payload["swap"] else "the answer",
    "repo-completion": lambda step: step.program.removeprefix(next(
        left for left, _ in PLACES.values() if step.program.startswith(left))),
    "repo-testgen": lambda step: step.program,
}


@pytest.fixture(scope="module")
def judged(tmp_path_factory) -> Callable[[Case, str], Outcome]:
    """`judged(case, words)`: the outcome where a judge has those words for the comment, and `correct` for the expected one."""
    settings = Settings(home=tmp_path_factory.mktemp("home"))
    db = Database(settings.resolved_database_url())
    migrate(db)
    job_id = db.transact(lambda connection: queued_job(connection))

    def run(case: Case, words: str) -> Outcome:
        expected = case.payload["subject"]["reference"]
        with judging(lambda asked: Reply("correct" if judged_part(asked) == expected else words)) as server:
            rooms = JudgeRooms(settings.model_copy(update={"judge_url": server.url}))
            with rooms.open("judge", 0, {"assay.job": job_id}, LIMITS) as room:
                return room.run(case)

    yield run
    db.close()


def test_every_kind_that_has_two_rules_has_examples():
    assert {example["kind"] for example in EXAMPLES} == set(SAMPLES)


def test_every_kind_whose_code_asks_for_the_profile_is_among_them():
    # Rules of repositories are asked by `as_published`, which knows the profile's name.
    asking = {name for name, kind in KINDS.items()
              if any(word in inspect.getsource(kind) for word in ('"mera-1"', "as_published(profile)"))}
    assert asking == set(SAMPLES)


def test_the_rules_differ_where_the_document_says_so():
    assert [example for example in EXAMPLES if example["mera-1"] == example["strict"]] == []


@pytest.mark.parametrize("profile", ["mera-1", "strict"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"{example['kind']}: {example['rule']}")
def test_an_example_comes_to_what_the_document_says(mera_room, judged, example, profile):
    name, kind = example["kind"], KINDS[example["kind"]]
    settings = SETTINGS.get(name, {}) | ({"rule": example["settings"]} if "settings" in example else {})
    sample = SAMPLES[name]
    if name == "repo-completion":
        left, gold = PLACES[settings["rule"]]
        sample = replace(sample, meta={**sample.meta, "left_context": left, "gt": gold})
    if name.startswith("repo-"):
        settings = {**settings, **task_of(sample, rule=settings["rule"], withheld={"f": "".join(PLACES.get(
            settings["rule"], ()))}).settings}
    if "outputs" in example:
        sample = replace(sample, outputs=example["outputs"])
    task = Task("T", name, (sample,), runtime=kind.runtime, limits=LIMITS, metrics=kind.default_metrics, settings=settings)
    assert kind.check(task) == []
    step = kind.plan(task, sample, Generation("T", "1", 0, output=example["answer"]), profile)
    if "judge" in example:
        assert kind.judge(task, sample, judged(step, example["judge"]), profile).name == example[profile]
        return
    if name in TOLD:
        assert TOLD[name](step) == example[profile]
        return
    verdict = kind.judge(task, sample, mera_room.run(step), profile) if isinstance(step, Case) else step
    assert verdict.name == example[profile], verdict
