"""`./assay compare`: what it refuses, and what it says before the numbers."""

import json

import pytest

from cli.commands.compare import compare
from scoring.errors import BadInput
from tests.cli.sample_report import report


def written(folder, name, benchmark="tiny", profile="strict", digest="d", sample="Loops/9"):
    made = report()
    made["content"] |= {"benchmark": {"name": benchmark, "version": "1.2.0"}, "profile": profile}
    made["content"]["tasks"]["Loops"]["passed_per_sample"] = {sample: 1}
    del made["content"]["tasks"]["Private"]
    made["provenance"]["benchmark"]["digest"] = digest
    (folder / name).write_text(json.dumps(made))
    return folder / name


@pytest.mark.parametrize(("changes", "said"), [
    ({"profile": "mera-1"}, "another profile: strict before, mera-1 now"),
    ({"benchmark": "renamed"}, "another benchmark: tiny 1.2.0 before, renamed 1.2.0 now"),
    ({"digest": "e"}, "another pack of the same version"),
])
def test_reports_by_other_rules_say_so_before_the_numbers_and_in_the_document(tmp_path, capsys, changes, said):
    reports = [written(tmp_path, "a.json"), written(tmp_path, "b.json", **changes)]
    compare(reports)
    text = " ".join(capsys.readouterr().out.split())
    assert f"not the same rules: {said}" in text and text.index(said) < text.index("pass@1")
    compare(reports, json=True)
    assert said in json.loads(capsys.readouterr().out)[0]["differ"][0]


def test_equal_rules_need_no_word(tmp_path, capsys):
    compare([written(tmp_path, "a.json"), written(tmp_path, "b.json")])
    assert "same rules" not in capsys.readouterr().out  # the folder of this test has rules in its name


@pytest.mark.parametrize(("make", "said"), [
    (lambda folder: written(folder, "b.json", benchmark="stranger", sample="x"),
     "no task with the same samples: another benchmark"),
    (lambda folder: folder / "none", "there is no file"),
    (lambda folder: folder, "there is no file .*report.json"),
    (lambda folder: _text(folder, b"\xff"), "is no report: byte 0 is no UTF-8"),
    (lambda folder: _text(folder, b"[]"), "is no report: it has no content"),
])
def test_what_cannot_be_compared_is_refused(tmp_path, make, said):
    with pytest.raises(BadInput, match=said):
        compare([written(tmp_path, "a.json"), make(tmp_path)])


def _text(folder, data):
    (folder / "odd").write_bytes(data)
    return folder / "odd"


def compared(tmp_path, passes_a, passes_b, models=("model-a", "model-b"), attempts=1):
    paths = []
    for name, passes, model in zip("ab", (passes_a, passes_b), models, strict=True):
        made = report()
        value = sum(passes.values()) / len(passes)
        metrics = {"pass@1": {"value": value, "n": len(passes), "reason": None}}
        made["content"]["tasks"] = {"Loops": made["content"]["tasks"]["Loops"] | {
            "attempts": attempts, "passed_per_sample": passes, "metrics": metrics}}
        made["content"]["totals"] = {"total": {"value": value}}
        made["provenance"]["submission_metadata"] = {"model": model} if model else {}
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_text(json.dumps(made))
    return paths


PASSES = {str(number): number % 2 for number in range(40)}


def test_models_total_interval_and_samples_that_only_one_passes_are_told(tmp_path, capsys):
    paths = compared(tmp_path, PASSES, PASSES | {"0": 1, "2": 1, "1": 0})
    compare(paths)
    text = " ".join(capsys.readouterr().out.split())
    assert "a model-a" in text and "b model-b" in text
    assert "total" in text and "+0.0250" in text and "…" in text
    assert "Loops: 1 sample only a passes, 2 samples only b passes Loops, only a: 1 Loops, only b: 0, 2" in text
    assert "better" not in text and "more often" not in text  # which would say the same again
    compare(paths, json=True)
    [found] = json.loads(capsys.readouterr().out)
    assert found["models"] == {"a": "model-a", "b": "model-b"}
    low, high = found["paired"]["tasks"]["Loops"]["metrics"]["pass@1"]["ci95"]
    assert low < 0 < 0.025 < high and found["paired"]["total"]["ci95"] == [low, high]
    assert found["paired"]["tasks"]["Loops"]["only"] == {"a": 1, "b": 2}


def test_a_model_without_a_name_and_an_interval_without_a_value_are_told_as_such(tmp_path, capsys):
    paths = compared(tmp_path, PASSES, PASSES, models=(None, "\x1b[31mred"))
    compare(paths)
    text = capsys.readouterr().out
    assert "samples all alike" in text and "no sample changed" in text and "\x1b" not in text
    compare([written(tmp_path, "c.json"), written(tmp_path, "d.json")])
    assert "no interval for pass@1 of Loops" in " ".join(capsys.readouterr().out.split())


def test_samples_that_both_pass_in_some_attempts_are_told_by_who_passes_them_more_often(tmp_path, capsys):
    compare(compared(tmp_path, {"x": 3, "y": 1, "z": 2}, {"x": 1, "y": 2, "z": 2}, attempts=3))
    text = " ".join(capsys.readouterr().out.split())
    assert "Loops, more often in a: x Loops, more often in b: y" in text and "only" not in text.partition("Loops, more")[2]
