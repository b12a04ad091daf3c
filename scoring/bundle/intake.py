"""What reading one submission gathers: answers, problems, and which samples were met where."""

import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scoring.benchmark import Benchmark, Sample, Task
from scoring.bundle.caps import ContentCaps
from scoring.bundle.document import check_finite, too_deep
from scoring.bundle.names import Names, near_id
from scoring.bundle.problems import QUARANTINED, Fault, Overlooked, Problems, shown
from scoring.generation import Generation

NODE_BYTES = 64  # a list, object or number in memory, about
IDS_LOOKED_UP = 20  # unknown ids that are compared with the known ones, up to 30 ms each; more are no slips of the pen
LEAST_WASTE = 256  # bytes; a line takes about as long to find as that many bytes take to parse


class Intake:
    """The state that the readers of documents and lines share. Memory is bounded by the caps and by the benchmark:
    only answers to known samples and declared attempts are kept, each once."""

    def __init__(self, benchmark: Benchmark, caps: ContentCaps):
        self.benchmark, self.caps = benchmark, caps
        self.names, self.problems = Names(benchmark), Problems()
        self.generations: list[Generation] = []
        self.files: dict[str, str] = {}  # task -> the first file that names one of its samples
        self.pinned: dict[str, str] = {}  # task -> its document, readable or not
        self.nameless: Counter[str] = Counter()  # task -> rows that do not say which sample they answer
        self._seen: dict[tuple[str, str], dict[int, str]] = {}  # sample -> attempt -> place
        self._samples = {task.name: task.by_id() for task in benchmark.tasks.values()}
        self._memory = self._wasted = self._ids_looked_up = 0

    def pin(self, task: Task, file: str) -> None:
        """Says that `file` is the document of `task`. Raises Fault (`duplicate_file`) if another one is already."""
        if task.name in self.pinned:
            raise Fault("duplicate_file", f"{shown(self.pinned[task.name])} holds answers to {task.name} already",
                        "keep one file per task")
        self.pinned[task.name] = file

    def sample(self, task: Task, sample_id: str) -> Sample:
        """Raises Fault (`unknown_id`), and Overlooked (`quarantined`) for a sample that is out of the benchmark."""
        if sample_id in task.quarantined:
            raise Overlooked(QUARANTINED, f"sample {shown(sample_id)!r} of {task.name} is quarantined "
                             f"({shown(task.quarantined[sample_id], 200)}): its answer does not count", "leave it so")
        sample = self._samples[task.name].get(sample_id)
        if sample is None:
            raise Fault("unknown_id", f"{task.name} has no sample {shown(sample_id)!r}", self._meant(task, sample_id))
        return sample

    def _meant(self, task: Task, sample_id: str) -> str:
        self._ids_looked_up += 1
        near = near_id(sample_id, self._samples[task.name]) if self._ids_looked_up <= IDS_LOOKED_UP else None
        return f"did you mean {near!r}?" if near else "use the ids of the benchmark's samples"

    def claim(self, task: Task, sample: Sample, attempt: int, place: str) -> None:
        """Notes that `place` answers this attempt. Raises Fault (`duplicate_id`) if another place does already."""
        places = self._seen[task.name, sample.id]
        if attempt in places:
            raise Fault("duplicate_id", f"attempt {attempt} of sample {shown(sample.id)!r} is already given in "
                        f"{places[attempt]}", "keep one answer per sample and attempt")
        places[attempt] = place

    def meet(self, task: Task, sample: Sample, file: str) -> None:
        """Notes that `file` names this sample: even if its row is faulty, it is not missing."""
        self._seen.setdefault((task.name, sample.id), {})
        self.files.setdefault(task.name, file)

    def met(self, task: Task, sample_id: str) -> dict[int, str] | None:
        """The places of a sample's answers by attempt; None when nothing names it."""
        return self._seen.get((task.name, sample_id))

    def waste(self, size: int) -> None:
        """Counts a line that brought no answer: a small archive may unpack to hours of them. Raises Fault."""
        self._wasted += max(size, LEAST_WASTE)
        if self._wasted > self.caps.wasted_bytes:
            raise Fault("too_much_waste", "there are too many blank and faulty lines to read on", "take them out")

    def keep(self, generation: Generation) -> None:
        """Raises Fault (`answer_too_long`, `too_deep`, `answers_too_large`, `bad_json`)."""
        content, memory = weigh(generation.output if generation.executed is None else generation.executed,
                                self.caps.json_depth)
        if content > self.caps.answer_bytes:
            raise Fault("answer_too_long", f"the answer has {content:,} bytes, over the limit of "
                        f"{self.caps.answer_bytes:,}", "shorten it, or hand it in as null")
        self.charge(memory)
        self.generations.append(replace(generation, file=shown(generation.file, 200)))

    def charge(self, memory: int) -> None:
        """Counts bytes of answers. Raises Fault (`answers_too_large`)."""
        if self._memory + memory > self.caps.total_bytes:
            raise Fault("answers_too_large", f"all answers together take over {self.caps.total_bytes:,} bytes of "
                        "memory", "hand in fewer tasks at once")
        self._memory += memory


def weigh(value: Any, depth: int) -> tuple[int, int]:
    """(bytes of text, bytes of memory) of an answer, about. Raises Fault (`too_deep`, `bad_json`)."""
    content = memory = 0
    level = [value]
    while level:
        below: list[Any] = []
        for item in level:
            if isinstance(item, str):
                content += len(item) if item.isascii() else len(item.encode("utf-8", "surrogatepass"))
                memory += sys.getsizeof(item)
            else:
                content, memory = content + 1, memory + NODE_BYTES
                if isinstance(item, dict | list | tuple) and depth == 0:
                    raise too_deep()
                if isinstance(item, int | float):
                    check_finite(item)
                below += _parts(item)
        level, depth = below, depth - 1
    return content, memory


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    return value if isinstance(value, list | tuple) else ()
