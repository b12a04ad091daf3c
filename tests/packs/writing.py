"""Benchmarks that tests build as values, written as packs: for doors that only take a folder."""

import json
from pathlib import Path

import yaml

from scoring.benchmark import Benchmark, Sample, Task


def write_pack(benchmark: Benchmark, folder: Path) -> Path:
    """Writes benchmark.yaml and one data file per task into `folder`, which is made; gives `folder`."""
    folder.mkdir(parents=True)
    tasks = {}
    for task in benchmark.tasks.values():
        data = {"access": task.access, "data": [_record(task, sample) for sample in task.samples]}
        (folder / f"{task.name}.json").write_text(json.dumps(data), "utf-8")
        tasks[task.name] = {"kind": task.kind, "data": f"{task.name}.json", "attempts": task.attempts,
                            "answer": task.answer, "id_fields": list(task.id_fields), "aliases": list(task.aliases)}
    manifest = {"name": benchmark.name, "version": benchmark.version, "tasks": tasks}
    (folder / "benchmark.yaml").write_text(yaml.safe_dump(manifest), "utf-8")
    return folder


def _record(task: Task, sample: Sample) -> dict:
    ids = sample.id.split("/", len(task.id_fields) - 1)
    meta = {**sample.meta, **dict(zip(task.id_fields, ids, strict=True))}
    return {"instruction": sample.instruction, "inputs": sample.inputs, "outputs": sample.outputs, "meta": meta}


def function_sample(sample_id: str, outputs: list[str]) -> Sample:
    """A sample of kind `python-io`: the function `f` is called once for each of `outputs`, which are squares."""
    calls = [[number] for number in range(2, 2 + len(outputs))]
    return Sample(id=sample_id, inputs={"function": 'def f(x):\n    """The square of x."""', "tests": calls},
                  outputs=outputs, meta={"entry_point": "f", "canonical_solution": "\n    return x * x\n"})
