"""`./assay bench text`: comparing texts in the text room, and linting, against the published scorers one by one."""

import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from pathlib import Path
from tempfile import TemporaryDirectory

from adapters.settings import ROOT, settings
from cli.bench import lints, texts
from cli.bench.published import install_published
from cli.bench.server import cores
from scoring.benchmark import Limits
from scoring.case import Case
from workers.textroom.rooms import RUNTIME, TextRooms

CODE_PAIRS, DOCUMENTS, REVIEWS, LINTS = 2_500, 500, 689, 1_100
SLICES = 8  # per worker: what a batch is to it, so that no worker waits for the last one long


def run() -> dict:
    """`{"codebleu" | "chrf" | "bleu_chrf" | "all": {pairs, seconds, one_by_one_seconds, ratio}, "lints": {files, ...},
    "workers", "cores"}`; seconds of wall time without the start of processes that outlive a job: those that compare do,
    sandboxes do not. `all` is the comparisons'. Raises HostLacks."""
    work = {
        "codebleu": [astuple(pair) for pair in texts.code_pairs(CODE_PAIRS)],
        "chrf": texts.documents(DOCUMENTS), "bleu_chrf": texts.reviews(REVIEWS),
    }
    theirs = _one_by_one(work)
    ours = _in_rooms({name: [_case(name, *part) for part in parts] for name, parts in work.items()})
    sizes = {"codebleu": CODE_PAIRS, "chrf": DOCUMENTS, "bleu_chrf": sum(len(texts) for _, texts in work["bleu_chrf"])}
    found = {name: _compared(sizes[name], ours[name], theirs[name]) for name in work}
    found["all"] = _compared(sum(sizes.values()), sum(ours.values()), sum(theirs.values()))
    programs = texts.programs(LINTS)
    linted = _times(lints.in_sandboxes(programs), lints.one_by_one(programs))
    return {**found, "lints": {"files": LINTS, **linted}, "workers": settings().slots, "cores": cores()}


def _compared(pairs: int, ours: float, theirs: float) -> dict:
    return {"pairs": pairs, **_times(ours, theirs)}


def _times(ours: float, theirs: float) -> dict:
    return {"seconds": round(ours, 2), "one_by_one_seconds": round(theirs, 2), "ratio": round(theirs / ours, 2)}


def _case(name: str, reference: str, candidates: str | list[str], language: str | None = None) -> Case:
    payload = {
        "reference": reference, "candidates": [candidates] if isinstance(candidates, str) else candidates,
        "metrics": name.split("_")[::-1] if name != "codebleu" else [name], "language": language, "swap": name == "bleu_chrf",
    }
    return Case(RUNTIME, "similarity", "", payload, Limits())


def _in_rooms(work: dict[str, list[Case]]) -> dict[str, float]:
    """Seconds of each part, over as many rooms as this host has slots."""
    rooms = [TextRooms() for _ in range(settings().slots)]
    for provider in rooms:
        with provider.open(RUNTIME, 0, {}, Limits()) as room:
            room.run(_case("codebleu", "x", "x", "python"))
    seconds = {}
    with ThreadPoolExecutor(len(rooms)) as workers:
        for name, cases in work.items():
            free = list(rooms)
            slices = [cases[start::SLICES * len(rooms)] for start in range(SLICES * len(rooms))]
            began = time.perf_counter()
            list(workers.map(lambda part, free=free: _run(free, part), slices))
            seconds[name] = time.perf_counter() - began
    for provider in rooms:
        provider.close()
    return seconds


def _run(free: list[TextRooms], cases: list[Case]) -> None:
    provider = free.pop()
    with provider.open(RUNTIME, 0, {}, Limits()) as room:
        for case in cases:
            room.run(case)
    free.append(provider)


def _one_by_one(work: dict[str, list]) -> dict[str, float]:
    with TemporaryDirectory(prefix="assay-bench-") as folder:
        install_published(Path(folder))
        done = subprocess.run(
            [sys.executable, "-m", "cli.bench.one_by_one"], cwd=ROOT, env={"PYTHONPATH": folder, "PYTHONHASHSEED": "0"},
            input=json.dumps(work), capture_output=True, text=True, check=True,
        )
    return json.loads(done.stdout)
