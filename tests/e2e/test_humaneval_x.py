"""HumanEval-X imported from its published files: gold and stub of a fixed sample of its tasks, in real sandboxes."""

import gzip
import json

import pytest

from tests.e2e.conftest import run_cli

LANGUAGES = {"cpp": "cpp", "go": "go", "java": "java", "javascript": "js"}
# With helpers in the prompt (10, 32, 38, 50), special types (22, 137), libraries of their own (162), and some of each sort.
SAMPLE = (0, 10, 22, 32, 38, 50, 77, 112, 129, 137, 155, 162)
# Published answers that fail their own published tests: two by a failed console.assert, one wants a package nobody has.
EXCEPTIONS = {"JavaScript/112": "WRONG_ANSWER", "JavaScript/155": "WRONG_ANSWER", "JavaScript/162": "RUNTIME_ERROR"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_published_answers_pass_and_stubs_fail(shared, tmp_path, embedded_home, language):
    published = shared / "cases" / "humaneval-x" / f"humaneval_{LANGUAGES[language]}.jsonl.gz"
    with gzip.open(published, "rt", encoding="utf-8") as lines:
        chosen = [line for number, line in enumerate(lines) if number in SAMPLE]
    source, pack = tmp_path / "chosen.jsonl", tmp_path / "pack"
    source.write_text("".join(chosen), encoding="utf-8")
    run_cli("benchmark", "import", "humaneval-x", "--from", source, "--to", pack, home=embedded_home)
    exceptions = {json.loads(line)["task_id"] for line in chosen} & set(EXCEPTIONS)
    checked = json.loads(run_cli("benchmark", "check", pack, "--json", home=embedded_home, expect=1 if exceptions else 0))
    assert {fault["sample"]: fault["verdict"] for fault in checked["faults"]} == {one: EXCEPTIONS[one] for one in exceptions}
    assert (checked["samples"], checked["without_gold"]) == (len(SAMPLE), 0)
