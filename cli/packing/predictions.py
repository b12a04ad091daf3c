"""Predictions as SWE-bench's harness reads them -> a submission: one patch for each instance, of one model."""

import json
import zipfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from cli.packing.archive import Packed
from scoring.errors import BadInput


def pack_predictions(source: Path, to: Path, task: str) -> Packed:
    """Writes `to` with TASK.jsonl. `source` is JSONL, a JSON list, or a JSON object by instance id. An instance that stands
    several times has several attempts, in that order. Raises BadInput for what is no such file, or holds several models."""
    attempts: dict[str, list[str | None]] = defaultdict(list)
    models = set()
    for number, row in enumerate(_rows(source), 1):
        patch = _checked(source, number, row)
        attempts[row["instance_id"]].append(patch or None)
        models.add(row.get("model_name_or_path"))
    if len(models) > 1:
        raise BadInput(f"{source} holds predictions of several models: {', '.join(sorted(map(str, models)))}",
                       code="several_runs", mend="a submission holds the answers of one model: make a file for each")
    if not attempts:
        raise _fault(source, "it holds no predictions")
    lines = [json.dumps({"task": task, "id": instance, "attempt": attempt, "output": patch}) + "\n"
             for instance, patches in attempts.items() for attempt, patch in enumerate(patches)]
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{task}.jsonl", "".join(lines))
    return Packed(task, f"{task}.jsonl", len(attempts), len(lines))


def _rows(source: Path) -> list[Any]:
    try:
        text = source.read_text("utf-8-sig")
        if source.suffix == ".jsonl":
            return [json.loads(line) for line in text.split("\n") if line.strip()]
        document = json.loads(text)
    except (OSError, ValueError) as error:
        raise _fault(source, str(error)) from error
    if isinstance(document, dict):
        return [{"instance_id": name, **row} if isinstance(row, dict) else row for name, row in document.items()]
    return document if isinstance(document, list) else [document]


def _checked(source: Path, number: int, row: Any) -> str | None:
    if not isinstance(row, dict) or not isinstance(row.get("instance_id"), str):
        raise _fault(source, f"prediction {number} has no instance_id")
    patch = row.get("model_patch")
    if patch is not None and not isinstance(patch, str):
        raise _fault(source, f"prediction {number}: model_patch is no text")
    return patch


def _fault(source: Path, what: str) -> BadInput:
    return BadInput(f"{source}: {what}", code="bad_predictions",
                    mend="give a file of predictions: JSONL or JSON with instance_id, model_name_or_path and model_patch")
