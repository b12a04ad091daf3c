"""MBPP: sanitized-mbpp.json -> a pack of kind python-tests."""

import ast
import json
from pathlib import Path
from typing import Any

from adapters.benchmarks.text import words_of
from cli.importers.writing import number_of, pass_metrics, text, texts, write_pack
from scoring.errors import BadInput


def import_mbpp(source: Path, to: Path, *, attempts: int = 1) -> None:
    """Writes the pack. Raises BadInput when the source is missing or is not that file."""
    try:
        records = json.loads(source.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadInput(f"{source} cannot be read as JSON: {words_of(error)}", code="not_the_published_file",
                       mend="give sanitized-mbpp.json as its authors publish it") from error
    if not isinstance(records, list):
        raise BadInput(f"{source} holds no list", code="not_the_published_file",
                       mend="give sanitized-mbpp.json as its authors publish it")
    samples = [_sample(record, number) for number, record in enumerate(records, 1)]
    write_pack(to, {
        "name": to.name, "version": "1", "title": "MBPP (sanitized)",
        "description": "Short Python programs from a sentence, judged by assertions.",
        "tasks": {"MBPP": {
            "kind": "python-tests", "data": "mbpp.jsonl", "attempts": attempts, "metrics": pass_metrics(attempts),
        }},
    }, {"mbpp.jsonl": samples})


def _sample(record: Any, number: int) -> dict[str, Any]:
    code, tests = text(record, "code", number), "\n".join(texts(record, "test_list", number)) + "\n"
    inputs = {"prompt": "", "setup": "\n".join(texts(record, "test_imports", number)), "tests": tests}
    if entry_point := entry_point_of(code, tests):
        inputs["entry_point"] = entry_point
    return {
        "instruction": text(record, "prompt", number), "inputs": inputs, "outputs": {"solution": code},
        "meta": {"id": str(number_of(record, "task_id", number))},
    }


def entry_point_of(code: str, tests: str) -> str | None:
    """The function of the gold code that the tests call: the last defined of those they name; None if there is none."""
    try:
        defined = [node.name for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)]
        called = {node.func.id for node in ast.walk(ast.parse(tests))
                  if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    except SyntaxError:
        return None
    return next((name for name in reversed(defined) if name in called), None)
