"""Published data files become packs; what is not that file is refused by name."""

import gzip
import json
from pathlib import Path

import pytest

from adapters.benchmarks import load_pack
from cli.importers import IMPORTERS
from cli.importers.mbpp import entry_point_of
from scoring.case import Case
from scoring.errors import BadInput
from scoring.plan import gate_generations, plan_job

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases"
HUMANEVAL = SHARED / "humaneval" / "HumanEval.jsonl.gz"
MBPP = SHARED / "mbpp" / "sanitized-mbpp.json"
RECORD = {
    "task_id": "HumanEval/0", "prompt": "def one():\n", "entry_point": "one", "canonical_solution": "    return 1\n",
    "test": "def check(candidate):\n    assert candidate() == 1\n",
}


def shared(path: Path) -> Path:
    if not path.exists():
        pytest.skip(f"the shared file {path.name} is not beside this checkout")
    return path


def gold_cases(folder: Path) -> list[Case]:
    pack = load_pack(folder)
    return [attempt.case for attempt in plan_job(pack, gate_generations(pack, "gold"), "strict").attempts if attempt.case]


@pytest.mark.parametrize(("attempts", "metrics"), [
    (1, ("pass@1",)), (5, ("pass@1", "pass@5")), (10, ("pass@1", "pass@5", "pass@10")),
])
def test_humaneval_becomes_a_pack(tmp_path, attempts, metrics):
    (tmp_path / "HumanEval.jsonl").write_text(json.dumps(RECORD) + "\n", "utf-8")
    IMPORTERS["humaneval"](tmp_path / "HumanEval.jsonl", tmp_path / "he", attempts=attempts)
    task = load_pack(tmp_path / "he").tasks["HumanEval"]
    assert ([one.id for one in task.samples], task.attempts, task.metrics) == (["HumanEval/0"], attempts, metrics)
    [case] = gold_cases(tmp_path / "he")
    assert case.program == "def one():\n    return 1\n"
    assert case.payload["tests"].endswith("\n\ncheck(one)\n")


def test_all_of_humaneval_is_imported_with_its_gold_untouched(tmp_path):
    IMPORTERS["humaneval"](shared(HUMANEVAL), tmp_path / "he", attempts=1)
    records = [json.loads(line) for line in gzip.open(HUMANEVAL, "rt", encoding="utf-8")]
    programs = [case.program for case in gold_cases(tmp_path / "he")]
    assert programs == [record["prompt"] + record["canonical_solution"] for record in records]


@pytest.mark.filterwarnings("ignore:invalid escape sequence")  # of MBPP's own code
def test_all_of_mbpp_is_imported_and_every_function_is_found(tmp_path):
    IMPORTERS["mbpp"](shared(MBPP), tmp_path / "mbpp", attempts=1)
    cases = gold_cases(tmp_path / "mbpp")
    assert len(cases) == 427
    assert all(f"def {case.payload['entry_point']}" in case.program for case in cases)
    assert load_pack(tmp_path / "mbpp").tasks["MBPP"].samples[0].id == "2"


@pytest.mark.parametrize(("code", "tests", "name"), [
    ("def a(): pass\ndef b(): pass\n", "assert set(b()) == set(a())", "b"),
    ("def a(): pass\ndef b(): pass\n", "assert a()", "a"),
    ("a = len", "assert a([])", None),
    ("def a(:", "assert a()", None),
])
def test_the_entry_point_of_mbpp_is_the_last_function_that_its_tests_call(code, tests, name):
    assert entry_point_of(code, tests) == name


@pytest.mark.parametrize("kind", IMPORTERS)
@pytest.mark.parametrize("data", [b"", b"{", b'[{"task_id": 1}]', b'{"task_id": 1}\n', b"\xff\xfe", b"\x1f\x8b\x08"])
def test_another_file_is_refused(tmp_path, kind, data):
    (tmp_path / "source").write_bytes(data)
    with pytest.raises(BadInput) as caught:
        IMPORTERS[kind](tmp_path / "source", tmp_path / "pack", attempts=1)
    assert caught.value.code == "not_the_published_file"
    assert not (tmp_path / "pack").exists()


@pytest.mark.parametrize("kind", IMPORTERS)
def test_a_missing_file_is_refused(tmp_path, kind):
    with pytest.raises(BadInput, match="nowhere"):
        IMPORTERS[kind](tmp_path / "nowhere", tmp_path / "pack", attempts=1)


def test_a_pack_that_is_there_already_is_not_overwritten(tmp_path):
    (tmp_path / "HumanEval.jsonl").write_text(json.dumps(RECORD) + "\n", "utf-8")
    IMPORTERS["humaneval"](tmp_path / "HumanEval.jsonl", tmp_path / "he", attempts=1)
    with pytest.raises(BadInput) as caught:
        IMPORTERS["humaneval"](tmp_path / "HumanEval.jsonl", tmp_path / "he", attempts=10)
    assert caught.value.code == "pack_exists"
