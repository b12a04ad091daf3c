"""The code of a reply, shape by shape (shapes.toml), and in linear time whatever the reply."""

import ast
import json
import time
import tomllib
from pathlib import Path

import pytest

from scoring.extract.strict_python import extract
from scoring.tasks.python_tests import program

DOCUMENT = tomllib.loads((Path(__file__).parent / "shapes.toml").read_text("utf-8"))
SHAPES = DOCUMENT["shape"]


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_shape_gives_its_code_to_the_byte(shape):
    assert extract(shape["reply"], shape.get("entry", "f") or None) == shape.get("code", DOCUMENT["code"])


def test_the_corpus_is_large_enough():
    assert len(SHAPES) >= 50


def test_a_fence_around_a_body_or_function_changes_no_program_that_compiles():
    for name, shape in SHAPES.items():
        code = shape.get("code", DOCUMENT["code"])
        if "code" not in shape:
            assert ast.parse(program("def f(x):\n", code)), name


HOSTILE = {
    "bare fences": "```\n" * 100_000, "tagged fences": "```python\n" * 100_000, "growing quotes": "'\"" * 200_000,
    "triple quotes": '"""' * 150_000, "half quotes": '```\n"' * 100_000, "one long fence": "`" * 1_000_000,
    "late fences": "a ```\n" * 100_000, "blanks": " " * 1_000_000 + "```", "comments": "# ```\n" * 100_000,
    "definitions": "```\ndef f(x):\n" * 50_000, "backslashes": "'" + "\\" * 1_000_000, "mixed fences": "```\n~~~\n" * 80_000,
    "indented fences": "   ```\n" * 80_000, "fences in comments of a block": "```python\n" + "# ```\n" * 100_000,
}


@pytest.mark.parametrize("reply", HOSTILE.values(), ids=HOSTILE)
def test_a_megabyte_of_malice_takes_no_more_than_seconds(reply):
    began = time.process_time()
    extract(reply, "f")
    assert time.process_time() - began < 5


def test_the_shapes_that_broke_another_scorer_give_runnable_code(shared):
    rows = json.loads((shared / "cases" / "scorer-bugs" / "cases.json").read_text("utf-8"))
    case = next(row for row in rows if row["id"] == "B04")
    prompt, name = case["input"]["problem"]["prompt"], case["input"]["problem"]["entry_point"]
    for reply, right in zip(case["input"]["responses"], case["right"]["passed"], strict=True):
        namespace: dict = {}
        exec(program(prompt, extract(reply, name)), namespace)
        assert (namespace[name]([1, 2, 3]) == 6) is (right is not False)
