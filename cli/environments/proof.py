"""The proof of samples: the reference answer passes k of k times and the stub fails k of k, else a sample is quarantined.

Samples that share a case (reference answers in the same file are the same tree) share its runs. A test that passes in some runs
of a reference answer and not in others is unstable, as one that does so in the untouched tree: no answer has to pass it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from adapters.benchmarks.environments import sample_digest
from cli.environments.locked import Locked, Seen, judged_again, judged_runs, passes
from cli.environments.references import LastGold, by_chance, golds_of, last_golds_of
from cli.environments.running import Rooms
from cli.environments.unstable import in_words, passed_in, unstable_in
from cli.render.excerpt import excerpt_beside
from scoring.benchmark import Sample
from scoring.outcome import Outcome
from scoring.repository.environment import file_of
from scoring.repository.judging import Run
from scoring.verdict import PASSED

NAMED = 3  # failed tests in a reason
FLAKY, STUB_PASSES, GOLD_FAILS, BUILD_FAILS = "flaky", "stub passes", "gold fails", "build fails"
NOT_NOTICED = "no test notices it"


def prove(rooms: Rooms, locked: Locked, samples: Sequence[Sample], runs: int, each: Callable[[], None]) -> dict[str, dict]:
    """The proofs by id of samples that live in one environment. `unstable` in a proof are tests that the runs of its reference
    found to be so; they hold for all samples, and whoever keeps the baseline takes them over.

    1. The references run with every test, and which tests are unstable is found.
    2. The stubs run with every test once, and then as scoring does: those first that notice them.
    3. The references run as scoring does, which may find more.
    4. All these runs are judged by what is known at the end.
    """
    most = max(1, runs - 1)  # and the last one goes as scoring does
    golds = golds_of(rooms, locked, samples, most, each)
    known = _knowing(locked, samples, golds)
    stubs = judged_runs(rooms, known, samples, [known.stub(sample) for sample in samples], 1, each)
    first = [_first(known, *them) for them in zip(samples, golds, stubs, strict=True)]
    quick = [known.stub(sample, tests) for sample, tests in zip(samples, first, strict=True)]
    more = judged_runs(rooms, known, samples, quick, runs - 1, each)
    last = last_golds_of(rooms, known, samples, judged_again(known, samples, golds), first, runs - most, each)

    whole = [gold + (late.seen if late.whole else []) for gold, late in zip(golds, last, strict=True)]
    known = _knowing(locked, samples, whole).without(_together(late.unstable for late in last))
    golds = judged_again(known, samples, [gold + late.seen for gold, late in zip(golds, last, strict=True)])
    stubs = judged_again(known, samples, [stub + rest for stub, rest in zip(stubs, more, strict=True)])
    return {sample.id: _proof(known, sample, gold, stub, late) | _unstable(locked, sample, seen, late)
            for sample, gold, stub, late, seen in zip(samples, golds, stubs, last, whole, strict=True)}


def _knowing(locked: Locked, samples: Sequence[Sample], golds: Sequence[Sequence[Seen]]) -> Locked:
    return locked.without(_together(by_chance(locked, *them) for them in zip(samples, golds, strict=True)))


def _together(found: Iterable[Mapping[str, list[int]]]) -> dict[str, list[int]]:
    return {test: counts for one in found for test, counts in one.items()}


def _unstable(locked: Locked, sample: Sample, whole: Sequence[Seen], last: LastGold) -> dict[str, Any]:
    found = last.unstable | by_chance(locked, sample, whole)
    return {"unstable": found} if found else {}


def _stable(baseline: Mapping[str, Mapping[str, int]], sample: Sample, gold: Sequence[Seen]) -> list[str]:
    """The tests to rely on. A patch may be judged by tests that the untouched tree lacks: those that always pass with the
    reference patch."""
    if file_of(sample):
        return [test for test, seen in baseline.items() if seen["passed"] == seen["runs"]]
    passed = [set(one.outcome.report["tests"]["passed"]) if one.outcome and one.outcome.report else set() for one in gold]
    return sorted(set.intersection(*passed)) if passed else []


def _first(locked: Locked, sample: Sample, gold: Sequence[Seen], stub: Sequence[Seen]) -> list[str]:
    """The tests to rely on that notice the stub; its first run is of all tests."""
    return _noticing(_stable(locked.entry["baseline"], sample, gold), stub[0].outcome)


def _noticing_at_times(locked: Locked, stubs: Sequence[Seen]) -> dict[str, list[int]]:
    """The unstable tests that failed with the stub and passed in no run of it: they may well be what reaches the target."""
    outcomes = [one.outcome for one in stubs if one.outcome]
    passed = frozenset().union(*map(passed_in, outcomes))
    failed = frozenset().union(*(Run(one.report or {}).failed for one in outcomes))
    return {test: seen for test, seen in unstable_in(locked.entry["baseline"]).items() if test in failed - passed}


def _noticing(stable: Sequence[str], outcome: Outcome | None) -> list[str]:
    """The stable tests that did not pass with the stub: those that reach the target."""
    if outcome is None or outcome.report is None:
        return []
    passed = set(outcome.report["tests"]["passed"])
    ran = passed | set(outcome.report["tests"]["failed"]) | set(outcome.report["tests"]["skipped"])
    return [test for test in stable if test not in passed and (test in ran or outcome.report["phase"] == "done")]


def _proof(locked: Locked, sample: Sample, gold: Sequence[Seen], stub: Sequence[Seen], last: LastGold) -> dict[str, Any]:
    first = _first(locked, sample, gold, stub)
    word, detail = _quarantine(gold, stub, {} if first else _noticing_at_times(locked, stub))
    log = excerpt_beside(detail or "", _failing(gold).outcome) if passes(gold) < len(gold) else ""
    return {
        "gold": [passes(gold), len(gold)], "stub": [passes(stub), len(stub)], "quarantined": word, "detail": detail,
        **({"log": log} if log else {}), "first": first, **({"own_order": True} if last.own_order else {}),
        **({} if file_of(sample) else {"stable": _stable(locked.entry["baseline"], sample, gold)}),
        "key": locked.entry["key"], "sample_digest": sample_digest(sample),
    }


def _quarantine(gold: Sequence[Seen], stub: Sequence[Seen],
                at_times: Mapping[str, Sequence[int]]) -> tuple[str | None, str | None]:
    """`at_times`: unstable tests that may notice the stub, where no stable one does."""
    good, bad = passes(gold), passes(stub)
    if 0 < good < len(gold):
        return FLAKY, f"the reference answer passes {good} of {len(gold)} times: {_reason(gold)}"
    if not good:
        return GOLD_FAILS, _reason(gold)
    if bad and at_times:
        return STUB_PASSES, f"no stable test notices it, unstable ones may: {in_words(at_times)}"
    if bad:
        return (STUB_PASSES, NOT_NOTICED) if bad == len(stub) else (
            FLAKY, f"the stub passes {bad} of {len(stub)} times")
    return None, None


def _failing(seen: Sequence[Seen]) -> Seen:
    return next(one for one in seen if one.verdict.name != PASSED)


def _reason(seen: Sequence[Seen]) -> str:
    one = _failing(seen)
    failed = sorted((one.outcome and one.outcome.report or {}).get("tests", {}).get("failed", ()))
    more = f" and {len(failed) - NAMED} more" if len(failed) > NAMED else ""
    return f"{one.verdict.name}: {one.verdict.reason}" + (f": {', '.join(failed[:NAMED])}{more}" if failed else "")


def build_failed(samples: Sequence[Sample], detail: str) -> dict[str, dict]:
    """The proofs of samples whose environment cannot be made."""
    return {sample.id: {"gold": [0, 0], "stub": [0, 0], "first": [], "quarantined": BUILD_FAILS, "detail": detail,
                        "key": None, "sample_digest": sample_digest(sample)} for sample in samples}
