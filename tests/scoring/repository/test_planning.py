"""What the room is asked to do for an answer, and when it is asked nothing."""

from dataclasses import replace

import pytest

from adapters.benchmarks import load_pack, with_digest
from adapters.settings import ROOT
from cli.packs import with_full_runs
from scoring.benchmark import Sample
from scoring.case import Case
from scoring.generation import Generation
from scoring.plan import gate_generations, plan_job
from scoring.tasks import KINDS, REPOSITORY_KINDS, as_it_stands, repo_completion, runtime_of
from tests.scoring.making import benchmark_of
from tests.scoring.repository.making import KEY, completion, ran, task_of

IDS = {"FAIL_TO_PASS": ["t::a", "t::gone"], "PASS_TO_PASS": "['t::b']"}
STABLE = ("t::a", "t::b", "t::c")


def task(rule: str = "realcode", **more):
    return completion("def f():\n", "    return 1\n", "", rule=rule, stable=STABLE, flaky=("t::shaky",), **more)


def planned(of, profile: str = "strict", reply: str = "    return 2\n"):
    return repo_completion.plan(of, of.samples[0], Generation("T", "1", 0, output=reply), profile)


def test_a_case_brings_the_file_with_the_answer_and_the_other_withheld_files():
    case = planned(task(**IDS))
    assert (case.runtime, case.runner, case.environment) == ("repo-python", "repo", KEY)
    assert case.program == "def f():\n    return 2\n"
    assert case.payload == {
        "tool": "pytest", "test": {"args": ["tests"]}, "target": "src/m.py", "files": {"src/other.py": "OTHER = 1\n"},
        "first": ["t::a"], "required": ["t::a", "t::b"], "full": False, "mode": "answer"}


@pytest.mark.parametrize(("rule", "profile", "lists", "wanted"), [
    ("realcode", "strict", IDS, ["t::a", "t::b"]), ("realcode", "strict", {}, ["t::a", "t::b", "t::c"]),
    ("realcode", "mera-1", IDS, ["t::a", "t::b", "t::c"]), ("python", "mera-1", IDS, ["t::a", "t::b"]),
    ("python", "strict", {"FAIL_TO_PASS": ["t::shaky", "t::a"]}, ["t::a"]),
])
def test_required_are_stable_tests_that_the_rule_asks_for(rule, profile, lists, wanted):
    assert planned(task(rule, **lists), profile).payload["required"] == wanted


def test_an_environment_that_leaves_no_required_test_is_our_fault():
    of = task(FAIL_TO_PASS=["t::shaky"])
    assert repo_completion.judge(of, of.samples[0], ran(("t::shaky",)), "strict").name == "UNSCORED"


def test_only_yablocos_tests_are_tried_again():
    assert planned(task("yabloco"), "mera-1").payload["retries"] == 1
    assert "retries" not in planned(task("yabloco")).payload and "retries" not in planned(task(), "mera-1").payload


def test_an_answer_whose_environment_is_not_built_is_unscored_and_never_wrong():
    verdict = planned(task(built=False))
    assert verdict.name == "UNSCORED" and "./assay benchmark build" in verdict.reason
    assert planned(task(built=False), reply="").name == "NO_ANSWER"


def test_why_an_environment_is_refused_is_told():
    of = task()
    of.settings["lock"]["environments"].clear()
    of.settings["lock"]["refused"] = {"env": "changed since it was built"}
    assert "env changed since it was built" in planned(of).reason


def test_a_task_of_which_nothing_is_built_has_no_value_and_nothing_to_gate():
    of = replace(task(built=False), runtime=runtime_of("repo-completion", {"rule": "realcode"}))
    benchmark = with_digest(benchmark_of(as_it_stands(of)))
    assert benchmark.tasks["T"].metrics == () and benchmark.tasks["T"].runtime is None
    assert gate_generations(benchmark, "gold") == gate_generations(benchmark, "stub") == []


def test_a_record_that_contradicts_its_repository_is_unscored():
    of = task()
    of.settings["lock"]["environments"]["env"]["withheld"]["src/m.py"] = "another file\n"
    assert planned(of).name == "UNSCORED" and "left_context" in planned(of).reason


def test_lines_take_the_contexts_from_the_withheld_file():
    sample = Sample("1", meta={"id": 1, "environment": "env", "file": "m.py", "intent": "f", "lines": [2, 3]})
    of = task_of(sample, withheld={"m.py": "def f():\n    x = 1\n    return x\n\n\nlast = 1\n"})
    assert repo_completion.check(of) == []
    assert planned(of).program == "def f():\n    return 2\n\n\nlast = 1\n"
    assert repo_completion.gold(of, sample) == "    x = 1\n    return x\n"


def test_a_full_run_is_another_case_of_the_same_benchmark():
    benchmark = with_digest(benchmark_of(task(**IDS)))
    quick, full = (plan_job(of, gate_generations(of, "gold"), "strict").attempts[0].case
                   for of in (benchmark, with_full_runs(benchmark)))
    assert (quick.payload["full"], full.payload["full"]) == (False, True)
    assert quick.key("") != full.key("") and quick.expected_digest == full.expected_digest


@pytest.mark.parametrize(("change", "said"), [
    ({"rule": "basic"}, "settings.rule must be one of"), ({"rule": "java"}, "needs the tool maven"),
    ({"speed": 1}, "has no setting 'speed'"), ({"environments": {}}, "which settings.environments does not name"),
    ({"environments": {"env": {"tool": "pytest "}}}, "tool"),
])
def test_a_faulty_task_is_told_what_it_lacks(change, said):
    of = task(built=False)
    assert any(said in fault for fault in repo_completion.check(replace(of, settings={**of.settings, **change})))


@pytest.mark.parametrize(("meta", "said"), [
    ({"FAIL_TO_PASS": "t::a"}, "meta.FAIL_TO_PASS: it is no list of test ids"),
    ({"intent": None}, "lacks the text field 'intent'"),
    ({"left_context": None}, "needs left_context, right_context and gt, or lines"),
    ({"left_context": None, "lines": [3, 2]}, "needs left_context"),
])
def test_a_faulty_sample_is_told_what_it_lacks(meta, said):
    assert any(said in fault for fault in repo_completion.check(task(built=False, **meta)))


def test_changed_tests_or_another_environment_make_another_key():
    keys = {planned(of).key("") for of in (task(**IDS), task(), task(PASS_TO_PASS=["t::c"]))}
    other = task(**IDS)
    other.settings["lock"]["environments"]["env"]["key"] = "cd" * 32
    assert len(keys | {planned(other).key("")}) == 4


def test_meras_repository_tasks_wait_for_their_environments():
    pack = load_pack(ROOT / "benchmarks" / "mera-code")
    waiting = [of for of in pack.tasks.values() if of.kind in REPOSITORY_KINDS]
    assert [of.name for of in waiting] == ["RealCode", "RealCodeJava", "JavaTestGen", "YABLoCo"]
    for of in waiting:
        step = KINDS[of.kind].plan(of, of.samples[0], Generation(of.name, of.samples[0].id, 0, output="x"), "mera-1")
        assert not isinstance(step, Case) and step.name == "UNSCORED"
        assert f"brings no environments for {of.name}" in step.reason and "benchmark build" not in step.reason
