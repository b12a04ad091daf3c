"""The proof of samples: the reference answer passes k of k times and the stub fails k of k, else a sample is quarantined.

Samples that share a case (reference answers in the same file are the same tree) share its runs.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adapters.benchmarks.environments import sample_digest
from cli.environments.running import Rooms
from cli.render.excerpt import excerpt_beside
from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.complaint import with_complaint
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.repository.environment import file_of
from scoring.tasks import KINDS
from scoring.verdict import PASSED, UNSCORED, Verdict

PROFILE = "strict"
NAMED = 3  # failed tests in a reason
FLAKY, STUB_PASSES, GOLD_FAILS, BUILD_FAILS = "flaky", "stub passes", "gold fails", "build fails"


@dataclass(frozen=True)
class Locked:
    """A task with one environment as it was just built; nothing is known of its samples yet."""

    task: Task
    name: str
    entry: Mapping[str, Any]

    def with_lock(self, samples: Mapping[str, Any], *, full: bool) -> Task:
        lock = {"environments": {self.name: self.entry}, "samples": {self.task.name: samples}, "refused": {}}
        return replace(self.task, settings={**self.task.settings, "lock": lock, "full": full})

    def gold(self, sample: Sample, first: Sequence[str] | None = None) -> Case | Verdict:
        """The step of the reference answer: with every test, or with `first` the way that scoring goes."""
        task = self._asking(sample, first)
        answer = KINDS[task.kind].gold(task, sample)
        if answer is None:
            return Verdict(UNSCORED, "it has no reference answer")
        return self._planned(task, sample, answer)

    def stub(self, sample: Sample, first: Sequence[str] | None = None) -> Case | Verdict:
        """The step of the stub, likewise."""
        task = self._asking(sample, first)
        return self._planned(task, sample, KINDS[task.kind].stub(task, sample))

    def _asking(self, sample: Sample, first: Sequence[str] | None) -> Task:
        return self.with_lock({} if first is None else {sample.id: {"first": list(first)}}, full=first is None)

    def _planned(self, task: Task, sample: Sample, answer: Any) -> Case | Verdict:
        return KINDS[task.kind].plan(task, sample, Generation(task.name, sample.id, 0, answer), PROFILE)

    def judged(self, sample: Sample, outcome: Outcome) -> Verdict:
        task = self.with_lock({}, full=True)
        return with_complaint(KINDS[task.kind].judge(task, sample, outcome, PROFILE), task, outcome)


def prove(rooms: Rooms, locked: Locked, samples: Sequence[Sample], runs: int, each: Callable[[], None]) -> dict[str, dict]:
    """The proofs by id of samples that live in one environment."""
    most = max(1, runs - 1)  # and the last one goes as scoring does
    golds = _judged(rooms, locked, samples, [locked.gold(sample) for sample in samples], most, each)
    stubs = _judged(rooms, locked, samples, [locked.stub(sample) for sample in samples], 1, each)
    stable = [_stable(locked.entry["baseline"], sample, seen) for sample, seen in zip(samples, golds, strict=True)]
    first = [_noticing(good, seen[0].outcome) for good, seen in zip(stable, stubs, strict=True)]
    quick = [locked.stub(sample, tests) for sample, tests in zip(samples, first, strict=True)]
    more = _judged(rooms, locked, samples, quick, runs - 1, each)
    last = _last_golds(rooms, locked, samples, golds, first, runs - most, each)
    return {
        sample.id: {**_proof(golds[at] + last[at].seen, stubs[at] + more[at]), "first": first[at],
                    **({"own_order": True} if last[at].own_order else {}),
                    **({} if file_of(sample) else {"stable": stable[at]}),
                    "key": locked.entry["key"], "sample_digest": sample_digest(sample)}
        for at, sample in enumerate(samples)
    }


@dataclass(frozen=True)
class Seen:
    """One run's facts, None where nothing had to run, and what they mean."""

    outcome: Outcome | None
    verdict: Verdict


@dataclass(frozen=True)
class LastGold:
    """The last runs of a reference answer. `own_order`: it passes in the order of the repository alone."""

    seen: list[Seen]
    own_order: bool = False


def _last_golds(rooms: Rooms, locked: Locked, samples: Sequence[Sample], golds: Sequence[list[Seen]],
                first: Sequence[Sequence[str]], runs: int, each: Callable[[], None]) -> list[LastGold]:
    """Tests may need what others leave behind, or fixtures that cannot be made twice. Right answers must not fail by the
    order that scoring would prefer, so where the reference does, it gets another run in the repository's own."""
    whole = [locked.gold(sample) for sample in samples]
    ordered = [locked.gold(sample, tests) if tests and file_of(sample) else step
               for sample, tests, step in zip(samples, first, whole, strict=True)]
    seen = _judged(rooms, locked, samples, ordered, runs, each)
    again = [at for at, last in enumerate(seen) if _passes(golds[at]) == len(golds[at]) and _passes(last) < len(last)
             and ordered[at] is not whole[at]]
    more = _judged(rooms, locked, [samples[at] for at in again], [whole[at] for at in again], runs, each)
    found = [LastGold(last) for last in seen]
    for at, last in zip(again, more, strict=True):
        found[at] = LastGold(last, own_order=True)
    return found


def _judged(rooms: Rooms, locked: Locked, samples: Sequence[Sample], steps: Sequence[Case | Verdict], runs: int,
            each: Callable[[], None]) -> list[list[Seen]]:
    """Per sample `runs` verdicts; equal cases run together."""
    cases = list({case.key(""): case for case in steps if isinstance(case, Case)}.values())
    outcomes = rooms.run_all([case for case in cases for _ in range(runs)], each)
    by_key = {case.key(""): outcomes[at * runs:(at + 1) * runs] for at, case in enumerate(cases)}
    return [
        [Seen(None, step)] * runs if isinstance(step, Verdict) else
        [Seen(outcome, locked.judged(sample, outcome)) for outcome in by_key[step.key("")]]
        for sample, step in zip(samples, steps, strict=True)
    ]


def _stable(baseline: Mapping[str, Mapping[str, int]], sample: Sample, gold: Sequence[Seen]) -> list[str]:
    """The tests to rely on. A patch may be judged by tests that the untouched tree lacks: those that always pass with the
    reference patch."""
    if file_of(sample):
        return [test for test, seen in baseline.items() if seen["passed"] == seen["runs"]]
    passed = [set(one.outcome.report["tests"]["passed"]) if one.outcome and one.outcome.report else set() for one in gold]
    return sorted(set.intersection(*passed)) if passed else []


def _noticing(stable: Sequence[str], outcome: Outcome | None) -> list[str]:
    """The stable tests that did not pass with the stub: those that reach the target."""
    if outcome is None or outcome.report is None:
        return []
    passed = set(outcome.report["tests"]["passed"])
    ran = passed | set(outcome.report["tests"]["failed"]) | set(outcome.report["tests"]["skipped"])
    return [test for test in stable if test not in passed and (test in ran or outcome.report["phase"] == "done")]


def _proof(gold: Sequence[Seen], stub: Sequence[Seen]) -> dict[str, Any]:
    good, bad = _passes(gold), _passes(stub)
    word, detail = _quarantine(gold, stub, good, bad)
    log = excerpt_beside(detail or "", _failing(gold).outcome) if good < len(gold) else ""
    return {"gold": [good, len(gold)], "stub": [bad, len(stub)], "quarantined": word, "detail": detail,
            **({"log": log} if log else {})}


def _quarantine(gold: Sequence[Seen], stub: Sequence[Seen], good: int, bad: int) -> tuple[str | None, str | None]:
    if 0 < good < len(gold):
        return FLAKY, f"the reference answer passes {good} of {len(gold)} times: {_reason(gold)}"
    if not good:
        return GOLD_FAILS, _reason(gold)
    if bad:
        return (STUB_PASSES, "no test notices it") if bad == len(stub) else (
            FLAKY, f"the stub passes {bad} of {len(stub)} times")
    return None, None


def _passes(seen: Sequence[Seen]) -> int:
    return sum(one.verdict.name == PASSED for one in seen)


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
