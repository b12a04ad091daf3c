"""Cases that one execution may hold: which, and what becomes of its outcome."""

from dataclasses import replace

import pytest

from scoring.benchmark import Limits
from scoring.case import Case
from scoring.outcome import Outcome
from scoring.together import MOST_CHARS, batch_size, groups, joined, parted

FILE = Case("python", "lint", "x = 1\n", {"linter": "flake8", "noqa": True, "count": 1})
STRICT = replace(FILE, payload={**FILE.payload, "noqa": False, "originals": ["y = 1\n"]})
DONE = Outcome(exit_code=0, cpu_ms=30, wall_ms=40, peak_kib=900, report={
    "phase": "done", "error": None, "results": [{"str": "1"}, {"str": "2"}, {"str": "3"}]})


def sizes(*cases: Case) -> list[int]:
    return [len(group) for group in groups(cases, lambda case: case)]


@pytest.mark.parametrize(("other", "expected"), [
    (FILE, [3]),
    (replace(FILE, program="y = 2\n"), [3]),
    (replace(FILE, runner="python-tests"), [1, 1, 1]),
    (replace(FILE, limits=Limits(cpu_seconds=1)), [1, 1, 1]),
    (replace(FILE, payload={**FILE.payload, "linter": "ruff"}), [1, 1, 1]),
    (STRICT, [1, 1, 1]),
    (replace(FILE, program="#" * MOST_CHARS), [1, 1, 1]),
])
def test_only_files_for_the_same_linter_under_the_same_limits_are_joined(other, expected):
    assert sizes(FILE, other, FILE) == expected


def test_programs_are_never_joined():
    program = Case("python", "python-tests", "x = 1\n")
    assert sizes(program, program) == [1, 1]


def test_a_batch_holds_more_files_than_programs():
    assert batch_size(FILE, 50) > batch_size(Case("python", "python-tests", ""), 50) == 50


def test_joined_files_keep_their_originals_and_the_limits_of_one():
    case = joined([STRICT, replace(STRICT, program="z = 1\n", payload={**STRICT.payload, "originals": ["w = 1\n"]})])
    assert (case.payload["files"], case.payload["originals"]) == (["x = 1\n", "z = 1\n"], ["y = 1\n", "w = 1\n"])
    assert (case.payload["count"], case.limits) == (2, FILE.limits)


def test_each_file_has_its_result_and_a_share_of_the_time():
    found = parted(DONE, 3)
    assert [one.report["results"] for one in found] == [[{"str": "1"}], [{"str": "2"}], [{"str": "3"}]]
    assert {(one.exit_code, one.cpu_ms, one.wall_ms, one.peak_kib) for one in found} == {(0, 10, 13, 900)}
    assert {one.cpu_ms for one in parted(replace(DONE, cpu_ms=None), 3)} == {None}


@pytest.mark.parametrize("change", [
    {"exit_code": 1}, {"exit_code": None, "signal": 9}, {"report": None}, {"timed_out": "cpu"}, {"timed_out": "wall"},
    {"memory_exceeded": True}, {"output_exceeded": True}, {"stdout": "x"}, {"stderr": "x"},
    {"report": {**DONE.report, "phase": "run"}}, {"report": {**DONE.report, "results": [{"str": "1"}]}},
], ids=str)
def test_whatever_went_wrong_has_nothing_to_part(change):
    assert parted(replace(DONE, **change), 3) is None
