"""What a report tells of a sample besides its answer: what was asked, and how answers are judged.

Of public tasks only, and of them what the model was shown: their tests and reference answers stay in the pack all the same,
for reports travel further than packs.
"""

from cli.render.words import JUDGED_BY
from scoring.benchmark import Benchmark, Sample
from scoring.shown import instruction_shown


class Asked:
    """Looks samples up in a benchmark; without one (a report that came from a service) there is nothing to tell."""

    def __init__(self, benchmark: Benchmark | None = None):
        self._tasks = benchmark.tasks if benchmark else {}
        self._samples: dict[str, dict[str, Sample]] = {}

    def instruction(self, task_name: str, sample_id: str) -> str | None:
        """What the model was shown; None where it is private or unknown."""
        task = self._tasks.get(task_name)
        if task is None or task.is_private:
            return None
        if task_name not in self._samples:
            self._samples[task_name] = task.by_id()
        sample = self._samples[task_name].get(sample_id)
        return instruction_shown(task, sample) if sample else None

    def judged_by(self, task_name: str) -> str:
        """A sentence; empty where the task is unknown."""
        task = self._tasks.get(task_name)
        return JUDGED_BY.get(task.kind, "") if task else ""
