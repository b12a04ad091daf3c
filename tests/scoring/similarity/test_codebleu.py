"""CodeBLEU against values of the published scorer, and what it promises besides."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.similarity.code import compare
from scoring.similarity.code.keywords import KEYWORDS
from scoring.similarity.code.strip import without_comments
from scoring.similarity.languages import LANGUAGES
from workers.textroom.selftest import CODE

ROOT = Path(__file__).resolve().parents[3]
PARTS = ("ngram", "weighted", "syntax", "dataflow")
FRAGMENTS = ("if", "else", "for", "while", "(", ")", "{", "}", "\n", "    ", "x", "=", "y", "+", "'", '"', "/*", "//", "#",
             ":", ";", "def f", "ё", "\x00", "\ud800", "return", "lambda", "\t", "\\", "in", ",", "[", "]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_of_the_published_scorer(shared, language):
    """C and C++ exist only in a package with another formula for a missing data flow, so there the parts are compared."""
    for line in (shared / "vectors" / f"codebleu_{language}.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        found = compare(row["reference"], row["hypothesis"], language)
        expected = row.get("mera_fork", row["codebleu_pypi"])
        if row["deterministic"]:
            assert [found[part] for part in PARTS] == pytest.approx([expected[part] for part in PARTS], abs=1e-6), row["id"]
        if "mera_fork" in row:
            low, high = row["mera_fork_range"]
            assert low - 1e-6 <= found["codebleu"] <= high + 1e-6, row["id"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_equal_code_with_data_flow_is_worth_one(language):
    assert set(compare(CODE[language], CODE[language], language).values()) == {1.0}


def test_equal_code_without_data_flow_lacks_a_quarter():
    assert compare("pass", "pass", "python")["dataflow"] == 0.0


def test_renaming_changes_words_and_nothing_else():
    renamed = compare(CODE["java"], CODE["java"].replace("x", "value").replace("y", "other"), "java")
    assert (renamed["syntax"], renamed["dataflow"]) == (1.0, 1.0) and renamed["ngram"] < 0.5


def test_an_attribute_that_is_set_to_a_string_hides_the_data_flow_of_python():
    """As in the published scorer: its left and right side have three parts each, and those of a string are no tokens."""
    code = "def f(self, x):\n    self.name = x\n    return x\n"
    assert compare(code, code, "python")["dataflow"] == 1.0
    assert compare(code, code.replace("= x", "= 'x'"), "python")["dataflow"] == 0.0


def test_a_cyrillic_letter_shifts_the_tokens_behind_it_as_in_the_published_scorer():
    latin = compare("v = 'ab'; w = v; u = w", "v = 'ab'; w = v; u = w", "python")
    shifted = compare("v = 'ab'; w = v; u = w", "v = 'аб'; w = v; u = w", "python")
    assert latin["dataflow"] == 1.0 and shifted["dataflow"] < 1.0 and shifted["syntax"] == 1.0


def test_depth_is_no_danger():
    deep = "(" * 3_000 + "x" + ")" * 3_000
    found = compare(deep, deep, "python")
    assert (found["syntax"], found["dataflow"]) == (1.0, 0.0)


@pytest.mark.parametrize(("language", "text", "left"), [
    ("python", "'''doc'''\nx = '# no'  # yes\n\n\ny = 1", "x = '# no'  \ny = 1"),
    ("python", "def f(:\n  # kept", "def f(:\n  # kept"),
    ("java", 'a = "//"; // b\n\n/* c\n */ d', 'a = "//";  \n  d'),
    ("go", "a := '/'", "a := '/'"),
])
def test_comments_and_blank_lines_go_and_strings_stay(language, text, left):
    assert without_comments(text, language) == left


def test_every_language_has_keywords():
    assert set(KEYWORDS) == set(LANGUAGES) and "match" not in KEYWORDS["python"] and "true" not in KEYWORDS["go"]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LANGUAGES), *[st.lists(st.sampled_from(FRAGMENTS), max_size=30).map(" ".join)] * 2)
def test_any_two_texts_have_a_value_between_zero_and_one(language, reference, candidate):
    assert all(0.0 <= value <= 1.0 + 1e-12 for value in compare(reference, candidate, language).values())


def test_the_hash_seed_changes_nothing():
    """The published scorer numbers names in the order of a hash table, so that renaming gives other values each time."""
    reference = "def t(c):\n    raw = ' a '\n    out = c.n(raw)\n    for i in out.split():\n        use(len(i) + 1)\n"
    call = f"import json; from scoring.similarity.code import compare; print(json.dumps(compare({reference!r}, {reference!r}"
    call += ".replace('raw', 'v').replace('out', 'zz'), 'python')))"
    printed = {subprocess.run([sys.executable, "-c", call], cwd=ROOT, env={"PYTHONHASHSEED": str(seed)}, text=True,
                              capture_output=True, check=True).stdout for seed in range(6)}
    assert len(printed) == 1
