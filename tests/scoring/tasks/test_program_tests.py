"""Kind program-tests: which code of a reply counts, and how it is put together with prompt and tests."""

import time

import pytest

from scoring.benchmark import Sample, Task
from scoring.generation import Generation
from scoring.languages import LANGUAGES
from scoring.outcome import Outcome
from scoring.tasks import program_tests, runtime_of
from tests.scoring.making import ended

PROMPTS = {
    "cpp": "#include<vector>\nusing namespace std;\nint help(int n){\n    return n;\n}\nint f(vector<int> a){\n",
    "go": 'import (\n    "math"\n)\n\n// F does.\nfunc F(a int) int {\n',
    "java": "import java.util.*;\n\nclass Solution {\n    public int f(List<Integer> a) {\n",
    "javascript": "const help = (n) => {\n  return n\n}\n\nconst f = (a) => {\n",
}
NAMES = {"cpp": "f", "go": "F", "java": "f", "javascript": "f"}
BODIES = {
    "cpp": "    return f({}) + 1;\n}\n", "go": "    return F(1) + 1\n}\n", "java": "        return f(null) + 1;\n    }\n}\n",
    "javascript": "  return f(1) + 1\n}\n",
}
WHOLE = {
    "cpp": "int f(const vector<int>& a) {\n    return 1;\n}\n", "go": "func F(b int) int {\n    return 1\n}\n",
    "java": "public int f(List<Integer> a) {\n    return 1;\n}\n", "javascript": "function f(a) {\n  return 1\n}\n",
}


def task(language: str, **inputs) -> Task:
    sample = Sample(id="1", inputs={"prompt": PROMPTS[language], "tests": "tests", "entry_point": NAMES[language], **inputs})
    return Task(name="X", kind="program-tests", samples=(sample,), settings={"language": language})


def planned(language: str, output: str, **inputs):
    one = task(language, **inputs)
    return program_tests.plan(one, one.samples[0], Generation(task="X", sample_id="1", attempt=0, output=output), "strict")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_body_continues_the_prompt(language):
    program = planned(language, BODIES[language]).program
    last_line_of_prompt = PROMPTS[language].splitlines()[-1]
    assert f"{last_line_of_prompt}\n{BODIES[language]}" in program


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reply", ["{}", "Sure:\n```{tag}\n{}```\nDone.", "```\n{}```", "```text\nno\n```\n```{tag}\n{}```"])
def test_a_whole_function_takes_the_place_of_the_prompts(language, reply):
    output = reply.replace("{tag}", language).replace("{}", WHOLE[language])
    program = planned(language, output).program
    assert WHOLE[language].strip() in program
    assert PROMPTS[language].splitlines()[-1] not in program


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_call_in_a_body_is_no_definition(language):
    assert not LANGUAGES[language].defines(BODIES[language], NAMES[language])
    assert LANGUAGES[language].defines(WHOLE[language], NAMES[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_room_follows_from_the_language(language):
    assert planned(language, BODIES[language]).runtime == LANGUAGES[language].runtime == runtime_of(
        "program-tests", {"language": language})


def test_cpp_tests_call_what_the_prompt_declares():
    payload = planned("cpp", WHOLE["cpp"]).payload
    assert payload["declaration"] == "int f(vector<int> a)"
    assert "int help(int n){" in payload["above"]


@pytest.mark.parametrize(("code", "imported"), [
    ("    return 1\n}\n", False), ("    return int(math.Abs(1))\n}\n", True), ("    return 1 // math.Abs\n}\n", False),
])
def test_an_import_of_the_prompt_is_kept_where_it_is_used(code, imported):
    assert ('"math"' in planned("go", code).program) is imported


def test_an_import_of_the_answer_is_the_answers_own_business():
    assert 'import  "os"' in planned("go", 'package main\nimport "os"\n' + WHOLE["go"]).program


def test_an_import_of_the_prompt_that_the_answer_repeats_is_kept_where_it_is_used():
    """Answers that repeat the prompt and solve it without what it imports are right, and were compile errors."""
    repeated = PROMPTS["go"].replace("// F does.", "") + "    return 1\n}\n"
    assert '"math"' not in planned("go", repeated).program
    assert '"math"' in planned("go", repeated.replace("return 1", "return int(math.Abs(1))")).program


def test_import_blocks_that_never_close_take_seconds_and_no_hours():
    began = time.process_time()
    planned("go", "import (\n" * 200_000 + WHOLE["go"])
    assert time.process_time() - began < 10


def test_helpers_that_the_answer_repeats_are_not_declared_twice():
    again = "const help = (n) => n\n" + WHOLE["javascript"]
    assert planned("javascript", again).program.count("const help") == 1


def test_a_java_method_alone_is_put_into_the_class():
    program = planned("java", WHOLE["java"]).program
    assert program.count("class Solution") == 1 and program.count("{") == program.count("}")


@pytest.mark.parametrize(("expected", "outcome"), [
    ("PASSED", ended()), ("WRONG_ANSWER", ended("run", "AssertionError")), ("COMPILE_ERROR", ended("compile", "SyntaxError")),
    ("RUNTIME_ERROR", Outcome(exit_code=0, stdout="PASSED\n")), ("RUNTIME_ERROR", Outcome(signal=6)),
    ("TIME_LIMIT", Outcome(signal=9, timed_out="cpu")), ("MEMORY_LIMIT", ended("run", "MemoryError", memory_exceeded=True)),
])
def test_each_way_of_ending_has_its_verdict(expected, outcome):
    one = task("go")
    assert program_tests.judge(one, one.samples[0], outcome, "strict").name == expected


def test_an_unknown_language_is_a_fault_of_the_pack():
    one = Task(name="X", kind="program-tests", samples=task("go").samples, settings={"language": "cobol"})
    assert program_tests.check(one) == ["task X: settings.language is one of cpp, go, java, javascript"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_hostile_text_takes_linear_time(language):
    for text in ("f(" * 50_000, "int f(" * 50_000, "{" * 100_000, "/*" * 50_000, "'" * 100_001, "func F(" * 50_000,
                 "\n" * 200_000):
        planned(language, text)
