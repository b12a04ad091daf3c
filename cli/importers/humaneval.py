"""HumanEval: HumanEval.jsonl or .jsonl.gz -> a pack of kind python-tests."""

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

from adapters.benchmarks.text import words_of
from cli.importers.writing import pass_metrics, text, write_pack
from scoring.errors import BadInput


def import_humaneval(source: Path, to: Path, *, attempts: int = 1) -> None:
    """Writes the pack. Raises BadInput when the source is missing or is not that file."""
    samples = [_sample(record, number) for number, record in enumerate(read_lines(source, "HumanEval.jsonl.gz"), 1)]
    write_pack(to, {
        "name": to.name, "version": "1", "title": "HumanEval",
        "description": "Python functions from signature and docstring, judged by hidden unit tests.",
        "tasks": {"HumanEval": {
            "kind": "python-tests", "data": "humaneval.jsonl", "attempts": attempts, "metrics": pass_metrics(attempts),
        }},
    }, {"humaneval.jsonl": samples})


def read_lines(source: Path, published: str) -> list[Any]:
    """The records of a JSONL file, gzipped or not. Raises BadInput when it is not one."""
    try:
        data = source.read_bytes()
        lines = (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8").split("\n")
        return [json.loads(line) for line in lines if line.strip()]
    except (OSError, EOFError, zlib.error, ValueError) as error:
        raise BadInput(f"{source} cannot be read as JSONL: {words_of(error)}", code="not_the_published_file",
                       mend=f"give {published} as its authors publish it") from error


def _sample(record: Any, number: int) -> dict[str, Any]:
    entry_point = text(record, "entry_point", number)
    return {
        "instruction": "Complete the function.",
        "inputs": {
            "prompt": text(record, "prompt", number), "entry_point": entry_point,
            "tests": f"{text(record, 'test', number)}\n\ncheck({entry_point})\n",
        },
        "outputs": {"solution": text(record, "canonical_solution", number)},
        "meta": {"id": text(record, "task_id", number)},
    }
