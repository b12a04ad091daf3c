"""Answers in Java, Go, C and C++ in their files, under `strict`; each row is an answer and the file that it must make."""

import time
import tomllib
from pathlib import Path

import pytest

from scoring.case import Case
from scoring.generation import Generation
from scoring.repository.braces import blanked, function
from scoring.repository.place import cut_out
from scoring.tasks import repo_completion
from tests.scoring.repository.making import completion

PLACES = tomllib.loads((Path(__file__).parent / "brace_answers.toml").read_text("utf-8"))
ROWS = [(rule, name) for rule, place in PLACES.items() for name in place["answers"]]


def file_with(rule: str, reply: str, **changes: str) -> str:
    place = {**PLACES[rule], **changes}
    task = completion(place["left"], place["gold"], place["right"], rule=rule, intent=place["intent"])
    assert repo_completion.check(task) == []
    case = repo_completion.plan(task, task.samples[0], Generation("T", "1", 0, output=reply), "strict")
    assert isinstance(case, Case)
    return case.program


@pytest.mark.parametrize(("rule", "name"), ROWS)
def test_an_answer_is_put_into_its_file(rule, name):
    place = PLACES[rule]
    reply, wanted = place["answers"][name]
    body = place["gold"] if wanted == "=" else wanted.removeprefix("@").removesuffix("@")
    assert file_with(rule, reply) == place["left"] + body + place["right"]


def test_imports_that_an_answer_needs_and_the_file_lacks_are_added():
    reply = "import java.util.Map;\nimport java.util.Set;\nint area(int a, int b) {\n        Map.of();\n        return 1;\n}\n"
    assert file_with("java", reply).startswith("package p;\nimport java.util.Map;\n\nclass Box {")
    reply = 'import (\n\t"fmt"\n\tstr "strings"\n\t"os"\n)\n\tfmt.Print(str.Repeat("a", 2))\n\treturn 1, nil\n}\n'
    assert file_with("go", reply).startswith('package p\nimport str "strings"\n\nimport "fmt"\n')


@pytest.mark.parametrize("rule", PLACES)
def test_the_stub_is_another_body_in_the_same_place(rule):
    place = PLACES[rule]
    task = completion(place["left"], place["gold"], place["right"], rule=rule, intent=place["intent"])
    made = file_with(rule, repo_completion.stub(task, task.samples[0]))
    assert made != place["left"] + place["gold"] + place["right"]
    assert made.startswith(place["left"]) and made.endswith(place["right"])
    assert blanked(made, "c").count("{") == blanked(made, "c").count("}")


@pytest.mark.parametrize(("code", "language"), [
    ("f(" * 20_000, "java"), ("f() " * 20_000, "c"), ("/*" * 50_000, "cpp"), ('R"(' * 30_000, "cpp"), ("{" * 100_000, "java"),
    ("func f(" * 20_000, "go"), ("#if\n" * 50_000, "c"), ("int f(int a) : " * 10_000, "cpp"), ("-> int " * 20_000, "cpp"),
    ("int f(int a) : a{1}, " * 5_000, "cpp"),
])
def test_hostile_code_takes_seconds_and_no_hours(code, language):
    began = time.process_time()
    function(code, "f", language)
    assert time.process_time() - began < 10


def test_import_blocks_that_never_close_take_seconds_and_no_hours():
    """Each looked for its end to the end of the answer: 4 MiB of them took an hour."""
    began = time.process_time()
    file_with("go", "import (\n" * 200_000)
    assert time.process_time() - began < 10


def test_lines_cut_a_file_byte_for_byte():
    text = "a\r\nb\x0cc\u2028d\n\ne"
    for first in range(1, 5):
        for last in range(first, 5):
            place = cut_out(text, first, last)
            assert place.left + place.gold + place.right == text
    assert cut_out(text, 4, 4).gold == "e"
