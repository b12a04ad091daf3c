"""Archives that are sound as containers and hold what should not be there, or the right thing in an odd shape.

Each function gives the members; the ones that pack badly on purpose are stored, so that no ratio cap spares the reader.
"""

import codecs
from collections.abc import Callable
from functools import partial
from typing import Any

from tests.intake.benchmark import (
    LINES,
    RESULTS,
    SUMS,
    as_json,
    as_lines,
    document,
    line,
    row,
    sound,
    sound_with,
)

MIB = 1024**2
ODD_TEXT = "NUL \0, half a pair \ud800, CRLF \r\n, U+2028 \u2028, 😀"


def _sums(*rows: Any) -> dict[str, bytes]:
    """A sound submission whose Sum.json has these rows."""
    return sound_with(Sum_json=as_json(document(*rows)))


def _sum_file(content: bytes) -> dict[str, bytes]:
    return sound_with(Sum_json=content)


def _sum_document(value: Any) -> dict[str, bytes]:
    return _sum_file(as_json(value))


def _sum_row(value: Any) -> dict[str, bytes]:
    """Row 1 of Sum.json is this instead."""
    return _sums(SUMS[0], value, SUMS[2])


def _sum_id(text: bytes) -> dict[str, bytes]:
    """The id of row 1 is this JSON text."""
    return _sum_file(as_json(document(*SUMS)).replace(b'"id": 1', b'"id": ' + text))


def _ten(outputs: Any) -> dict[str, bytes]:
    return sound_with(Ten_json=as_json(document(row(0, [RESULTS]), row(1, outputs))))


def _lines(*more: Any) -> dict[str, bytes]:
    """Sound lines, then these."""
    return sound_with(answers_jsonl=as_lines(*LINES, *more))


def _last_line(value: Any) -> dict[str, bytes]:
    """The last of four lines is this instead."""
    return sound_with(answers_jsonl=as_lines(*LINES[:3], value))


def _escaped(value: Any) -> bytes:
    """JSON that holds NUL and lone surrogates as escapes."""
    return as_json(value).replace(b"\xed\xa0\x80", b"\\ud800")


def _renamed(old: str, new: str) -> dict[str, bytes]:
    return {new if name == old else name: content for name, content in sound().items()}


def _wide(bom: bytes, encoding: str) -> dict[str, bytes]:
    return sound() | {
        "Sum.json": bom + as_json(document(*SUMS), encoding),
        "answers.jsonl": bom + as_lines(*LINES).decode().encode(encoding),
    }


def _much() -> dict[str, bytes]:
    """13 answers just under their cap, each with a character that makes it take four times its size in memory."""
    text = "x" * 4_000_000 + "😀"
    return sound() | {
        "Sum.json": as_json(document(*[row(number, text) for number in range(3)])),
        "Ten.json": as_json(document(row(0, [text] * 4))),
        "Talk.json": as_json([{"outputs": text, "meta": {"dialog": 0, "turn": turn}} for turn in (0, 1)]),
        "answers.jsonl": as_lines(*[{**one, "output": text} for one in LINES]),
    }


CONTENTS: dict[str, Callable[[], dict[str, bytes]]] = {
    # Sound, in every dress that tools and hands give it
    "sound": sound,
    "bom": partial(_wide, codecs.BOM_UTF8, "utf-8"),
    "utf16_le": partial(_wide, codecs.BOM_UTF16_LE, "utf-16-le"),
    "utf16_be": partial(_wide, codecs.BOM_UTF16_BE, "utf-16-be"),
    "utf32_le": partial(_wide, codecs.BOM_UTF32_LE, "utf-32-le"),
    "odd_text": lambda: sound_with(Sum_json=_escaped(document(row(0, ODD_TEXT), *SUMS[1:])),
                                   answers_jsonl=as_lines(*LINES[:3], _escaped(line(1, 1, output=ODD_TEXT)))),
    "raw_control_characters": lambda: _sum_file(as_json(document(*SUMS)).replace(b'"2"', b'"\t\x00\n"')),
    "crlf_lines": lambda: sound_with(answers_jsonl=as_lines(*LINES, end="\r\n")),
    "blank_lines_and_no_last_end": lambda: sound_with(answers_jsonl=b"\n \n" + as_lines(*LINES, end="\n\n").rstrip()),
    "indented": lambda: _sum_file(b"\r\n" + as_json(document(*SUMS)).replace(b", ", b",\r\n    ")),
    "bare_list": lambda: _sum_document(SUMS),
    "data_list": lambda: _sum_document({"data": SUMS}),
    "rows_in_lists": lambda: _sum_document([SUMS[:1], SUMS[1:]]),
    "digits_as_id": lambda: _sums(row("0", "один"), row("1", "2"), row("2", "3")),
    "wrapped_outputs": lambda: _sums(row(0, ["1"]), row(1, [["2"]]), row(2, "3")),
    "no_answers_given": lambda: _sums(row(0, None), row(1, "None"), row(2, [[None]])),
    "numbers_as_answers": lambda: _sums(row(0, 4), row(1, 4.5), row(2, [-1])),
    "extra_fields": lambda: _sums({**SUMS[0], "meta": {"id": 0, "more": [1]}, "inputs": {}}, *SUMS[1:]),
    "flat_results": lambda: _ten(RESULTS),
    "texts_of_ten_attempts": lambda: _ten([["def f(): pass"] * 10]),
    "flat_texts_of_ten_attempts": lambda: _ten(["def f(): pass"] * 10),
    "name_in_other_case": partial(_renamed, "Sum.json", "SUM.JSON"),
    "name_by_alias": partial(_renamed, "Sum.json", "summe.json"),
    "line_with_facts": lambda: _last_line(line(1, 1, finish_reason="length", cost_usd=0.5, latency_ms=-1, prompt_tokens=10**400,
                                            more=[1])),
    "huge_integer_as_answer": lambda: _sum_row(row(1, 10**4000)),
    "line_with_error": lambda: _last_line({"task": "lines", "id": "L/1", "attempt": 1, "error": "HTTP 500"}),
    "line_with_null": lambda: _last_line(line(1, 1, output=None)),
    # Gaps and strangers: warnings, and the rest is scored
    "missing_task": lambda: sound_with(Sum_json=None),
    "missing_id": lambda: _sums(*SUMS[:2]),
    "missing_attempts": lambda: _ten([RESULTS[:3]]),
    "empty_list_of_rows": lambda: _sums(),
    "empty_lines_member": lambda: sound_with(answers_jsonl=b""),
    "attempt_left_out": lambda: sound_with(
        answers_jsonl=as_lines({"task": "Lines", "id": "L/0", "output": ""}, *LINES[2:])),
    "other_files": lambda: sound() | {"README.txt": b"hello", "Sum.log": b"", "run.sh": b"#!/bin/sh"},
    "only_a_readme": lambda: {"README.txt": b"hello"},
    # Names
    "wrong_ending": partial(_renamed, "Sum.json", "Sum.jso"),
    "no_ending": partial(_renamed, "Sum.json", "Sum"),
    "misspelt_name": partial(_renamed, "Talk.json", "Tallk.json"),
    "unknown_json_name": lambda: sound() | {"Multiply.json": b"{}"},
    "packed_lines": partial(_renamed, "answers.jsonl", "answers.jsonl.gz"),
    "two_files_of_one_task": lambda: sound() | {"SUM.json": as_json(document(*SUMS))},
    "answers_in_two_files": lambda: sound() | {"more.jsonl": as_lines(line(0, 1))},
    # Documents
    "empty_member": lambda: _sum_file(b""),
    "bad_json": lambda: _sum_file(b'{"data": {"test": [\n  {"outputs": "1" "meta": {}}]}}'),
    "python_literal": lambda: _sum_file(str(document(*SUMS)).encode()),
    "cut_json": lambda: _sum_file(as_json(document(*SUMS))[:-5]),
    "two_documents": lambda: _sum_file(as_json(document(*SUMS)) * 2),
    "shape_number": lambda: _sum_document(7),
    "shape_text": lambda: _sum_document("answers"),
    "shape_null": lambda: _sum_document(None),
    "shape_empty_object": lambda: _sum_document({}),
    "shape_no_data": lambda: _sum_document({"test": SUMS}),
    "shape_data_null": lambda: _sum_document({"data": None}),
    "shape_other_split": lambda: _sum_document({"data": {"train": SUMS}}),
    "shape_test_object": lambda: _sum_document({"data": {"test": {"0": "1"}}}),
    "shape_rows_of_texts": lambda: _sum_document(document("1", "2", "3")),
    "shape_lists_too_deep": lambda: _sum_document(document([SUMS])),
    "nan": lambda: _sum_file(as_json(document(row(0, float("nan")), *SUMS[1:]))),
    "infinity_by_exponent": lambda: _sum_file(as_json(document(*SUMS)).replace(b'"2"', b"1e999")),
    "infinity_inside_an_answer": lambda: sound_with(Tree_json=sound()["Tree.json"].replace(b"[1, null]", b"[1, -1e999]")),
    "huge_integer": lambda: _sum_file(as_json(document(*SUMS)).replace(b'"2"', b"9" * 5_000)),
    "duplicate_key": lambda: _sum_file(as_json(document(*SUMS)).replace(b'"2"', b'"2", "outputs": "3"')),
    "invalid_utf8": lambda: _sum_file(as_json(document(*SUMS)).replace(b'"2"', b'"\xff"')),
    "half_a_pair_in_utf8": lambda: _sum_file(as_json(document(row(0, "\ud800"), *SUMS[1:]))),
    "half_a_pair_in_utf16": lambda: _sum_file(
        codecs.BOM_UTF16_LE + as_json(document(row(0, "\ud800"), *SUMS[1:]), "utf-16-le")),
    "utf16_without_mark": lambda: _sum_file(as_json(document(*SUMS), "utf-16-le")),
    # Rows
    "row_without_id": lambda: _sum_row({"outputs": "2", "meta": {}}),
    "row_without_meta": lambda: _sum_row({"outputs": "2"}),
    "row_without_outputs": lambda: _sum_row({"meta": {"id": 1}}),
    "row_with_nothing": lambda: _sum_row({}),
    "row_with_meta_list": lambda: _sum_row({"outputs": "2", "meta": [1]}),
    "id_null": partial(_sum_id, b"null"),
    "id_float": partial(_sum_id, b"1.0"),
    "id_bool": partial(_sum_id, b"true"),
    "id_list": partial(_sum_id, b"[1]"),
    "id_huge": partial(_sum_id, b"1" * 900),
    "id_huge_text": partial(_sum_id, b'"' + b"x" * 100_000 + b'"'),
    "id_unknown": partial(_sum_id, b"77"),
    "id_with_zero": partial(_sum_id, b'"01"'),
    "id_twice": partial(_sum_id, b"0"),
    "id_with_half_missing": lambda: sound_with(Talk_json=as_json([{"outputs": "1", "meta": {"dialog": 0}}])),
    "answer_object": lambda: _sum_row(row(1, {"text": "2"})),
    "answer_bool": lambda: _sum_row(row(1, True)),
    "answer_list_of_objects": lambda: _sum_row(row(1, [{"text": "2"}])),
    "two_answers_for_one_attempt": lambda: _sum_row(row(1, ["2", "3"])),
    "eleven_results": lambda: _ten([[*RESULTS, RESULTS[0]]]),
    "results_not_told_from_texts": lambda: _ten([["4", "9"]]),
    "result_of_objects": lambda: _ten([[[{}]] * 10]),
    "result_is_text": lambda: _ten([["4", ["4", "9", "16"]] * 5]),
    "many_faults_at_once": lambda: _sums({}, row(9), row(0), row(0), row(2, {})) | {"Ten.json": b"[", "X.json": b""},
    # Lines
    "line_not_json": lambda: _last_line(b"{'task': 'Lines'}"),
    "line_not_object": lambda: _last_line(["Lines", "L/1", 1, "x"]),
    "line_cut": lambda: sound_with(answers_jsonl=as_lines(*LINES)[:-9]),
    "line_without_task": lambda: _last_line({"id": "L/1", "attempt": 1, "output": "x"}),
    "line_without_id": lambda: _last_line({"task": "Lines", "attempt": 1, "output": "x"}),
    "line_without_output": lambda: _last_line({"task": "Lines", "id": "L/1", "attempt": 1}),
    "line_of_unknown_task": lambda: _lines(line(0, 0, task="Linse")),
    "line_of_unknown_id": lambda: _lines(line(7, 0)),
    "line_twice": lambda: _lines(LINES[1]),
    "line_answer_list": lambda: _last_line(line(1, 1, output=["x"])),
    "attempt_too_high": lambda: _lines(line(0, 2)),
    "attempt_negative": lambda: _lines(line(0, -1)),
    "attempt_text": lambda: _lines(line(0, "0")),
    "attempt_bool": lambda: _lines(line(0, True)),
    "line_invalid_utf8": lambda: _last_line(as_json(line(1, 1)).replace(b'"1"', b'"\xc3"')),
    # What would exhaust a careless reader
    "deep_nesting": lambda: _sum_file(b"[" * 100_000),
    "deep_nesting_closed": lambda: _sum_file(b"[" * 100_000 + b"]" * 100_000),
    "deep_line": lambda: _last_line(b"[" * 60_000),
    "deep_answer": lambda: sound_with(Tree_json=as_json(document(row(0), row(1))).replace(
        b'"1"', b"[" * 200 + b"]" * 200, 1)),
    "ten_million_lists": lambda: _sum_file(b"[" + b"[]," * 10_000_000 + b"[]]"),
    "ten_million_objects_in_a_line": lambda: _last_line(b"[" + b"{}," * 10_000_000 + b"{}]"),
    "a_million_bad_rows": lambda: _sum_file(b"[" + b"0," * 900_000 + b"0]"),
    "a_million_equal_rows": lambda: _sum_file(b"[" + (as_json(row(0)) + b",") * 190_000 + as_json(row(0)) + b"]"),
    "a_million_bad_lines": lambda: sound_with(answers_jsonl=b"{}\n" * 1_000_000),
    "bad_lines_in_many_files": lambda: sound() | {f"{number}.jsonl": b"1\n" * 2_000 for number in range(150)},
    "twenty_million_blank_lines": lambda: sound_with(answers_jsonl=b"\n" * 20_000_000),
    "blank_lines_in_many_files": lambda: sound() | {f"{number}.jsonl": b"\n" * 90_000 for number in range(150)},
    "faulty_lines_of_2_mb": lambda: sound_with(answers_jsonl=(b"[" + b"0," * 900_000 + b"0]\n") * 60),
    "200_mb_text": lambda: _sum_file(as_json(document(row(0, "@"))).replace(b"@", b"x" * 200_000_000)),
    "200_mb_text_in_a_line": lambda: _last_line(as_json(line(1, 1, output="@")).replace(b"@", b"x" * 200_000_000)),
    "30_mb_text_never_closed": lambda: _sum_file(b'["' + b'\\"' * 15_000_000),
    "30_mb_of_quotes": lambda: _sum_file(b"[" + b'"' * 30_000_000),
    "30_mb_of_backslashes": lambda: _sum_file(b'["' + b"\\" * 30_000_001),
    "30_mb_decoded_fourfold": lambda: _sum_file(as_json(document(row(0, "x" * 30_000_000 + "😀")))),
    "16_mb_decoded_fourfold": lambda: _sum_file(as_json(document(*[row(0, "x" * 4_000_000 + "😀")] * 4))),
    "answers_over_the_total": _much,
    "32_mb_utf16": lambda: _sum_file(codecs.BOM_UTF16_LE + "я".encode("utf-16-le") * (16 * MIB - 1)),
    "answer_over_the_cap": lambda: _sum_row(row(1, "x" * (4 * MIB + 1))),
    "equal_keys_in_one_object": lambda: _sum_file(
        b"{" + b",".join(b'"%d":0' % number for number in [*range(400_000), 399_999]) + b"}"),
}
