"""Real submissions, read whole."""

import zipfile
from pathlib import Path

import pytest

from adapters.archive import Caps, open_members
from scoring.benchmark import Benchmark, Sample, Task
from scoring.bundle import Bundle, read_bundle, sound_tasks
from tests.intake.benchmark import Text, as_json, as_lines
from tests.intake.containers import zipped
from tests.packs.mera_general.tasks import mera_general

SHARED = Path(__file__).resolve().parent.parent.parent.parent / "shared"


@pytest.fixture
def cases() -> Path:
    if not (SHARED / "cases").is_dir():
        pytest.skip("this checkout has no ../shared with real submissions")
    return SHARED / "cases"


def read(path: Path, benchmark: Benchmark) -> Bundle:
    return read_bundle(open_members(path, Caps()), benchmark)


def benchmark_of(*tasks: Task) -> Benchmark:
    return Benchmark(name="b", version="1", tasks={task.name: task for task in tasks})


def found(bundle: Bundle) -> set[tuple]:
    return {(one.severity, one.code, one.task, one.file, one.sample, one.row) for one in bundle.problems}


GENERAL_FAULTS = {
    ("error", "no_split", "CheGeKa", "CheGeKa.json", None, None),
    ("error", "no_data_field", "PARus", "PARus.json", None, None),
    ("error", "no_id_field_for_doc", "SimpleAr", "SimpleAr.json", None, 528),
    ("error", "extension", "ruEthics", "ruEthics.jso", None, None),
    ("error", "no_meta_field_for_doc", "ruHumanEval", "ruHumanEval.json", None, 128),
    ("error", "no_outputs_field_for_doc", "ruWorldTree", "ruWorldTree.json", "443", 443),
    ("warning", "no_id", "MathLogicQA", "MathLogicQA.json", "739", None),
    ("warning", "no_task", "ruOpenBookQA", "ruOpenBookQA.json", None, None),
}
WRONG_TYPE = ("error", "doc_output_type_error", "RWSD", "RWSD.json", "61", 61)


def test_a_broken_submission_gives_all_its_faults_and_no_other(cases):
    bundle = read(cases / "mera-bad-zip" / "sample_submission_bad.zip", mera_general())
    assert found(bundle) == GENERAL_FAULTS
    assert all(one.mend and one.message for one in bundle.problems)


def test_a_wrong_type_is_listed_beside_the_other_faults(cases, tmp_path):
    """The published archive and the published list of its faults are of different dates: its RWSD.json was replaced
    by a sound one. This puts the fault back."""
    archive = tmp_path / "bad.zip"
    archive.write_bytes(zipped(dict(_with_wrong_type(cases / "mera-bad-zip" / "sample_submission_bad.zip"))))
    assert found(read(archive, mera_general())) == GENERAL_FAULTS | {WRONG_TYPE}


def _with_wrong_type(path: Path):
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            content = archive.read(name)
            if name.endswith("RWSD.json"):
                rows = [{"outputs": "Нет", "meta": {"id": number}} for number in range(260)]
                rows[61]["outputs"] = {"answer": "Нет"}
                content = as_json({"data": {"test": rows}})
            yield name, content


def test_the_sound_tasks_of_a_broken_submission_can_be_scored(cases):
    benchmark = mera_general()
    sound = sound_tasks(read(cases / "mera-bad-zip" / "sample_submission_bad.zip", benchmark), benchmark)
    faulty = {"CheGeKa", "PARus", "SimpleAr", "ruEthics", "ruHumanEval", "ruWorldTree"}
    assert set(benchmark.tasks) - set(sound) == faulty


def test_ids_of_dialogues_are_joined(cases):
    bundle = read(cases / "mera-bad-zip" / "sample_submission_bad.zip", mera_general())
    turns = [one for one in bundle.generations if one.task == "ruTiE"]
    assert [one.sample_id for one in turns[:2]] == ["0/0", "0/1"] and len(turns) == 430


TESTS = ["4", "9", "16"]
CODE_TASKS = {  # name -> attempts, outputs, ids
    "ruHumanEval": (10, TESTS, [1, 2]), "ruCodeEval": (10, TESTS, [1, 2]), "CodeLinterEval": (10, "1", [1]),
    "ruCodeReviewer": (1, "", [1]), "JavaTestGen": (1, "", [1]), "RealCode": (1, "", [1]), "RealCodeJava": (1, "", [1]),
    "YABLoCo": (1, "", [230]), "StRuCom": (1, "", [1, 2]), "UnitTests": (1, "", [1]), "CodeCorrectness": (1, "", [1]),
}


def test_a_submission_of_the_evaluation_harness_loads_whole(cases):
    benchmark = benchmark_of(*(
        Task(name, "python-io" if outputs is TESTS else "exact-match", attempts=attempts,
             samples=tuple(Sample(id=str(number), outputs=outputs) for number in ids))
        for name, (attempts, outputs, ids) in CODE_TASKS.items()))
    bundle = read(cases / "mera-zip" / "sample_submission.zip", benchmark)
    assert bundle.problems == ()
    assert len(bundle.generations) == 2 * 2 * 10 + 10 + 9
    function = [one for one in bundle.generations if one.task == "ruHumanEval" and one.sample_id == "1"]
    assert [one.executed for one in function[:4]] == [tuple(TESTS), tuple(TESTS), "timed out", ("None",) * 3]
    assert all(one.output is None for one in function)


ANSWER_SETS = [("gold", 1), ("stub", 1), ("gpt35", 1), ("agent", 1), ("ten-attempts", 10)]


@pytest.mark.parametrize(("name", "attempts"), ANSWER_SETS)
def test_published_answers_to_humaneval_load_whole(cases, name, attempts):
    samples = tuple(Sample(id=f"HumanEval/{number}") for number in range(164))
    benchmark = benchmark_of(Task("HumanEval", "python-tests", samples, attempts=attempts))
    bundle = read(cases / "humaneval" / f"submission-{name}.zip", benchmark)
    assert bundle.problems == () and len(bundle.generations) == 164 * attempts
    assert sound_tasks(bundle, benchmark) == ("HumanEval",)


def test_unknown_missing_and_doubled_ids_are_told_apart():
    """Counting answers instead of samples has scored a task that was handed in twice (bug B08 of other scorers)."""
    benchmark = benchmark_of(Task("T", "exact-match", tuple(Sample(id=name) for name in "abcd"), attempts=3))
    lines = [("a", 0), ("a", 1), ("b", 0), ("b", 1), ("b", 2), ("x", 0), ("a", 1)]
    answers = [{"task": "T", "id": name, "attempt": attempt, "output": "1"} for name, attempt in lines]
    bundle = read_bundle([Text("a.jsonl", as_lines(*answers))], benchmark)
    assert {(one.code, one.sample) for one in bundle.problems} - {("no_attempt", "a")} == {
        ("unknown_id", "x"), ("duplicate_id", "a"), ("no_id", "c"), ("no_id", "d")}
