"""Small benchmarks and outcomes, as values."""

from typing import Any

from scoring.benchmark import Benchmark, Sample, Task
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.report import AttemptResult
from scoring.verdict import PASSED, WRONG_ANSWER, Verdict

IO_SAMPLE = Sample(
    id="1", inputs={"function": 'def f(x):\n    """Twice."""\n', "tests": [{"x": 1}, {"x": 2}]}, outputs=["2", "4"],
    meta={"id": 1, "entry_point": "f", "canonical_solution": "    return 2 * x\n"},
)
CODE_SAMPLE = Sample(
    id="1", inputs={"prompt": "def f(x):\n", "tests": "assert f(1) == 2\n", "setup": "import math", "entry_point": "f"},
    outputs={"solution": "    return 2 * x\n"}, meta={"id": 1},
)


def io_task(**changes: Any) -> Task:
    return Task(**{"name": "IO", "kind": "python-io", "samples": (IO_SAMPLE,), "runtime": "python", "metrics": ("pass@1",),
                   **changes})


def code_task(**changes: Any) -> Task:
    return Task(**{"name": "PT", "kind": "python-tests", "samples": (CODE_SAMPLE,), "runtime": "python",
                   "metrics": ("pass@1",), **changes})


def match_task(*outputs: Any, **changes: Any) -> Task:
    samples = tuple(Sample(id=str(number), outputs=output) for number, output in enumerate(outputs))
    return Task(**{"name": "EM", "kind": "exact-match", "samples": samples, "metrics": ("exact_match",), **changes})


def benchmark_of(*tasks: Task) -> Benchmark:
    return Benchmark(name="b", version="1", tasks={task.name: task for task in tasks})


def answer(task: Task, output: Any, **more: Any) -> Generation:
    return Generation(task=task.name, sample_id=task.samples[0].id, attempt=0, output=output, **more)


def ended(phase: str = "done", error: str | None = None, results: tuple = (), **facts: Any) -> Outcome:
    """A run that ended by itself with a proven report."""
    fault = {"type": error, "message": "hidden 42", "line": 1} if error else None
    report = {"phase": phase, "error": fault, "results": list(results)}
    return Outcome(**{"exit_code": 0, "report": report, **facts})


def results(task: str, **attempts: str) -> list[AttemptResult]:
    """`results("T", a="+-?")`: sample a passed, failed and stayed UNSCORED."""
    verdicts = {"+": Verdict(PASSED), "-": Verdict(WRONG_ANSWER), "?": Verdict("UNSCORED")}
    return [AttemptResult(task, sample, number, verdicts[mark])
            for sample, marks in attempts.items() for number, mark in enumerate(marks)]
