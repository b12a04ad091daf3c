"""Every declared attempt is planned once, whatever was handed in."""

from scoring.benchmark import Sample
from scoring.plan import gate_generations, plan_job
from scoring.tasks.kind import NOTHING_CAME
from scoring.verdict import NO_ANSWER, PASSED
from tests.scoring.making import answer, benchmark_of, code_task, io_task, match_task


def test_what_was_not_handed_in_is_padded_with_failures_to_the_declared_attempts():
    task = match_task("yes", "no", attempts=3)
    plan = plan_job(benchmark_of(task), [answer(task, "yes")], "strict")
    assert [(one.sample_id, one.attempt, one.verdict.name) for one in plan.attempts] == [
        ("0", 0, PASSED), ("0", 1, NO_ANSWER), ("0", 2, NO_ANSWER),
        ("1", 0, NO_ANSWER), ("1", 1, NO_ANSWER), ("1", 2, NO_ANSWER)]


def test_each_attempt_has_either_a_case_or_a_verdict_and_keeps_its_answer_and_facts():
    io, tests = io_task(), code_task()
    given = [answer(io, "    return 2 * x\n", facts={"latency_ms": 5}), answer(tests, " ")]
    first, second = plan_job(benchmark_of(io, tests), given, "strict").attempts
    assert (first.answer, first.facts, first.verdict) == ("    return 2 * x\n", {"latency_ms": 5}, None)
    assert first.case.program.endswith("    return 2 * x\n")
    assert (second.case, second.verdict) == (None, NOTHING_CAME)


def test_partial_scoring_plans_the_named_tasks_only():
    plan = plan_job(benchmark_of(io_task(), match_task("a")), [], "strict", only_tasks=["EM"])
    assert {one.task for one in plan.attempts} == {"EM"}


def test_results_that_were_computed_elsewhere_stand_as_the_answer():
    task = io_task()
    [attempt] = plan_job(benchmark_of(task), [answer(task, None, executed=("2", "4"))], "strict").attempts
    assert (attempt.answer, attempt.verdict.name) == (("2", "4"), PASSED)


def test_the_gate_asks_for_one_gold_and_one_stub_of_each_sample_and_leaves_out_absent_gold():
    task = code_task()
    bare = io_task(samples=(Sample(id="9", inputs={}, outputs=[], meta={"entry_point": "f"}),))
    benchmark = benchmark_of(task, bare, match_task("a", "b"))
    assert [one.task for one in gate_generations(benchmark, "gold")] == ["PT", "EM", "EM"]
    assert [one.task for one in gate_generations(benchmark, "stub")] == ["PT", "IO", "EM", "EM"]
