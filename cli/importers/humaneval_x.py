"""HumanEval-X: humaneval_{cpp,go,java,js}.jsonl.gz -> a pack of kind program-tests. The language is read from the task ids."""

import re
from pathlib import Path
from typing import Any

from cli.importers.humaneval import read_lines
from cli.importers.writing import pass_metrics, text, write_pack
from scoring.errors import BadInput

# By the first part of a task id: the language, its name, and the function that a prompt ends with, or ends in.
_LANGUAGES = {
    "CPP": ("cpp", "C++", r"^[A-Za-z][^\n(]*?(\w+)\s*\([^\n]*\{[ \t]*$"),
    "Go": ("go", "Go", r"^func\s+(\w+)\s*\([^\n]*\{[ \t]*$"),
    "Java": ("java", "Java", r"^    public\s[^\n(]*?(\w+)\s*\([^\n]*\{[ \t]*$"),
    "JavaScript": ("javascript", "JavaScript", r"^(?:const|let|var)\s+(\w+)\s*=[^\n]*\{[ \t]*$"),
}
# Compilers count: their memory and time are the program's. 64 processes, because runtimes start a dozen threads.
_LIMITS = {"cpu_seconds": 15, "wall_seconds": 90, "memory_mib": 1024, "processes": 64, "tmp_mib": 128}


def import_humaneval_x(source: Path, to: Path, *, attempts: int = 1) -> None:
    """Writes the pack. Raises BadInput when the source is missing or is not such a file."""
    records = read_lines(source, "humaneval_cpp.jsonl.gz, or that of another language,")
    language, title, header = _language(records)
    write_pack(to, {
        "name": to.name, "version": "1", "title": f"HumanEval-X ({title})",
        "description": f"{title} functions from signature and comment, judged by hidden unit tests.",
        "tasks": {f"HumanEval-X-{language}": {
            "kind": "program-tests", "data": "humaneval-x.jsonl", "attempts": attempts, "metrics": pass_metrics(attempts),
            "settings": {"language": language}, "limits": _LIMITS,
        }},
    }, {"humaneval-x.jsonl": [_sample(record, number, header) for number, record in enumerate(records, 1)]})


def _language(records: list[Any]) -> tuple[str, str, str]:
    found = {text(record, "task_id", number).partition("/")[0] for number, record in enumerate(records, 1)}
    if len(found) != 1 or not found <= set(_LANGUAGES):
        raise BadInput(f"the task ids begin with {', '.join(sorted(found)) or 'nothing'}", code="not_the_published_file",
                       mend=f"give a file whose ids begin with one of {', '.join(_LANGUAGES)}")
    return _LANGUAGES[found.pop()]


def _sample(record: Any, number: int, header: str) -> dict[str, Any]:
    prompt = text(record, "prompt", number)
    names = re.findall(header, prompt, re.MULTILINE)
    if not names:
        raise BadInput(f"the prompt of record {number} ends in no function", code="not_the_published_file",
                       mend="give the file as its authors publish it")
    setup = text(record, "test_setup", number) if "test_setup" in record else ""
    return {
        "instruction": "Complete the function.",
        "inputs": {"prompt": prompt, "entry_point": names[-1], "setup": setup, "tests": text(record, "test", number)},
        "outputs": {"solution": text(record, "canonical_solution", number)},
        "meta": {"id": text(record, "task_id", number)},
    }
