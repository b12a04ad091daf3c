"""HumanEval: HumanEval.jsonl or .jsonl.gz -> a pack of kind python-tests."""

import gzip
import json
from pathlib import Path
from typing import Any

from cli.importers.writing import field, pass_metrics, write_pack
from scoring.errors import BadInput


def import_humaneval(source: Path, to: Path, *, attempts: int = 1) -> None:
    """Writes the pack. Raises BadInput when the source is missing or is not that file."""
    samples = [_sample(record, number) for number, record in enumerate(_records(source), 1)]
    write_pack(to, {
        "name": to.name, "version": "1", "title": "HumanEval",
        "description": "Python functions from signature and docstring, judged by hidden unit tests.",
        "tasks": {"HumanEval": {
            "kind": "python-tests", "data": "humaneval.jsonl", "attempts": attempts, "metrics": pass_metrics(attempts),
        }},
    }, {"humaneval.jsonl": samples})


def _records(source: Path) -> list[Any]:
    try:
        data = source.read_bytes()
        text = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8")
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (OSError, EOFError, ValueError) as error:
        raise BadInput(f"{source} cannot be read as JSONL: {error}", code="not_the_published_file",
                       mend="give HumanEval.jsonl.gz as its authors publish it") from error


def _sample(record: Any, number: int) -> dict[str, Any]:
    entry_point = field(record, "entry_point", number)
    return {
        "instruction": "Complete the function.",
        "inputs": {
            "prompt": field(record, "prompt", number), "entry_point": entry_point,
            "tests": f"{field(record, 'test', number)}\n\ncheck({entry_point})\n",
        },
        "outputs": {"solution": field(record, "canonical_solution", number)},
        "meta": {"id": field(record, "task_id", number)},
    }
