"""Which samples a benchmark may rest on, decided from runs of their reference answers and stubs."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from cli.environments.baseline import baseline, baseline_case
from cli.environments.image import BuildFailed
from cli.environments.proof import Locked, build_failed, prove
from cli.environments.running import Rooms
from cli.environments.unstable import amended
from scoring.benchmark import Limits, Sample
from scoring.case import Case
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.tasks import KINDS
from scoring.tasks.repo_patch import STUB
from tests.scoring.repository.making import KEY, completion, ran, task_of

RUNS = 4
LEFT, GOLD = "def f():\n", "    return 1\n"
ENTRY = {"key": KEY, "tool": "pytest", "test": {"args": []}, "withheld": {"src/m.py": LEFT + GOLD}, "baseline": {
    "t::a": {"passed": RUNS, "runs": RUNS, "ms": 1}, "t::b": {"passed": RUNS, "runs": RUNS, "ms": 1},
    "t::flaky": {"passed": 1, "runs": RUNS, "ms": 1}}}
BOTH, ONE, NONE = ran(("t::a", "t::b")), ran(("t::b",), ("t::a",), first=1), ran((), ("t::a", "t::b"), first=1)
UNBUILT = ran(phase="compile", error={"type": "compile error", "message": "m.c:2:1: error: no f", "line": 2})
PATCH = "--- a/src/m.py\n+++ b/src/m.py\n@@ -2 +2 @@\n-    return 0\n+    return 1\n"
CRASH = Outcome(exit_code=0, report=None)
Script = Callable[[Case], Outcome]


class ScriptedRooms(Rooms):
    """Gives outcomes of a script, in place of containers, and keeps the cases."""

    def __init__(self, script: Script):
        self.script, self.cases = script, []

    def run_all(self, cases, each) -> list[Outcome]:
        self.cases += cases
        return [self.script(case) for case in cases]


def is_gold(case: Case) -> bool:
    return case.program == LEFT + GOLD


def turns(*outcomes: Outcome) -> Iterator[Outcome]:
    while True:
        yield from outcomes


def proof_of(script: Script) -> tuple[dict, ScriptedRooms]:
    task, rooms = completion(LEFT, GOLD, "", built=False), ScriptedRooms(script)
    return prove(rooms, Locked(task, "env", ENTRY), task.samples, RUNS, lambda: None)["1"], rooms


def test_a_sample_whose_gold_always_passes_and_whose_stub_never_does_is_sound():
    proof, rooms = proof_of(lambda case: BOTH if is_gold(case) else ONE)
    assert (proof["gold"], proof["stub"], proof["quarantined"]) == ([RUNS, RUNS], [0, RUNS], None)
    assert (proof["first"], proof["key"]) == (["t::a"], KEY)
    assert len(rooms.cases) == 2 * RUNS


def test_the_stub_runs_once_in_full_and_then_as_scoring_does():
    _, rooms = proof_of(lambda case: BOTH if is_gold(case) else ONE)
    stubs = [case for case in rooms.cases if not is_gold(case)]
    assert [(case.payload["full"], list(case.payload["first"])) for case in stubs] == [(True, []), *[(False, ["t::a"])] * 3]


def test_the_last_run_of_the_reference_goes_as_scoring_does():
    _, rooms = proof_of(lambda case: BOTH if is_gold(case) else ONE)
    golds = [(case.payload["full"], list(case.payload["first"])) for case in rooms.cases if is_gold(case)]
    assert golds == [*[(True, [])] * 3, (False, ["t::a"])]


def test_tests_that_need_the_repositorys_own_order_keep_it():
    """Each answer to such a sample failed, the reference among them, unless it was scored with --full."""
    proof, _ = proof_of(lambda case: BOTH if is_gold(case) and not case.payload["first"] else ONE)
    assert (proof["gold"], proof["quarantined"], proof["first"]) == ([RUNS, RUNS], None, ["t::a"])
    task = Locked(completion(LEFT, GOLD, "", built=False), "env", ENTRY).with_lock({"1": proof}, full=False)
    case = KINDS[task.kind].plan(task, task.samples[0], Generation("T", "1", 0, GOLD), "strict")
    assert (proof["own_order"], case.payload["first"], case.payload["full"]) == (True, [], False)


@pytest.mark.parametrize(("gold", "stub", "word", "said"), [
    ((ONE,), (NONE,), "gold fails", "WRONG_ANSWER"),
    ((ONE,), (NONE,), "gold fails", "a required test failed: t::a"),
    ((UNBUILT,), (NONE,), "gold fails", "the answer does not build: compile error in line 2: m.c:2:1: error: no f"),
    ((BOTH, CRASH), (NONE,), "flaky", "passes 2 of 4 times"),
    ((BOTH,), (BOTH,), "stub passes", "no test notices it"),
    ((BOTH,), (NONE, BOTH), "flaky", "the stub passes 2 of 4 times"),
    ((CRASH,), (NONE,), "gold fails", "RUNTIME_ERROR"),
])
def test_what_cannot_be_relied_on_is_quarantined_with_the_reason(gold, stub, word, said):
    golds, stubs = turns(*gold), turns(*stub)
    proof, _ = proof_of(lambda case: next(golds) if is_gold(case) else next(stubs))
    assert proof["quarantined"] == word
    assert said in proof["detail"]


def test_a_stub_that_never_ends_leaves_no_test_to_run_first():
    proof, _ = proof_of(lambda case: BOTH if is_gold(case) else Outcome(timed_out="cpu"))
    assert (proof["first"], proof["quarantined"]) == ([], None)


def test_samples_of_an_environment_that_cannot_be_built_are_quarantined():
    task = completion(LEFT, GOLD, "", built=False)
    assert build_failed(task.samples, "exit status 2")["1"]["quarantined"] == "build fails"


def counted(*outcomes: Outcome) -> dict:
    rows = turns(*outcomes)
    case = baseline_case(ENTRY, ENTRY["withheld"], Limits())
    return baseline(ScriptedRooms(lambda _: next(rows)), case, RUNS, lambda: None)


def test_a_baseline_counts_how_often_each_test_passed():
    assert {test: (seen["passed"], seen["runs"]) for test, seen in counted(BOTH, ONE).items()} == {
        "t::a": (2, RUNS), "t::b": (RUNS, RUNS)}


def test_a_test_that_came_twice_counts_for_nothing():
    assert counted(ran(("t::a", "t::b"), doubled=("t::b",))).keys() == {"t::a"}


@pytest.mark.parametrize(("outcome", "said"), [
    (NONE, "no test of the untouched tree passes"), (CRASH, "do not end"), (Outcome(timed_out="wall"), "limit of wall time"),
    (ran(("t::a",), phase="run", error={"type": "SystemExit", "message": "0", "line": None}), "SystemExit"),
])
def test_a_tree_without_a_baseline_is_a_failed_build(outcome, said):
    with pytest.raises(BuildFailed, match=said) as fault:
        counted(outcome)
    assert "--build" in fault.value.mend


def test_a_tree_whose_installed_copy_lacks_the_withheld_file_says_so():
    broken = ran((), phase="run", error={"type": "SystemExit", "message": "2", "line": None})
    with pytest.raises(BuildFailed, match="lacks src/m.py.*PYTHONPATH: src"):
        counted(replace(broken, stdout="E   ModuleNotFoundError: No module named 'm'"))


def test_a_baseline_puts_every_withheld_file_back():
    case = baseline_case(ENTRY, {"src/m.py": "M", "src/n.py": "N"}, Limits())
    assert {case.payload["target"]: case.program, **case.payload["files"]} == {"src/m.py": "M", "src/n.py": "N"}


def test_a_proof_that_failed_keeps_the_end_of_the_log_for_the_packs_owner():
    golds = turns(replace(ONE, stdout="E   assert 1 == 2\n"))
    proof, _ = proof_of(lambda case: next(golds) if is_gold(case) else NONE)
    assert proof["log"].splitlines() == ["failed: t::a", "E   assert 1 == 2"]
    sound, _ = proof_of(lambda case: BOTH if is_gold(case) else ONE)
    assert "log" not in sound


def flaking(*golds: Outcome, stub: Outcome = NONE, first: Outcome | None = None) -> dict:
    """The proof when the reference's whole runs give `golds` in turns, and those with tests `first` that."""
    rows = turns(*golds)

    def script(case: Case) -> Outcome:
        if not is_gold(case):
            return stub
        return first if first and not case.payload["full"] else next(rows)
    return proof_of(script)[0]


def test_a_test_that_fails_in_one_run_of_the_reference_is_required_no_longer():
    """One test that failed now and then put every sample of a repository into quarantine."""
    proof = flaking(BOTH, ONE, BOTH, first=BOTH)
    assert (proof["quarantined"], proof["first"], proof["unstable"]) == (None, ["t::b"], {"t::a": [2, 3]})
    assert amended(ENTRY["baseline"], proof["unstable"])["t::a"] == {"passed": RUNS + 2, "runs": RUNS + 3, "ms": 1}


def test_a_test_that_fails_when_it_runs_first_but_not_the_next_time_is_required_no_longer():
    quick = iter([ran((), ("t::a", "t::never"), stopped=True, first=1), ran(("t::a", "t::b"), ("t::never",), rest=1)])
    proof, _ = proof_of(lambda case: NONE if not is_gold(case) else BOTH if case.payload["full"] else next(quick))
    assert (proof["gold"], proof["quarantined"], proof["first"]) == ([RUNS, RUNS], None, ["t::b"])
    assert proof["unstable"] == {"t::a": [1, 2]} and "own_order" not in proof


def test_a_sample_that_unstable_tests_alone_notice_is_told_which():
    proof = flaking(BOTH, ONE, stub=ran(("t::b",), ("t::a",), first=1))
    assert (proof["quarantined"], proof["first"]) == ("stub passes", [])
    assert proof["detail"] == "no stable test notices it, unstable ones may: t::a (passed 6 of 8 times)"


def test_a_test_that_the_baseline_missed_is_unstable_when_the_same_tree_passes_it():
    """The one run of a trial's baseline may be the one in which it failed."""
    more = ran(("t::a", "t::b", "t::late"))
    proof = flaking(more, first=more, stub=ran(("t::a", "t::b"), ("t::late",), rest=1))
    assert (proof["quarantined"], proof["unstable"]) == ("stub passes", {"t::late": [4, RUNS + 4]})
    assert proof["detail"] == "no stable test notices it, unstable ones may: t::late (passed 4 of 8 times)"


@pytest.mark.parametrize(("runs", "golds", "word"), [
    (1, (ONE, BOTH), None), (2, (ONE, ONE, BOTH), None), (1, (ONE,), "gold fails"), (2, (UNBUILT,), "gold fails"),
])
def test_a_reference_that_fails_in_each_of_few_runs_gets_more(runs, golds, word):
    """With one run of two, a test that failed by chance looked like one that always fails."""
    rows, task = turns(*golds), completion(LEFT, GOLD, "", built=False)
    rooms = ScriptedRooms(lambda case: NONE if not is_gold(case) else next(rows) if case.payload["full"] or word else BOTH)
    assert prove(rooms, Locked(task, "env", ENTRY), task.samples, runs, lambda: None)["1"]["quarantined"] == word


def test_declared_tests_of_a_patch_that_are_unstable_with_it_are_required_no_longer():
    meta = {"id": 1, "environment": "env", "test_patch": None, "FAIL_TO_PASS": ["t::a", "t::b"]}
    sample = Sample("1", outputs=PATCH, meta=meta)
    task, rows = task_of(sample, kind="repo-patch", built=False), turns(BOTH, ONE)
    rooms = ScriptedRooms(lambda case: NONE if STUB in case.payload["patch"] else next(rows))
    proof = prove(rooms, Locked(task, "env", ENTRY), task.samples, RUNS, lambda: None)["1"]
    assert (proof["quarantined"], proof["stable"], proof["unstable"]) == (None, ["t::b"], {"t::a": [2, 4]})
