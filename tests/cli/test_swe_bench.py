"""SWE-bench: its data files become packs, its predictions submissions to them."""

import json
import zipfile

import pyarrow
import pyarrow.parquet
import pytest
import yaml
from typer.testing import CliRunner

from adapters.benchmarks import load_pack
from cli.app import app
from cli.importers import IMPORTERS
from cli.packing.predictions import pack_predictions
from scoring.bundle import read_bundle
from scoring.errors import BadInput, UsageFault
from scoring.plan import plan_job
from tests.intake.benchmark import Text

DIFF = "--- a/m.py\n+++ b/m.py\n@@ -1 +1 @@\n-a\n+b\n"
TESTS = DIFF.replace("m.py", "tests/t.py")


def record(number: int, **changes) -> dict:
    return {"instance_id": f"own__pkg-{number}", "repo": "own/pkg", "base_commit": str(number) * 40,
            "problem_statement": "It fails.", "patch": DIFF, "test_patch": TESTS, "version": "1.0",
            "FAIL_TO_PASS": '["tests/t.py::new"]', "PASS_TO_PASS": "[\"tests/t.py::old[a b]\"]", **changes}


def write(folder, records, name: str = "data.jsonl"):
    path = folder / name
    if name.endswith(".parquet"):
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(records), path)
    else:
        path.write_text("".join(json.dumps(one) + "\n" for one in records), "utf-8")
    return path


@pytest.mark.parametrize("name", ["data.jsonl", "data.parquet"])
def test_records_become_a_pack_with_an_environment_for_each_base_commit(tmp_path, name):
    source = write(tmp_path, [record(1), record(2), record(3, base_commit="1" * 40)], name)
    IMPORTERS["swe-bench"](source, tmp_path / "pack", repositories="clones/")
    task = load_pack(tmp_path / "pack").tasks["SWE-bench"]
    assert [sample.id for sample in task.samples] == ["own__pkg-1", "own__pkg-2", "own__pkg-3"]
    environments = yaml.safe_load((tmp_path / "pack" / "environments.yaml").read_text())
    assert len(environments) == 2
    assert environments["own__pkg-111111111111"]["source"]["git"] == "clones/own/pkg"
    assert task.samples[0].meta["PASS_TO_PASS"] == ["tests/t.py::old[a b]"]


@pytest.mark.parametrize(("repos", "cluster"), [(["own/pkg", "own/pkg"], None), (["own/pkg", "own/other"], "meta.repo")])
def test_intervals_are_over_repositories_where_there_are_several(tmp_path, repos, cluster):
    records = [record(number, repo=repo) for number, repo in enumerate(repos)]
    IMPORTERS["swe-bench"](write(tmp_path, records), tmp_path / "pack", repositories="r")
    assert load_pack(tmp_path / "pack").tasks["SWE-bench"].cluster == cluster


@pytest.mark.parametrize(("name", "content"), [
    ("verified.txt", "own__pkg-2\n"), ("verified.json", '["own__pkg-2"]'), ("verified.jsonl", json.dumps(record(2)) + "\n"),
])
def test_a_subset_takes_its_instances_alone(tmp_path, name, content):
    (tmp_path / name).write_text(content, "utf-8")
    IMPORTERS["swe-bench"](write(tmp_path, [record(1), record(2)]), tmp_path / "pack", repositories="r", subset=tmp_path / name)
    pack = load_pack(tmp_path / "pack")
    assert pack.title == "SWE-bench, verified"
    assert [sample.id for sample in pack.tasks["SWE-bench"].samples] == ["own__pkg-2"]


def test_a_subset_of_another_data_set_is_refused(tmp_path):
    (tmp_path / "lite.txt").write_text("other-1\n")
    with pytest.raises(BadInput, match="lacks 1 instance of"):
        IMPORTERS["swe-bench"](write(tmp_path, [record(1)]), tmp_path / "pack", repositories="r", subset=tmp_path / "lite.txt")


@pytest.mark.parametrize(("changes", "said"), [
    ({"patch": None}, "no text 'patch'"), ({"FAIL_TO_PASS": "tests/t.py"}, "FAIL_TO_PASS: it is no list of test ids"),
])
def test_what_is_no_such_record_is_named(tmp_path, changes, said):
    with pytest.raises(BadInput, match=said):
        IMPORTERS["swe-bench"](write(tmp_path, [record(1, **changes)]), tmp_path / "pack", repositories="r")


def test_repositories_must_be_named(tmp_path):
    source = write(tmp_path, [record(1)])
    done = CliRunner().invoke(app, ["benchmark", "import", "swe-bench", "--from", str(source), "--to", str(tmp_path / "pack")])
    assert isinstance(done.exception, BadInput) and "--repositories" in done.exception.mend


PREDICTIONS = [{"instance_id": "own__pkg-1", "model_name_or_path": "m", "model_patch": DIFF},
               {"instance_id": "own__pkg-2", "model_name_or_path": "m", "model_patch": ""}]


def test_a_zip_that_nobody_named_is_never_written_over(tmp_path):
    (tmp_path / "p.jsonl").write_text("".join(json.dumps(one) + "\n" for one in PREDICTIONS))
    (tmp_path / "p.zip").write_bytes(b"mine")
    done = CliRunner().invoke(app, ["pack", "--from-predictions", str(tmp_path / "p.jsonl")])
    assert isinstance(done.exception, UsageFault) and (tmp_path / "p.zip").read_bytes() == b"mine"
    named = ["--out", str(tmp_path / "p.zip")]
    assert CliRunner().invoke(app, ["pack", "--from-predictions", str(tmp_path / "p.jsonl"), *named]).exit_code == 0


@pytest.mark.parametrize(("name", "content"), [
    ("p.jsonl", "".join(json.dumps(one) + "\n" for one in PREDICTIONS)), ("p.json", json.dumps(PREDICTIONS)),
    ("p.json", json.dumps({one["instance_id"]: one for one in PREDICTIONS})),
])
def test_predictions_become_a_submission(tmp_path, name, content):
    (tmp_path / name).write_text(content, "utf-8")
    done = CliRunner().invoke(app, ["pack", "--from-predictions", str(tmp_path / name), "--json"])
    [member] = json.loads(done.stdout)["members"]
    assert member == {"task": "SWE-bench", "member": "SWE-bench.jsonl", "samples": 2, "answers": 2}
    IMPORTERS["swe-bench"](write(tmp_path, [record(1), record(2)]), tmp_path / "pack", repositories="r")
    benchmark = load_pack(tmp_path / "pack")
    with zipfile.ZipFile(tmp_path / "p.zip") as archive:
        bundle = read_bundle([Text("SWE-bench.jsonl", archive.read("SWE-bench.jsonl"))], benchmark)
    assert bundle.problems == ()
    verdicts = [attempt.verdict.name for attempt in plan_job(benchmark, bundle.generations, "strict").attempts]
    assert verdicts == ["UNSCORED", "NO_ANSWER"]


@pytest.mark.parametrize(("rows", "said"), [
    ([{"model_patch": DIFF}], "prediction 1 has no instance_id"), ([{"instance_id": "a", "model_patch": 1}], "is no text"),
    ([], "holds no predictions"),
    ([{**PREDICTIONS[0]}, {**PREDICTIONS[1], "model_name_or_path": "n"}], "several models: m, n"),
])
def test_what_is_no_file_of_predictions_is_refused(tmp_path, rows, said):
    (tmp_path / "p.json").write_text(json.dumps(rows))
    with pytest.raises(BadInput, match=said):
        pack_predictions(tmp_path / "p.json", tmp_path / "p.zip", "SWE-bench")


def test_an_instance_that_stands_twice_has_two_attempts(tmp_path):
    write(tmp_path, [PREDICTIONS[0], {**PREDICTIONS[0], "model_patch": "x"}], "p.jsonl")
    packed = pack_predictions(tmp_path / "p.jsonl", tmp_path / "p.zip", "T")
    assert (packed.samples, packed.answers) == (1, 2)
