"""Whatever a reply holds, every rule gives a text, the same each time, and soon."""

import os
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.extract import (
    mera_functions,
    mera_java,
    mera_javatestgen,
    mera_realcode,
    mera_realcodejava,
    mera_review,
    mera_unit_tests,
    mera_yabloco,
    strict_block,
    strict_python,
)
from tests.scoring.extract.test_extract import HOSTILE

GOLD = {"python": "        return x\n", "java": "        return a;\n    }\n"}
LEFT = "class A {\n    int add(int a) {"
RULES = {
    "functions": mera_functions.extract,
    "unit tests": lambda reply: mera_unit_tests.extract(reply, "python"),
    "realcode": lambda reply: mera_realcode.body(mera_realcode.extract(reply), "f", GOLD["python"]),
    "realcodejava": lambda reply: mera_realcodejava.body(mera_java.extract(reply), LEFT, GOLD["java"], "add[function]"),
    "javatestgen": lambda reply: mera_javatestgen.test_file("package a;\nimport b;\n", mera_javatestgen.extract(reply)),
    "yabloco": mera_yabloco.final,
    "review": lambda reply: "\n".join(mera_review.comments(reply)),
    "strict block": strict_block.extract,
    "strict python": lambda reply: strict_python.extract(reply, "f"),
}
# Built of what the rules look at, so that chance meets it; st.text() alone would hardly make a fence.
PIECES = st.sampled_from([
    "```", "````", "~~~", "python", "java", "javascript", "c", "c++", "\n", "\r\n", "    ", "\t", " ", "def f(x):", "class f",
    "return 1", "{", "}", '"', "'", '"""', "\\", "//", "/*", "*/", "#include <a>", "int main(", "int add(int a) {",
    "package b;", "import b;", "Комментарий 1:", "\u2028", "\x00", "\ud800", "\ufeff", "x",
])
REPLIES = st.lists(PIECES | st.text(max_size=5), max_size=60).map("".join)


@pytest.mark.parametrize("name", RULES)
@given(reply=REPLIES)
def test_any_reply_gives_a_text_and_the_same_one_again(name, reply):
    code = RULES[name](reply)
    assert isinstance(code, str)
    assert RULES[name](reply) == code


@pytest.mark.parametrize("name", [name for name in RULES if not name.startswith("strict")])
def test_a_reply_of_null_counts_as_one_without_text(name):
    assert RULES[name](None) == (RULES[name]("") if name != "yabloco" else "\n")


MORE_HOSTILE = {
    **HOSTILE, "openings": "```a\n" * 100_000, "one endless tag": "```" + "a" * 1_000_000, "blank lines": "\n" * 1_000_000,
    "signatures": "def f(x):\n" * 100_000, "def and blanks": ("def" + "\n" * 1_000) * 500, "braces": "{}" * 300_000,
    "markers": "Комментарий 1:" * 60_000, "packages": "package a;\nimport b;\n" * 40_000,
}


@pytest.mark.parametrize("name", [name for name in RULES if name != "strict python"])  # its neighbours test that one
def test_time_grows_no_faster_than_a_long_reply(name):
    for kind, reply in MORE_HOSTILE.items():
        began = time.process_time()
        RULES[name](reply)
        assert time.process_time() - began < 5, kind


def test_no_rule_depends_on_the_hash_seed():
    """Sets and dictionaries of texts are ordered by hash, which differs from process to process."""
    program = (
        "from tests.scoring.extract.test_properties import RULES, MORE_HOSTILE\n"
        "print([rule(reply[:500]) for rule in RULES.values() for reply in MORE_HOSTILE.values()])"
    )
    seen = {
        subprocess.run([sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed},  # noqa: TID251 - its child's
                       capture_output=True, check=True, text=True).stdout
        for seed in ("0", "1", "77")
    }
    assert len(seen) == 1
