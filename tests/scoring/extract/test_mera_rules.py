"""The published rules where the reference's own rows are silent; expected texts are read off the rules by hand."""

import pytest

from scoring.extract import mera_functions, mera_review, mera_unit_tests

FUNCTIONS = [
    ("a tag of digits and hyphens is one", "```c-99_x\na\n```", "\n"),
    ("a tag in Cyrillic is made of word characters", "```питон\na\n```", "\n"),
    ("a plus is no word character: no opening, so the reply", "```c++\na\n```", "```c++\na\n```"),
    ("a dot is none either", "```python3.11\na\n```", "```python3.11\na\n```"),
    ("a closing fence may be longer", "```python\na\n`````", "\na\n"),
    ("text behind the closing fence is lost with it", "```python\na\n``` b\n", "\na\n"),
    ("an indented closing fence does not close", "```python\na\n ```\nb", "\na\n ```\nb"),
    ("an indented opening is none", " ```python\na\n```", " ```python\na\n```"),
    ("a closed block of another tag hides an unclosed right one", "```sh\nls\n```\n```python\na\n", "\n"),
    ("an unclosed block of another tag leaves a line feed", "```sh\nls\n", "\n"),
    ("unclosed, all from the first opening on", "```python\na\n x ```sh\nb", "\na\n x ```sh\nb"),
    ("a lone carriage return ends no line", "text\r```python\na\n```", "text\r```python\na\n```"),
    ("nor does U+2028", "text\u2028```python\na\n```", "text\u2028```python\na\n```"),
    ("a byte order mark stands before the fence", "\ufeff```python\na\n```", "\ufeff```python\na\n```"),
    ("right blocks are joined, those between dropped",
     "```python\na\n```\n```js\nb\n```\n```python\nc\n```\n```python\nd\n```", "\na\n\nc\n\nd\n"),
]
UNIT_TESTS = [
    ("the fence may stand in a line", "go", "Ответ: ```go\nx\n``` готов", "x"),
    ("another closed block hides untagged ones", "go", "```sh\nls\n```\n```\nx\n```", "```sh\nls\n```\n```\nx\n```"),
    ("untagged blocks are joined", "js", "```\na\n```\n```\nb\n```", "a\n\nb"),
    ("an untagged unclosed block is none", "js", "```\na\n", "```\na\n"),
    ("carriage returns at the ends stay", "go", "```go\n\r\nx\r\n```", "\r\nx\r"),
    ("blanks at the ends stay", "go", "```go\n  x  \n```", "  x  "),
    ("a block of white space alone is nothing left", "go", "```go\n \t\n```", "```go\n \t\n```"),
    ("the tag of the data set and no other", "csharp", "```cs\na\n```\n```csharp\nb\n```", "b"),
    ("a longer fence opens like one of three", "java", "`````java\nx\n`````", "x"),
]
COMMENTS = [
    ("no blank before the number", "Комментарий1: а", []),
    ("a tab is no blank", "Комментарий\t1: а", []),
    ("several digits, none and words", "Комментарий 007: а Комментарий : б Комментарий два: в",
     ["а Комментарий : б Комментарий два: в"]),
    ("the number is not looked at", "Комментарий 2: а\nКомментарий 2: б", ["а", "б"]),
    ("blank ones count among the ten", "Комментарий 1: " * 9 + "Комментарий 1: а Комментарий 1: б", ["а"]),
    ("the middle of a word counts", "МойКомментарий 1: а", ["а"]),
    ("white space of any kind goes around a comment", "Комментарий 1:\u00a0\u2003а\u2028", ["а"]),
]


@pytest.mark.parametrize(("reply", "code"), [row[1:] for row in FUNCTIONS], ids=[row[0] for row in FUNCTIONS])
def test_functions_and_lints(reply, code):
    assert mera_functions.extract(reply) == code


@pytest.mark.parametrize(("language", "reply", "code"), [row[1:] for row in UNIT_TESTS], ids=[row[0] for row in UNIT_TESTS])
def test_unit_tests(language, reply, code):
    assert mera_unit_tests.extract(reply, language) == code


@pytest.mark.parametrize(("reply", "comments"), [row[1:] for row in COMMENTS], ids=[row[0] for row in COMMENTS])
def test_comments(reply, comments):
    assert mera_review.comments(reply) == comments
