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
    assert "rules" not in capsys.readouterr().out


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
