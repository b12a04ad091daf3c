"""Rules of reading a submission's content that the archives of tests/intake do not show by their answer alone."""

import itertools
import json
import time

import pytest

from scoring.benchmark import Benchmark, Sample, Task
from scoring.bundle import Bundle, ContentCaps, read_bundle, sound_tasks
from scoring.bundle.names import near_id
from scoring.bundle.problems import PER_KIND
from scoring.errors import BadInput
from tests.intake.benchmark import BENCHMARK, LINES, SUMS, Text, as_json, as_lines, document, line, row, sound, sound_with
from tests.intake.contents import CONTENTS, ODD_TEXT

ALL = tuple(BENCHMARK.tasks)


def read(members: dict[str, bytes], benchmark: Benchmark = BENCHMARK, caps: ContentCaps | None = None) -> Bundle:
    return read_bundle([Text(name, content) for name, content in members.items()], benchmark, caps)


def codes(bundle: Bundle) -> list[str]:
    return [problem.code for problem in bundle.problems]


def sound_of(members: dict[str, bytes]) -> tuple[str, ...]:
    return sound_tasks(read(members), BENCHMARK)


def output_of(bundle: Bundle, task: str, sample: str) -> object:
    return next(one.output for one in reversed(bundle.generations) if (one.task, one.sample_id) == (task, sample))


# What is kept

def test_odd_characters_reach_the_answer_untouched():
    bundle = read(CONTENTS["odd_text"]())
    assert output_of(bundle, "Sum", "0") == ODD_TEXT
    assert output_of(bundle, "Lines", "L/1") == ODD_TEXT


@pytest.mark.parametrize("dress", ["bom", "utf16_le", "utf16_be", "utf32_le", "crlf_lines", "indented", "bare_list",
                                   "data_list", "rows_in_lists", "digits_as_id", "name_in_other_case", "flat_results"])
def test_the_dress_of_a_submission_changes_no_answer(dress):
    def answers(members):
        return {(one.task, one.sample_id, one.attempt, str(one.output), one.executed) for one in read(members).generations}
    assert answers(CONTENTS[dress]()) == answers(sound())


def test_a_line_end_inside_an_answer_stays():
    assert output_of(read(sound_with(Sum_json=as_json([row(0, "a\r\nb")]))), "Sum", "0") == "a\r\nb"


def test_an_answer_says_where_it_came_from():
    bundle = read(sound())
    assert {(one.file, one.row) for one in bundle.generations if one.task == "Lines"} == {
        ("answers.jsonl", number) for number in (1, 2, 3, 4)}
    assert [one.row for one in bundle.generations if one.task == "Talk"] == [0, 1]


def test_facts_of_a_line_are_kept_and_made_harmless():
    facts = {"finish_reason": "stop\0", "prompt_id": 7, "prompt_tokens": 12, "cost_usd": 0.25, "latency_ms": "slow",
             "completion_tokens": True, "secret": "x"}
    bundle = read({"a.jsonl": as_lines(line(0, 0, **facts))})
    assert bundle.generations[0].facts == {
        "finish_reason": "stop\u2400", "prompt_id": "7", "prompt_tokens": 12, "cost_usd": 0.25}


def test_an_error_of_generation_is_an_answer_that_did_not_come():
    bundle = read({"a.jsonl": as_lines(line(0, 0, output="half", error="timeout"))})
    assert (bundle.generations[0].output, bundle.generations[0].facts["error"]) == (None, "timeout")


def test_the_text_none_is_nothing_in_a_harness_file_and_a_text_in_lines():
    bundle = read(sound_with(Sum_json=as_json([row(0, "None")]), answers_jsonl=as_lines(line(0, 0, output="None"))))
    assert output_of(bundle, "Sum", "0") is None
    assert output_of(bundle, "Lines", "L/0") == "None"


def test_the_order_of_members_changes_nothing():
    members = [Text(name, content) for name, content in CONTENTS["many_faults_at_once"]().items()]
    assert read_bundle(members, BENCHMARK) == read_bundle(reversed(members), BENCHMARK)


# What is refused

def test_a_tasks_alias_and_its_name_are_one_task():
    members = sound() | {"summe.json": as_json(document(*SUMS))}
    assert codes(read(members)) == ["duplicate_file"]


def test_a_row_without_id_explains_one_missing_sample_and_no_more():
    two_missing = document({"outputs": "1", "meta": {}}, SUMS[0])
    assert codes(read(sound_with(Sum_json=as_json(two_missing)))) == ["no_id_field_for_doc", "no_id", "no_id"]


def test_a_misspelt_name_is_told_the_right_one():
    [problem] = read(CONTENTS["misspelt_name"]()).problems
    assert problem.mend == "did you mean Talk.json?"


def test_misspelt_fields_are_one_warning_of_their_file_with_what_was_meant():
    misspelt = {"task": "Lines", "id": "L/0", "atempt": 1, "output": "x", "finishreason": "stop"}
    bundle = read(sound_with(answers_jsonl=as_lines(line(0, 0, temperature=0.2, prompt="p", outputs=[]), misspelt)))
    [problem] = [problem for problem in bundle.problems if problem.code == "unknown_field"]
    assert (problem.severity, problem.file) == ("warning", "answers.jsonl")
    assert problem.message.endswith("not read: atempt, finishreason")
    assert problem.mend == "for 'atempt' did you mean 'attempt'?; for 'finishreason' did you mean 'finish_reason'?"


@pytest.mark.parametrize(("misspelt", "name", "field"), [
    ({"task": "Lines", "id": "L/0", "outptu": "x"}, "outptu", "output"),
    ({"task": "Lines", "idd": "L/0", "output": "x"}, "idd", "id"),
    ({"taks": "Lines", "id": "L/0", "output": "x"}, "taks", "task"),
])
def test_a_line_that_lacks_a_field_for_a_slip_of_the_pen_is_told_which(misspelt, name, field):
    """It was only told that `output` is missing: two letters that change places make a short word unlike itself."""
    problems = read({"answers.jsonl": as_lines(misspelt)}).problems
    question = f"for {name!r} did you mean {field!r}?"
    assert question in {problem.mend for problem in problems if problem.severity == "error"}
    assert [problem.mend for problem in problems if problem.code == "unknown_field"] == [question]


@pytest.mark.parametrize("other", ["input", "prompt", "result", "text", "uuid", "index"])
def test_a_field_of_the_senders_own_is_no_slip_of_the_pen(other):
    problems = read({"answers.jsonl": as_lines({other: "x"})}).problems
    assert not [problem for problem in problems if "did you mean" in problem.mend]


@pytest.mark.parametrize(("said", "meant"), [
    ("revrese", "reverse"), ("REVERSE", "reverse"),
    ("reverse ", "reverse"), ("Sort10", "sort/10"), ("sort/1", None), ("x", None),
])
def test_a_misspelt_sample_is_told_the_right_one_and_another_number_is_none(said, meant):
    assert near_id(said, ["reverse", "sort/10", "sort/11"]) == meant


def test_a_misspelt_sample_of_a_line_is_told_the_right_one():
    named = Benchmark("b", "1", {"T": Task("T", "exact-match", (Sample("reverse"), Sample("sort")))})
    lines = ({"task": "T", "id": said, "output": ""} for said in ("revrese", "shuffle"))
    assert [one.mend for one in read({"a.jsonl": as_lines(*lines)}, named).problems if one.code == "unknown_id"] == [
        "did you mean 'reverse'?", "use the ids of the benchmark's samples"]


def test_thousands_of_misspelt_samples_are_read_in_bounded_time():
    words = ["".join(letters) for letters in itertools.product("abcdefghi", repeat=4)]
    samples = tuple(Sample(f"organisation__project-with-a-long-name-{word}") for word in words)
    many = Benchmark("b", "1", {"T": Task("T", "exact-match", samples)})
    lines = ({"task": "T", "id": f"organisation__porject-with-a-long-name-{word}", "output": ""} for word in words[:900])
    began = time.process_time()
    problems = read({"a.jsonl": as_lines(*lines)}, many).problems
    spent = time.process_time() - began
    assert "did you mean" in problems[0].mend and spent < 5


def test_other_fields_are_welcome_and_any_number_of_them_is_cheap():
    bundle = read(sound_with(answers_jsonl=as_lines(line(0, 0, **{f"output{n}": 1 for n in range(50_000)}), *LINES[1:])))
    assert codes(bundle) == []


@pytest.mark.parametrize("name", ["Sum.log", "Sum.txt", "notes.md", "more.zip", "logs.zip"])
def test_a_file_beside_the_answers_is_only_a_warning(name):
    [problem] = read(sound() | {name: b"?"}).problems
    assert (problem.severity, problem.code, problem.file) == ("warning", "unknown_file", name)


@pytest.mark.parametrize("name", ["Sum.jso", "Sum.txt", "SUM", "Sum.json.bak", "sum.JSONN"])
def test_answers_under_another_ending_are_not_lost_unseen(name):
    [problem] = read(sound_with(Sum_json=None) | {name: b"?"}).problems
    assert (problem.severity, problem.code, problem.task) == ("error", "extension", "Sum")


def test_of_many_like_problems_the_first_are_listed_and_the_others_counted():
    rows = [row(0), *[row(f"x{number}") for number in range(PER_KIND + 50)]]
    problems = [one for one in read(sound_with(Sum_json=as_json(rows))).problems if one.code == "unknown_id"]
    assert len(problems) == PER_KIND + 1
    assert problems[-1].message.startswith("50 more problems") and problems[-1].row is None


def test_problems_are_text_that_any_database_takes():
    bundle = read({"x\ud800\0.json": b"", "a.jsonl": rb'{"task": "Lines", "id": "\ud800\u0000", "output": ""}'})
    text = json.dumps([one.as_json() for one in bundle.problems], ensure_ascii=False)
    assert text.encode("utf-8") and "\\u0000" not in text


def test_a_member_that_cannot_be_read_is_a_problem_like_others():
    class Torn(Text):
        def open(self):
            raise BadInput("'Sum.json' differs from its checksum", code="bad_crc", mend="pack it again")

    members = [Torn("Sum.json", b""), *(Text(name, content) for name, content in sound_with(Sum_json=None).items())]
    bundle = read_bundle(members, BENCHMARK)
    assert [(one.code, one.task) for one in bundle.problems] == [("bad_crc", "Sum")]
    assert sound_tasks(bundle, BENCHMARK) == ALL[1:]


# What partial scoring may use

@pytest.mark.parametrize("archive", ["bad_json", "id_unknown", "id_twice", "wrong_ending", "row_without_outputs",
                                     "a_million_bad_rows"])
def test_a_fault_in_one_task_taints_no_other(archive):
    assert sound_of(CONTENTS[archive]()) == tuple(name for name in ALL if name != "Sum")


@pytest.mark.parametrize("archive", ["unknown_json_name", "line_of_unknown_task", "other_files", "missing_task",
                                     "missing_id"])
def test_strangers_and_gaps_taint_nothing(archive):
    assert sound_of(CONTENTS[archive]()) == ALL


def test_a_line_that_cannot_be_read_taints_the_tasks_it_may_belong_to():
    members = sound_with(Talk_json=None, answers_jsonl=as_lines(*LINES, b"{"))
    assert sound_of(members) == ("Sum", "Ten", "Tree")


def test_a_line_of_a_known_task_taints_that_task_alone():
    more = {"task": "Tree", "id": "9", "output": 1}
    assert sound_of(sound() | {"more.jsonl": as_lines(more)}) == ("Sum", "Ten", "Talk", "Lines")


# Caps

LONG = "ё" * 50


@pytest.mark.parametrize(("cap", "is_read"), [(100, True), (99, False)])
def test_an_answer_may_be_as_long_as_the_cap_in_bytes(cap, is_read):
    bundle = read({"Sum.json": as_json([row(0, LONG)])}, caps=ContentCaps(answer_bytes=cap))
    assert ("answer_too_long" not in codes(bundle)) == is_read


@pytest.mark.parametrize(("cap", "is_read"), [(0, True), (-1, False)])
def test_a_document_and_a_line_may_be_as_long_as_the_cap_in_bytes(cap, is_read):
    long_document, long_line = as_json([row(0, LONG)]), as_json(line(0, 0, output=LONG))
    for name, content, end in (("Sum.json", long_document, b""), ("a.jsonl", long_line, b"\n")):
        bundle = read({name: content + end}, caps=ContentCaps(json_bytes=len(content) + cap))
        assert ("document_too_large" not in codes(bundle)) == is_read


def test_a_line_after_an_overlong_one_is_read():
    content = as_lines(line(0, 0), line(0, 1, output="x" * 900_000), line(1, 0), line(1, 1))
    bundle = read({"a.jsonl": content}, caps=ContentCaps(json_bytes=300_000))
    assert [one.row for one in bundle.generations] == [1, 3, 4]
    assert [one.row for one in bundle.problems if one.code == "document_too_large"] == [2]


@pytest.mark.parametrize(("levels", "is_read"), [(10, True), (11, False)])
def test_an_answer_may_be_as_deep_as_the_cap(levels, is_read):
    answer = json.loads("[" * levels + "]" * levels)
    bundle = read({"Tree.json": as_json([row(0, answer)])}, caps=ContentCaps(json_depth=10))
    assert ("too_deep" not in codes(bundle)) == is_read


def test_brackets_and_commas_inside_texts_are_no_nodes():
    caps = ContentCaps(json_nodes=100)
    text = '"[{,' * 20_000
    assert codes(read({"Sum.json": as_json([row(0, text), row(1), row(2)])}, only("Sum"), caps)) == []
    assert codes(read({"Sum.json": as_json([row(0, list(range(400)))])}, only("Sum"), caps)) == ["too_many_nodes"]


def test_all_answers_together_are_capped():
    bundle = read(sound(), caps=ContentCaps(total_bytes=500))
    assert "answers_too_large" in codes(bundle)


def test_an_archive_without_answers_is_an_error_and_not_a_zero():
    benchmark = Benchmark(name="b", version="1", tasks={"T": Task("T", "exact-match", (Sample(id="0"),))})
    assert codes(read({"README.txt": b""}, benchmark)) == ["unknown_file", "no_task", "no_answers"]


def only(task: str) -> Benchmark:
    return Benchmark(name="b", version="1", tasks={task: BENCHMARK.tasks[task]})
