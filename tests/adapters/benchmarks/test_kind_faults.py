"""What the samples of each kind may lack is said when the pack is loaded, not when a job runs."""

import json

import pytest
import yaml

from adapters.benchmarks import load_pack
from scoring.errors import PackFault

SOUND = {
    "python-tests": {"inputs": {"prompt": "def f():\n", "tests": "assert f()", "entry_point": "f", "setup": ""},
                     "outputs": {"solution": "    return 1"}, "meta": {"id": 1}},
    "python-io": {"inputs": {"function": "def f(x):\n", "tests": [{"x": 1}, [2]]}, "outputs": ["1", "2"],
                  "meta": {"id": 1, "entry_point": "f", "canonical_solution": "    return x"}},
    "exact-match": {"outputs": "1", "meta": {"id": 1}},
}


def load(folder, kind, record, **task):
    manifest = {"name": "p", "version": "1", "tasks": {"T": {"kind": kind, "data": "d.jsonl", **task}}}
    (folder / "benchmark.yaml").write_text(yaml.safe_dump(manifest))
    (folder / "d.jsonl").write_text(json.dumps(record))
    return load_pack(folder).tasks["T"]


def changed(kind, path, value):
    record = json.loads(json.dumps(SOUND[kind]))
    *parts, last = path.split(".")
    target = record
    for part in parts:
        target = target[part]
    if value is ...:
        del target[last]
    else:
        target[last] = value
    return record


@pytest.mark.parametrize("kind", SOUND)
def test_a_sound_sample_is_taken(kind, tmp_path):
    assert load(tmp_path, kind, SOUND[kind]).kind == kind


@pytest.mark.parametrize(("path", "value"), [
    ("inputs.tests", "[{'x': (1, 2)}, {'x': {3}}]"), ("meta.canonical_solution", ...), ("outputs", [1, 2]),
])
def test_other_shapes_of_calls_are_taken(path, value, tmp_path):
    assert load(tmp_path, "python-io", changed("python-io", path, value))


FAULTS = [
    ("python-tests", "inputs", None, "'prompt'"), ("python-tests", "inputs.prompt", ..., "'prompt'"),
    ("python-tests", "inputs.tests", ["assert f()"], "'tests'"),
    ("python-tests", "inputs.tests", " \n", "any answer would pass"),
    ("python-tests", "inputs.setup", ["import os"], "inputs.setup is no text"),
    ("python-tests", "inputs.entry_point", 5, "inputs.entry_point is no text"),
    ("python-tests", "outputs.solution", 5, "outputs.solution is no text"),
    ("python-io", "inputs.function", ..., "'function'"), ("python-io", "meta.entry_point", ..., "'entry_point'"),
    ("python-io", "inputs.tests", ..., "inputs.tests must be a list"),
    ("python-io", "inputs.tests", "f(1)", "no Python literal"),
    ("python-io", "inputs.tests", "(1, 2)", "must be a list"), ("python-io", "inputs.tests", [1, 2], "must be a list"),
    ("python-io", "outputs", [], "one text per test"), ("python-io", "outputs", None, "one text per test"),
    ("python-io", "outputs", "12", "one text per test"), ("python-io", "outputs", ["1"], "2 tests, but 1 output"),
    ("python-io", "meta.canonical_solution", 5, "canonical_solution is no text"),
    ("exact-match", "outputs", ..., "no outputs"), ("exact-match", "outputs", "  ", "no outputs"),
]


@pytest.mark.parametrize(("kind", "path", "value", "said"), FAULTS)
def test_what_a_sample_lacks_is_said_with_task_and_sample(kind, path, value, said, tmp_path):
    with pytest.raises(PackFault) as raised:
        load(tmp_path, kind, changed(kind, path, value))
    assert "task T, sample 1" in str(raised.value) and said in str(raised.value)


@pytest.mark.parametrize("tolerance", [-1, "1", True, 2, [1]])
def test_a_tolerance_must_be_a_number_from_0_to_1(tolerance, tmp_path):
    with pytest.raises(PackFault, match="tolerance must be a number"):
        load(tmp_path, "python-io", SOUND["python-io"], settings={"tolerance": tolerance})


@pytest.mark.parametrize("metric", ["compile@1", "judge@1", "chrf", "codebleu"])
def test_a_metric_that_a_kind_gives_no_scores_for_is_refused(metric, tmp_path):
    with pytest.raises(PackFault, match=f"kind python-tests has no metric '{metric}'; that is for "):
        load(tmp_path, "python-tests", SOUND["python-tests"], metrics=["pass@1", metric])


def test_an_entry_point_that_the_prompt_does_not_define_is_refused(tmp_path):
    record = {"inputs": {"prompt": "int flip(int a) {\n", "tests": "int main() {}", "entry_point": "flop"}, "meta": {"id": 1}}
    with pytest.raises(PackFault, match="inputs.prompt defines no 'flop', which inputs.entry_point names"):
        load(tmp_path, "program-tests", record, settings={"language": "cpp"})


def renamed(kind, path, name):
    record = json.loads(json.dumps(SOUND[kind]))
    *parts, last = path.split(".")
    part = record[parts[0]] if parts else record
    part[name] = part.pop(last)
    return record


MISSPELT = [
    ("python-tests", "inputs.entry_point", "entrypont", "T, sample 1: inputs has a field 'entrypont' that is not read"),
    ("python-tests", "inputs.tests", "test", "T, sample 1: inputs has a field 'test' that is not read"),
    ("python-tests", "outputs.solution", "solutoin", "T, sample 1: outputs has a field 'solutoin' that is not read"),
    ("python-io", "meta.canonical_solution", "cannonical_solution", "T, sample 1: meta has a field 'cannonical_solution'"),
    ("python-tests", "outputs", "output", "T, d.jsonl: record 0: it has a field 'output' that is not read"),
]


@pytest.mark.parametrize(("kind", "path", "name", "said"), MISSPELT)
def test_a_misspelt_field_is_named_with_the_one_that_was_meant(kind, path, name, said, tmp_path):
    """A newcomer's `solutoin` passed for a sample without a reference answer, and the gate had nothing to run."""
    with pytest.raises(PackFault) as raised:
        load(tmp_path, kind, renamed(kind, path, name))
    assert said in str(raised.value) and f"; did you mean {path.rpartition('.')[2]!r}?" in str(raised.value)


@pytest.mark.parametrize("path", ["inputs.solutions", "inputs.category", "outputs.solutions", "meta.solution", "output"])
def test_other_fields_are_welcome_beside_those_that_are_read(path, tmp_path):
    assert load(tmp_path, "python-tests", changed("python-tests", path, "x")).kind == "python-tests"


def test_one_that_every_record_has_is_named_once(tmp_path):
    record = renamed("python-tests", "inputs.setup", "stup")
    lines = "".join(json.dumps({**record, "meta": {"id": number}}) + "\n" for number in range(3))
    with pytest.raises(PackFault):
        load(tmp_path, "python-tests", record)
    (tmp_path / "d.jsonl").write_text(lines)
    with pytest.raises(PackFault, match="1 fault.*\n  task T, sample 0 and 2 more: inputs has a field 'stup'"):
        load_pack(tmp_path)
