"""Kind `unit-tests`: a test that the model wrote, compared with the reference test; a kind `similarity` that looks for code.

Samples and settings are those of `similarity`. `inputs.language` is the tag that `mera-1` looks for (`csharp`, `js`, ...);
`strict` takes the last fenced block whatever its tag. A reply without a block is compared as it is, under both.
"""

from dataclasses import replace

from scoring.benchmark import Sample, Task
from scoring.case import Case
from scoring.extract import mera_unit_tests, strict_block
from scoring.generation import Generation
from scoring.tasks import similarity
from scoring.tasks.kind import is_blank, lacking
from scoring.tasks.similarity import gold, judge, stub
from scoring.verdict import Verdict

name = "unit-tests"
runtime = similarity.runtime
default_metrics = ("codebleu",)

__all__ = ["check", "default_metrics", "gold", "judge", "name", "plan", "runtime", "stub"]


def check(task: Task) -> list[str]:
    return lacking(task, "inputs", "inputs", ("language",)) or similarity.check(task)


def plan(task: Task, sample: Sample, generation: Generation, profile: str) -> Case | Verdict:
    reply = generation.output
    if is_blank(reply):
        return similarity.plan(task, sample, generation, profile)
    code = mera_unit_tests.extract(reply, sample.inputs["language"]) if profile == "mera-1" else strict_block.extract(reply)
    return similarity.plan(task, sample, replace(generation, output=code), profile)
