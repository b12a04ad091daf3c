"""Runs of reference answers: as many as tell what fails by chance, or by the order of tests, from what always fails."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from cli.environments.locked import Locked, Seen, judged_runs, passes
from cli.environments.running import Rooms
from cli.environments.unstable import tallied
from scoring.benchmark import Sample
from scoring.case import Case
from scoring.repository.environment import file_of
from scoring.repository.judging import Run
from scoring.verdict import Verdict

LOOKS = 3  # runs of a reference answer that fails in each, before its tests are taken for failing always


@dataclass(frozen=True)
class LastGold:
    """The last runs of a reference answer. `whole`: with every test, in the order of the repository; `own_order`: it passes in
    that alone; `unstable`: tests that passed only when the same was run once more."""

    seen: list[Seen]
    whole: bool
    own_order: bool = False
    unstable: dict[str, list[int]] = field(default_factory=dict)


def golds_of(rooms: Rooms, locked: Locked, samples: Sequence[Sample], runs: int, each: Callable[[], None]) -> list[list[Seen]]:
    """The runs of the references with every test. Where one fails by its tests in each of few runs, it gets more: only then
    can a test that fails at times be told from one that fails always."""
    steps = [locked.gold(sample) for sample in samples]
    golds = judged_runs(rooms, locked, samples, steps, runs, each)
    doubted = [at for at, seen in enumerate(golds) if runs < LOOKS and not passes(seen) and all(map(_is_complete, seen))]
    more = judged_runs(rooms, locked, [samples[at] for at in doubted], [steps[at] for at in doubted], LOOKS - runs, each)
    for at, seen in zip(doubted, more, strict=True):
        golds[at] = golds[at] + seen
    return golds


def _is_complete(seen: Seen) -> bool:
    return seen.outcome is not None and (seen.outcome.report or {}).get("phase") == "done"


def by_chance(locked: Locked, sample: Sample, whole: Sequence[Seen]) -> dict[str, list[int]]:
    """The tests that passed in some of these whole runs of its reference and not in others; a test that passes in none is
    another matter. Where the reference is the untouched tree, those too that passed in no run of the baseline. Of a class of
    tests that is itself the answer, what it holds is nobody's."""
    baseline, tally = locked.entry["baseline"], tallied(one.outcome for one in whole)
    found = {test: seen for test, seen in tally.items() if seen[0] < seen[1] and (test in baseline or not file_of(sample))}
    if _is_untouched(locked, sample):
        before = min((seen["runs"] for seen in baseline.values()), default=0)
        found |= {test: [passed, before + runs] for test, (passed, runs) in tally.items() if test not in baseline}
    return found


def _is_untouched(locked: Locked, sample: Sample) -> bool:
    case, target = locked.gold(sample), file_of(sample)
    return isinstance(case, Case) and target is not None and case.program == locked.entry["withheld"].get(target)


def last_golds_of(rooms: Rooms, locked: Locked, samples: Sequence[Sample], golds: Sequence[list[Seen]],
                  first: Sequence[Sequence[str]], runs: int, each: Callable[[], None]) -> list[LastGold]:
    """Tests may need what others leave behind, or fixtures that cannot be made twice. Right answers must not fail by the
    order that scoring would prefer, so where the reference does twice, it gets another run in the repository's own. Where it
    does once, that was chance, and the tests that failed are unstable."""
    whole = [locked.gold(sample) for sample in samples]
    ordered = [locked.gold(sample, tests) if tests and file_of(sample) else step
               for sample, tests, step in zip(samples, first, whole, strict=True)]
    found = [LastGold(seen, whole=step is own) for step, own, seen in zip(
        ordered, whole, judged_runs(rooms, locked, samples, ordered, runs, each), strict=True)]

    def failing() -> list[int]:
        return [at for at, last in enumerate(found) if passes(golds[at]) == len(golds[at])
                and passes(last.seen) < len(last.seen) and not last.whole]

    def once_more(places: list[int], steps: Sequence[Case | Verdict]) -> Iterator[tuple[int, list[Seen]]]:
        chosen = [samples[at] for at in places]
        return zip(places, judged_runs(rooms, locked, chosen, [steps[at] for at in places], runs, each), strict=True)

    for at, seen in once_more(failing(), ordered):
        if passes(seen) == len(seen) and (unstable := _failed_before(found[at].seen, seen)):
            found[at] = LastGold(seen, whole=False, unstable=unstable)
    for at, seen in once_more(failing(), whole):
        found[at] = LastGold(seen, whole=True, own_order=True)
    return found


def _failed_before(before: Sequence[Seen], seen: Sequence[Seen]) -> dict[str, list[int]]:
    """The tests that passed each time now and failed in a run before."""
    failed = {test for one in before if one.outcome for test in Run(one.outcome.report or {}).failed}
    runs = len(before) + len(seen)
    return {test: [len(seen), runs] for test, (passed, _) in tallied(one.outcome for one in seen).items()
            if test in failed and passed == len(seen)}
