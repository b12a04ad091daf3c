"""Mistakes in a pack are told in words, with file and line, and all of them in one go."""

import json

import pytest

from adapters.benchmarks import load_pack
from adapters.benchmarks.text import line_of
from scoring.errors import PackFault

RECORD = json.dumps({"inputs": {"prompt": "", "tests": "assert f()"}, "outputs": {}, "meta": {"id": 1}})


def faults(folder, text: str) -> str:
    (folder / "d.jsonl").write_text(RECORD)
    (folder / "benchmark.yaml").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(PackFault) as caught:
        load_pack(folder)
    return str(caught.value)


@pytest.mark.parametrize(("text", "said"), [
    ("name: a\ntasks: {A: 1\nB: 2\n",
     "this is no YAML: line 3, column 2: expected ',' or '}', but got ':', while parsing a flow mapping that begins in line 2"),
    ("name: a\ntasks:\n\tA: 1\n", "line 3, column 1: found character '\\t' that cannot start any token, while scanning for the "
                                  "next token; indent with spaces"),
    (b"\xff\xfe\x00", "byte 0 is no UTF-8: save the file as UTF-8"),
])
def test_a_file_that_is_no_yaml_says_where_on_one_line(tmp_path, text, said):
    found = faults(tmp_path, text)
    assert said in found and "<unicode string>" not in found and len(found.splitlines()) == 2


STAGES = """\
name: p
version: 1.0
profiles: [strickt]
tasks:
  A:
    kind: python-test
    data: a.jsonl
    limit: {cpu_seconds: 2}
    limits: {cpu_second: 3}
  B:
    kind: program-tests
    data: none.jsonl
    settings: {language: jva, langauge: cpp}
  C: 3
  D: {kind: python-tests, data: d.jsonl, runtime: pyhton}
  E: {kind: lint, data: d.jsonl, settings: {linter: flak8}}
totals: {G: [C, DD]}
"""


def test_faults_of_the_shape_the_rules_the_files_and_the_settings_come_together(tmp_path):
    """A newcomer mended a pack four times, for each look found the next kind of fault."""
    found = faults(tmp_path, STAGES)
    for words in (
        "version: Value error, put it in quotes: YAML reads 1.0 as a number, and 1.10 as 1.1 (line 2)",
        "profiles.0: 'strickt' is none of strict, mera-1; did you mean 'strict'? (line 3)",
        "tasks.A.limit: there is no such key; did you mean 'limits'? (line 8)",
        "tasks.A.limits.cpu_second: there is no such key; did you mean 'cpu_seconds'? (line 9)",
        "tasks.C: this must be a mapping, lines of `key: value` (line 14)",
        "task A: there is no kind 'python-test'; did you mean 'python-tests'?", "task A, a.jsonl: there is no such file",
        "task B, none.jsonl: there is no such file", "has no setting 'langauge'; did you mean 'language'?",
        "settings.language is one of cpp, go, java, javascript; did you mean 'java'?",
        "does not run in 'pyhton'; did you mean 'python'?",
        "settings.linter must be one of flake8, ruff; did you mean 'flake8'?",
    ):
        assert words in found


@pytest.mark.parametrize("text", [
    "name: p\nversion: '1'\ntasks:\n  A: {data: d.jsonl, kind: python-tests, attempts: x, limits: {cpu_seconds: -1}}\n",
    "name: p\nversion: '1'\ntasks:\n  A: {data: d.jsonl}\n  B: {kind: python-tests, data: d.jsonl}\ntotals: {G: [A, B]}\n",
    "name: ../p\nversion: '1'\ntasks:\n  A: {kind: python-tests, data: d.jsonl}\n",
    "name: p\nversion: '1'\ntasks:\n  1: {kind: python-tests, data: d.jsonl}\n  B: {kind: python-tests, data: d.jsonl}\n",
])
def test_a_mistake_of_the_shape_makes_no_faults_of_what_is_sound(tmp_path, text):
    assert all(line.startswith("  benchmark.yaml: ") for line in faults(tmp_path, text).splitlines()[1:])


def test_a_line_is_that_of_the_key_or_the_nearest_around_it(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text("a: 1\nb:\n  c:\n    - x\n    - y\n")
    assert [line_of(path, place) for place in (("a",), ("b", "c"), ("b", "c", 1), ("b", "missing"), ())] == [1, 3, 5, 2, None]
