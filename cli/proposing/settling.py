"""The rounds of a pack's own proof: what it puts into quarantine is left out, and other functions take its place."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from cli.environments.making import Made
from cli.proposing.candidates import Candidate, chosen
from scoring.counting import counted

# Rounds with new functions. Each may build another environment and prove all anew, when another file is withheld by then.
ROUNDS = 3


@dataclass
class Settled:
    """What the rounds came to. `ids`: the samples, none of them quarantined; `made`: the last build, of these where there are
    any; `out`: id -> why it was left out; `unstable`: test -> [how often it passed, of how many runs]; `keys` of all builds."""

    ids: list[str]
    made: Made | None = None
    out: dict[str, str] = field(default_factory=dict)
    unstable: dict[str, list[int]] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)


def settle(candidates: Sequence[Candidate], noticed: Mapping[str, int], count: int,
           build: Callable[[list[Candidate]], Made], say: Callable[[str], None]) -> Settled:
    """Builds with `count` of the candidates, `noticed` by so many tests each, until none of the chosen is quarantined. `build`
    makes the pack of these and proves it."""
    by_id = {one.id: one for one in candidates}
    settled, round_ = Settled(chosen(noticed, count)), 1
    while settled.ids:
        made = settled.made = build([by_id[one] for one in settled.ids])
        settled.unstable |= made.unstable
        settled.keys += [made.key] if made.key else []
        found = {name.partition("/")[2]: reason for name, reason in made.quarantined.items()}
        if not found:
            break
        settled.out |= found
        kept = [one for one in settled.ids if one not in found]
        open_ones = {one: tests for one, tests in noticed.items() if one not in {*settled.out, *kept}}
        withheld = {by_id[one].path for one in kept}
        near = [one for one in open_ones if by_id[one].path in withheld]
        more = replacements(open_ones, len(found), near) if round_ < ROUNDS else []
        for one, reason in found.items():
            say(f"left out: {one}: {reason}")
        if more:
            say(f"{counted(len(more), 'other function')} instead")
        settled.ids, round_ = sorted([*kept, *more], key=lambda one: (-noticed[one], one)), round_ + 1
    return settled


def replacements(noticed: Mapping[str, int], count: int, near: Collection[str]) -> list[str]:
    """`count` of these, first `near` ones, whose files are withheld already: with them the environment stays as it is.

    >>> replacements({"a": 3, "b": 2, "c": 1}, 2, ["c"])
    ['c', 'a']
    """
    first = chosen({one: noticed[one] for one in near}, count)
    return first + chosen({one: tests for one, tests in noticed.items() if one not in near}, count - len(first))
