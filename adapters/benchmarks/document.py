"""A benchmark as one JSON document, and its digest."""

from dataclasses import asdict, replace
from typing import Any

from scoring.benchmark import Benchmark, Demands, Limits, Sample, Task
from scoring.canonical import digest


def benchmark_to_json(benchmark: Benchmark) -> dict[str, Any]:
    """Plain JSON values; holds hidden tests, so it goes nowhere but into snapshots and digests."""
    document = asdict(benchmark)
    document["tasks"] = [asdict(task) for task in benchmark.tasks.values()]
    return document


def benchmark_from_json(document: dict[str, Any]) -> Benchmark:
    tasks = [_task(task) for task in document["tasks"]]
    return Benchmark(**{
        **document, "profiles": tuple(document["profiles"]), "tasks": {task.name: task for task in tasks},
        "totals": {name: tuple(members) for name, members in document.get("totals", {}).items()},
    })


def with_digest(benchmark: Benchmark) -> Benchmark:
    """The benchmark with the SHA-256 of everything that can change a score: not its title, description or demands."""
    document = benchmark_to_json(benchmark)
    for name in ("digest", "title", "description"):
        del document[name]
    _drop_empty(document, "totals")
    for task in document["tasks"]:
        del task["demands"]
        _drop_empty(task, "breakdown")
        _drop_empty(task, "cluster")
        _drop_empty(task, "quarantined")
    return replace(benchmark, digest=digest(document))


def _drop_empty(document: dict[str, Any], name: str) -> None:
    """Packs that do not use a later key keep the digest that they had before it."""
    if not document[name]:
        del document[name]


def _task(document: dict[str, Any]) -> Task:
    tuples = {name: tuple(document.get(name, ())) for name in ("metrics", "id_fields", "aliases", "breakdown")}
    return Task(**{
        **document, **tuples, "limits": Limits(**document["limits"]), "demands": Demands(**document["demands"]),
        "samples": tuple(Sample(**sample) for sample in document["samples"]),
    })
