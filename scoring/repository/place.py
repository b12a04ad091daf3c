"""Where an answer goes: the text before it, what stands there in the repository, and the text after it."""

from dataclasses import dataclass

from scoring.benchmark import Sample
from scoring.repository.environment import Environment, file_of


@dataclass(frozen=True)
class Place:
    """`gold` is the reference answer in its place: left + gold + right is the file, up to line feeds at their borders."""

    left: str
    gold: str
    right: str


def place_of(sample: Sample, environment: Environment | None) -> Place | None:
    """From `left_context` and `right_context` of meta, or from the lines and the withheld file; None where both are missing."""
    meta = sample.meta
    if isinstance(meta.get("left_context"), str):
        return Place(meta["left_context"], gold_of(sample) or "", meta.get("right_context") or "")
    text = environment.withheld.get(file_of(sample) or "") if environment else None
    lines = lines_of(sample)
    return None if text is None or lines is None else cut_out(text, *lines)


def cut_out(text: str, first: int, last: int) -> Place:
    """The lines `first` to `last` of a file, counted from 1, and what is around them. Only a line feed ends a line.

    >>> cut_out("a\\nb\\nc\\n", 2, 2)
    Place(left='a\\n', gold='b\\n', right='c\\n')
    """
    lines = text.split("\n")
    lines = [line + "\n" for line in lines[:-1]] + lines[-1:]
    return Place("".join(lines[:first - 1]), "".join(lines[first - 1:last]), "".join(lines[last:]))


def gold_of(sample: Sample) -> str | None:
    """The reference answer as the record has it."""
    return next((text for text in (sample.meta.get("gt"), sample.outputs) if isinstance(text, str) and text.strip()), None)


def lines_of(sample: Sample) -> tuple[int, int] | None:
    """The first and last line that the answer takes the place of, from 1: `lines`, or YABLoCo's `pos` and `code_length`."""
    lines, first, length = (sample.meta.get(name) for name in ("lines", "pos", "code_length"))
    if type(first) is int and type(length) is int:
        lines = first, first + length
    if isinstance(lines, list | tuple) and len(lines) == 2 and all(type(number) is int for number in lines) and (
            1 <= lines[0] <= lines[1]):
        return lines[0], lines[1]
    return None


def disagreement(sample: Sample, environment: Environment) -> str | None:
    """How record and repository contradict each other; None when they agree. The published scorer dies of it."""
    place, text = place_of(sample, environment), environment.withheld.get(file_of(sample) or "")
    if text is None or place is None:
        return f"the environment has no file {file_of(sample)}"
    missing = [name for name, part in (("left_context", place.left), ("right_context", place.right))
               if part.rstrip("\n") not in text]
    return f"{' and '.join(missing)} do not occur in {file_of(sample)}" if missing else None
