"""The answers that ship with a pack of real repositories, whole: what they take from the repositories is made here.

No text of a repository is kept in the packs, so an answer that repeats the reference (`gold`, `gold_fenced`,
`gold_with_signature`) has `generation: null` and is cut from the withheld file once the environment is built.
"""

import json
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from scoring.benchmark import Benchmark, Sample, Task
from scoring.repository.environment import environment_of
from scoring.repository.place import Place, place_of

TAGS = {"c": "c", "cpp": "cpp", "go": "go", "java": "java", "python": "python", "realcodejava": "java"}


@dataclass(frozen=True)
class Answer:
    task: str
    sample: str
    kind: str
    text: str
    expected: dict[str, bool]  # by profile


def answers(folder: Path, pack: Benchmark) -> dict[tuple[str, int], Answer]:
    """By sample and attempt those to the pack's samples, the attempts in the order of the file."""
    samples = {sample.id: (task, sample) for task in pack.tasks.values() for sample in task.samples}
    found: dict[tuple[str, int], Answer] = {}
    for row in map(json.loads, (folder / "answers.jsonl").read_text("utf-8").splitlines()):
        if row["id"] not in samples:
            continue
        task, sample = samples[row["id"]]
        attempt = sum(known == row["id"] for known, _ in found)
        text = row["generation"]
        if text is None:
            text = derived(row["kind"], _place(task, sample), task.settings["rule"])
        expected = {"strict": bool(row["expected_strict"]), "mera-1": bool(row["expected_mera1"])}
        found[row["id"], attempt] = Answer(task.name, row["id"], row["kind"], text, expected)
    return found


def thinned(pack: Benchmark) -> Benchmark:
    """The pack with one sample of each task and environment: every answer again in another way would take a quarter of an
    hour more, and `./assay bench repo` compares the ways over more."""
    tasks = {}
    for task in pack.tasks.values():
        first = {sample.meta["environment"]: sample for sample in reversed(task.samples)}
        tasks[task.name] = replace(task, samples=tuple(first.values()))
    return replace(pack, tasks=tasks)


def _place(task: Task, sample: Sample) -> Place:
    place = place_of(sample, environment_of(task, sample))
    assert place is not None, f"{sample.id}: its environment is not built"
    return place


def derived(kind: str, place: Place, rule: str) -> str:
    """
    >>> derived("gold_with_signature", Place("x\\n\\nint f(void)\\n{\\n", "  return 1;\\n}\\n", ""), "c")
    '```c\\nint f(void)\\n{\\n  return 1;\\n}\\n```\\n'
    """
    if kind == "gold":
        return place.gold
    signature = _python_head if rule == "python" else _head
    head = "".join(signature(place.left)) if kind == "gold_with_signature" else ""
    return f"```{TAGS[rule]}\n{head}{place.gold}```\n"


def _python_head(left: str) -> list[str]:
    """From the last `def` on: what follows it may be a docstring with blank lines."""
    lines = left.splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if line.lstrip().startswith(("def ", "async def "))]
    return lines[starts[-1]:]


def _head(left: str) -> Iterator[str]:
    """The lines of the signature: the last ones, back to what cannot be a part of it."""
    lines, start = left.splitlines(keepends=True), 0
    for number, line in enumerate(lines[:-1]):
        if not line.strip() or line.strip().endswith(("}", "*/", ";")) or line.lstrip().startswith(("//", "#", "@")):
            start = number + 1
    yield from lines[start:]


def archive_of(found: dict[tuple[str, int], Answer], path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("answers.jsonl", "".join(
            json.dumps({"task": one.task, "id": sample, "attempt": attempt, "output": one.text}) + "\n"
            for (sample, attempt), one in found.items()))
    return path
