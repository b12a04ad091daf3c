"""Python answers in their files under `strict`; every file that is made must be what Python reads as the right body."""

import ast
import time

import pytest

from scoring.generation import Generation
from scoring.tasks import repo_completion
from tests.scoring.repository.making import completion

LEFT = 'import os\n\n\nclass Box:\n    def area(self, a,\n             b=(1, 2)):\n        """Area."""\n'
GOLD = "        if a:\n            return a\n\n        return b\n"
RIGHT = "\n    def other(self):\n        return 1\n"
SIGNATURE = "    def area(self, a,\n             b=(1, 2)):\n"
FLAT = "if a:\n    return a\n\nreturn b\n"


def file_with(reply: str, left: str = LEFT, gold: str = GOLD, right: str = RIGHT, intent: str = "Box.area") -> str:
    task = completion(left, gold, right, intent=intent)
    return repo_completion.plan(task, task.samples[0], Generation("T", "1", 0, output=reply), "strict").program


def under(margin: str, code: str) -> str:
    return "".join(margin + line if line.strip() else line for line in code.splitlines(keepends=True))


SAME = {
    "the body": GOLD,
    "fenced": f"Here:\n```python\n{GOLD}```\nDone.",
    "another tag": f"```py\n{GOLD}```",
    "no tag": f"```\n{GOLD}```",
    "tildes": f"~~~python\n{GOLD}~~~",
    "unclosed": f"```python\n{GOLD}",
    "line ends of another system": GOLD.replace("\n", "\r\n"),
    "no indentation": FLAT,
    "other indentation": under("  ", FLAT),
    "too much indentation": under("            ", FLAT),
    "the first line lost its margin": GOLD.lstrip(),
    "the last line feed is missing": GOLD.rstrip("\n"),
    "blank lines around": f"\n\n{GOLD}\n\n",
    "signature": SIGNATURE + GOLD,
    "signature, no indentation": "def area(self, a, b=(1, 2)):\n" + under("    ", FLAT),
    "signature with annotations": (
        "def area(self, a: dict[str, int], b: tuple = (1, 2)) -> 'dict[str, int]':\n" + under("    ", FLAT)),
    "decorators": "@staticmethod\n@cache(1)\ndef area(self, a, b):\n" + under("    ", FLAT),
    "async": "async def area(self, a, b):\n" + under("    ", FLAT),
    "in its class": f"class Box:\n{SIGNATURE}{GOLD}",
    "in its class, after a method": (
        f"class Box:\n    def __init__(self):\n        self.x = 1\n\n{SIGNATURE}{GOLD}\n    def more(self):\n        pass\n"),
    "a constant above": "LIMIT = 3\n\n\ndef area(self, a, b):\n" + under("    ", FLAT),
    "called below": "def area(self, a, b):\n" + under("    ", FLAT) + "\n\nprint(area(1, 2))\n",
    "asserted below": (
        f"def area(self, a, b):\n{under('    ', FLAT)}\nassert area(1, 2) == 2\nif __name__ == '__main__':\n    area()\n"),
    "a second function below": GOLD + "\n\ndef more():\n    raise RuntimeError\n",
    "a second method below": GOLD + "\n    def more(self):\n        raise RuntimeError\n",
    "prose below": GOLD + "\nThis returns a.\n",
    "defined twice, the last counts": "def area(self, a): ...\n\n\ndef area(self, a, b):\n" + under("    ", FLAT),
}


@pytest.mark.parametrize("name", SAME)
def test_the_original_comes_out(name):
    assert file_with(SAME[name]) == LEFT + GOLD + RIGHT


OTHER = {
    "one line": ("def area(self, a, b): return a or b\n", "        return a or b\n"),
    "a string that holds its own lines": (
        'x = """\n  kept\n"""\nreturn x\n', '        x = """\n  kept\n"""\n        return x\n'),
    "a comment at the margin": ("        x = 1\n# why\n        return x\n", "        x = 1\n        # why\n        return x\n"),
    "brackets over lines": ("x = [\n    1,\n]\nreturn x\n", "        x = [\n            1,\n        ]\n        return x\n"),
    "a continued line": ("x = 1 + \\\n    2\nreturn x\n", "        x = 1 + \\\n            2\n        return x\n"),
    "a function of the same name inside": (
        "def area():\n    return 1\nreturn area()\n", "        def area():\n            return 1\n        return area()\n"),
    "a body that is one nested function": (
        "        def inner():\n            return 1\n        return inner\n",
        "        def inner():\n            return 1\n        return inner\n"),
    "imports above the signature": (
        "import math\nfrom os import (\n    path,\n)\n\n\ndef area(self, a, b):\n    return math.pi\n",
        "        import math\n        from os import (\n            path,\n        )\n        return math.pi\n"),
    "a colon in a string of the signature": ('def area(self, a=":", b={1: 2}): return b\n', "        return b\n"),
    "an import of the future": (
        "from __future__ import annotations\n\ndef area(self, a, b):\n    return a\n", "        return a\n"),
}


@pytest.mark.parametrize("name", OTHER)
def test_another_body_comes_out(name):
    reply, body = OTHER[name]
    made = file_with(reply)
    assert made == LEFT + body + RIGHT
    ast.parse(made)


def test_tabs_of_the_file_are_taken_over():
    made = file_with("if a:\n\treturn a\nreturn 1\n", left="def f(a):\n", gold="\treturn a\n", right="", intent="f")
    assert made == "def f(a):\n\tif a:\n\t\treturn a\n\treturn 1\n"


def test_contexts_without_line_feeds_at_their_borders_get_them():
    made = file_with("return 2", left="def f():", gold="    return 1", right="\nx = 1\n", intent="f[function]")
    assert made == "def f():\n    return 2\n\nx = 1\n"


def test_without_a_name_the_answer_is_a_body():
    inner = "        def inner():\n            return 1\n        return inner\n"
    assert file_with(inner, intent="") == LEFT + inner + RIGHT


def test_the_stub_is_a_body_that_raises():
    task = completion(LEFT, GOLD, RIGHT, intent="Box.area")
    made = file_with(repo_completion.stub(task, task.samples[0]))
    assert made == LEFT + "        raise NotImplementedError\n" + RIGHT


@pytest.mark.parametrize("reply", [
    "def area(" * 20_000, "(" * 200_000, '"""' * 50_001, "if a:\n" * 30_000, "    " * 100_000 + "x", "\\\n" * 100_000,
    "import x\n" * 20_000 + "def area():\n  pass\n", "def area():\n" * 20_000, "".join(" " * n + "if a:\n" for n in range(500)),
    "```python\n" * 10_000, "'" * 100_000, "\x00\ud800\u2028" * 1_000,
])
def test_hostile_answers_take_seconds_and_no_hours(reply):
    began = time.process_time()
    file_with(reply)
    assert time.process_time() - began < 10
