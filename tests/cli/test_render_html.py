"""The page of a report: complete in itself, honest about what is missing, and deaf to hostile text."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest

from adapters.benchmarks import load_pack
from cli.render.asked import Asked
from cli.render.html import render_html
from cli.render.words import JUDGED_BY
from scoring.benchmark import Benchmark, Sample, Task
from scoring.shown import instruction_shown
from scoring.tasks import KINDS
from scoring.verdict import VERDICTS
from tests.api.world import SECRET, write_packs
from tests.cli.sample_report import HOSTILE, judged_by_another, report, verdict

HIDDEN = "canary7f3d91"


class Page(HTMLParser):
    """The elements, the attributes and the visible words of a page, as a browser's parser sees them."""

    def __init__(self, html: str):
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.inside: dict[str, str] = {}
        self._open = ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._open = tag

    def handle_endtag(self, tag):
        self._open = ""

    def handle_data(self, data):
        if self._open in ("script", "style"):
            self.inside[self._open] = self.inside.get(self._open, "") + data
        else:
            self.words += data

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.elements)

    def attributes(self, name: str) -> list[str]:
        return [attrs[name] or "" for _, attrs in self.elements if name in attrs]


def page(*verdicts, document=None, **options) -> Page:
    return Page(render_html(document or report(), verdicts, **options))


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_shows_benchmark_model_profile_total_and_metrics_with_interval_and_n():
    words = squeezed(page().words)
    for expected in ("tiny 1.2.0", "model-7b", "profile strict", "0.750", "0.500", "0.188 – 0.812", "n 2"):
        assert expected in words


def test_provenance_and_measures_are_there_and_an_unread_measure_is_a_dash():
    words = squeezed(page().words)
    for expected in ("content_sha256 " + "ab" * 32, "finished_at 2023-11-14 22:13:20 UTC", "peak_kib –"):
        assert expected in words


def test_a_metric_without_value_gives_its_reason_and_no_number():
    assert "– needs 10 attempts, the task declares 3" in squeezed(page().words)


def test_a_scale_that_is_customary_elsewhere_does_not_pass_for_the_one_shown():
    document = report()
    document["content"]["tasks"]["Loops"]["metrics"]["pass@1"]["scale"] = "customary 0-100"
    assert "pass@1 (here 0-1, customary 0-100)" in squeezed(page(document=document).words)


def test_unscored_attempts_stand_apart_with_the_range_they_leave_open():
    words = squeezed(page().words)
    assert "Incomplete: 1 attempt could not be scored" in words
    assert "* 0.500 – 1.000" in words
    assert "4 of 7 scored attempts passed" in words


def test_unscored_attempts_give_their_own_reasons_and_they_are_no_measure():
    document = report()
    document["measures"]["unscored_reasons"] = {"the environment e is not built": 40}
    words = squeezed(page(document=document).words)
    assert "40 × the environment e is not built" in words and "unscored_reasons" not in words


def test_an_interval_without_width_claims_no_certainty():
    document = report()
    document["content"]["tasks"]["Loops"]["metrics"]["pass@1"]["ci95"] = [0.1, 0.1]
    text = " ".join(page(document=document).words.split())
    assert "samples all alike" in text and "0.100 – 0.100" not in text


def test_quarantined_and_flagged_samples_are_named_with_the_reason():
    document = report()
    document["content"]["tasks"]["Loops"] |= {"quarantined": {"7": "flaky: 3 of 5"}, "flagged": {"9": ["tampering: canary"]}}
    words = squeezed(page(document=document).words)
    assert "7: flaky: 3 of 5" in words and "9: tampering: canary" in words


def test_a_sample_without_a_scored_attempt_is_unscored_and_not_one_of_which_nothing_passed():
    document = report()
    document["content"]["tasks"]["Private"] |= {"passed_per_sample": {"1": 1, "2": 0}, "unscored_samples": ["2"]}
    words = page(document=document).words
    assert "2: unscored" in words and "2: 0 of 1 passed" not in words


def test_answers_that_are_neither_right_nor_wrong_have_no_strip_of_passes():
    document = report()
    document["content"]["tasks"]["Private"] |= {"verdicts": {"SCORED": 1, "NO_ANSWER": 1}, "unscored": 0,
                                                "passed_per_sample": {"1": 0, "2": 0}}
    assert "1: 0 of 1 passed" not in page(document=document).words


def test_a_complete_report_says_nothing_about_being_incomplete():
    document = report()
    del document["content"]["tasks"]["Private"]
    document["content"]["totals"] = {"total": {"value": 0.5, "n": 1}}
    words = page(document=document).words
    assert "Incomplete" not in words and "*" not in words


def test_a_total_that_lacks_tasks_names_them_and_gives_the_partial_mean():
    document = report()
    document["content"]["totals"] = {"total": {"value": None}, "missing": ["RealCode"], "partial": 0.25}
    words = squeezed(page(document=document).words)
    assert "no total without RealCode" in words and "mean of what is there: 0.250" in words


@pytest.mark.parametrize("name", VERDICTS)
def test_every_verdict_is_explained(name):
    assert name.lower().replace("_", " ") in page().words


@pytest.mark.parametrize("field", ["answer", "log", "reason", "sample", "task"])
def test_hostile_text_adds_no_element_and_keeps_no_invisible_character(field):
    tame, wild = page(verdict(**{field: "tame"})), page(verdict(**{field: HOSTILE}))
    marks = ("i",)  # what an invisible character becomes inside an answer or a log
    assert [tag for tag, _ in wild.elements if tag not in marks] == [tag for tag, _ in tame.elements]
    assert not re.search("[\u202e\u2066\x1b\x00\udcff]", wild.words)
    assert "U+202E" in wild.words and "{{ 7*7 }}" in wild.words


def test_hostile_names_in_the_report_itself_are_escaped_too():
    document = report()
    document["content"]["tasks"]['"><img src=x>'] = document["content"]["tasks"].pop("Loops")
    document["provenance"]["submission_metadata"]["model"] = HOSTILE
    shown = page(document=document)
    assert shown.count("img") == 0 and shown.count("script") == 1


def test_the_page_encodes_as_utf8_whatever_the_answers_hold():
    render_html(report(), [verdict(task="\udcff", answer=HOSTILE)]).encode("utf-8")


def test_the_policy_allows_exactly_the_script_and_style_in_the_page():
    shown = page(verdict(answer=HOSTILE))
    policy = next(attrs["content"] for _, attrs in shown.elements if "http-equiv" in attrs)
    for tag in ("script", "style"):
        digest = base64.b64encode(hashlib.sha256(shown.inside[tag].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    names = {name for _, attrs in shown.elements for name in attrs}
    assert "style" not in names and not any(name.startswith("on") for name in names)


def test_the_page_refers_to_nothing_outside_itself():
    shown = page(verdict())
    assert not shown.attributes("src")
    assert all(link.startswith(("#", "data:")) for link in shown.attributes("href"))
    assert "@import" not in shown.inside["style"] and "url(http" not in shown.inside["style"]


def test_private_answers_and_logs_are_not_there():
    shown = page(verdict(task="Private", answer=None, log=None))
    assert shown.count("details") == 0 and shown.count("pre") == 0


def test_a_public_answer_and_its_log_can_be_opened_by_keyboard():
    shown = page(verdict(answer="return 42"))
    assert shown.count("details") == shown.count("summary") == 1
    assert "return 42" in shown.words and "AssertionError" in shown.words


def test_without_script_every_row_shows_and_the_filters_stay_hidden():
    shown = page(verdict(), verdict(attempt=1))
    hidden = [attrs.get("id") for _, attrs in shown.elements if "hidden" in attrs]
    assert hidden == ["filters"]
    assert len(shown.attributes("data-verdict")) == 2 + 4  # rows, and a button for each verdict that occurs


def test_a_big_submission_keeps_the_failures_and_says_what_it_left_out():
    rows = [verdict(attempt=i, verdict="PASSED") for i in range(30)] + [verdict(attempt=99)]
    shown = page(*rows, max_rows=10)
    assert "attempt 99" in shown.words
    assert "31 attempts; this page holds 10" in squeezed(shown.words) and "21 PASSED" in shown.words


def test_the_strip_follows_numbers_not_letters():
    titles = re.findall(r"<title>(Loops/\d+: [^<]*)", render_html(report(), []))
    assert titles == ["Loops/9: 0 of 3 passed", "Loops/10: 3 of 3 passed"]


def test_the_same_report_gives_the_same_page():
    assert render_html(report(), [verdict()]) == render_html(report(), [verdict()])


def test_says_when_another_judge_scored_than_the_benchmark_asks_for():
    assert "Loops was judged by judge-7b; the benchmark asks for judge-32b" in page(document=judged_by_another()).words
    assert "Another judge" not in page().words


@pytest.mark.parametrize("answer", ["return 1", None])
def test_a_pass_that_could_be_forged_is_marked_at_its_sample_with_what_that_means(answer):
    rows = [verdict(verdict="PASSED", reason="", answer=answer, log=answer, weak_guarantee=weak) for weak in (True, False)]
    words = squeezed(page(*rows).words)
    assert words.count("Weaker guarantee: the tests ran in the answer's own process") == 1
    assert "docs/threat-model.md" in words


def test_says_in_one_sentence_how_it_is_read():
    assert "How to read this:" in page().words


def test_passes_that_could_be_forged_are_named():
    document = report()
    document["content"]["tasks"]["Loops"]["weak_guarantee"] = 2
    assert "2 passes with the weaker guarantee" in Page(render_html(document, [])).words


def asked(**changes) -> Asked:
    sample = Sample("Loops/9", "Complete {prompt} as {style} says", {
        "prompt": "def f(x):\n", "style": HOSTILE, "tests": f"assert f(1) == '{HIDDEN}'", "setup": f"# {HIDDEN}"},
        {"solution": HIDDEN}, {"id": "Loops/9", "note": HIDDEN})
    tasks = (Task(**{"name": "Loops", "kind": "python-tests", "samples": (sample,), **changes}),)
    return Asked(Benchmark("tiny", "1", {task.name: task for task in tasks}))


def test_what_did_not_pass_shows_its_instruction_and_how_it_is_judged_and_nothing_hidden():
    html = render_html(report(), [verdict()], asked=asked())
    words = squeezed(Page(html).words)
    assert "Complete def f(x): as def f(): return" in words and "Assertions of the benchmark run" in words
    assert HIDDEN not in html


def test_an_instruction_adds_no_element_however_hostile():
    tags = [tag for tag, _ in Page(render_html(report(), [verdict()], asked=asked())).elements if tag != "i"]
    assert "img" not in tags and tags.count("script") == 1


@pytest.mark.parametrize("row", [verdict(), verdict(answer=None, log=None)])
def test_the_instruction_of_a_private_task_is_not_shown(row):
    html = render_html(report(), [row], asked=asked(access="private"))
    assert "Complete" not in html and HIDDEN not in html


def test_a_benchmark_of_private_tasks_has_no_word_to_show(tmp_path):
    write_packs(tmp_path)
    pack = load_pack(tmp_path / SECRET)
    assert {Asked(pack).instruction(task.name, sample.id) for task in pack.tasks.values() for sample in task.samples} == {None}


def test_an_instruction_of_a_pass_or_of_a_sample_that_is_unknown_is_left_out():
    for row in (verdict(verdict="PASSED"), verdict(sample="Loops/10")):
        assert "<h4>Instruction" not in render_html(report(), [row], asked=asked())


@pytest.mark.parametrize(("instruction", "inputs", "shown"), [
    ("Complete it.", {"prompt": "def f():\n", "tests": HIDDEN}, "Complete it.\n\ndef f():"),
    ("", {"prompt": "def f():\n"}, "def f():"),
    ("Complete {prompt}", {"prompt": "x"}, "Complete x"),
    ("What does it print?", "print(1)", "What does it print?\n\nprint(1)"),
    ("Keep {this} and {0}", None, "Keep {this} and {0}"),
])
def test_an_instruction_is_what_the_model_was_shown(instruction, inputs, shown):
    task = Task("T", "python-tests", (Sample("1", instruction, inputs, meta={"id": "1"}),))
    assert instruction_shown(task, task.samples[0]) == shown


def test_every_kind_says_how_it_is_judged():
    assert set(JUDGED_BY) == set(KINDS)


def test_one_of_a_thing_is_no_plural():
    document = report()
    del document["content"]["tasks"]["Private"]
    document["content"]["tasks"]["Loops"] |= {"samples": 1, "attempts": 1, "verdicts": {"PASSED": 1}, "weak_guarantee": 1}
    words = squeezed(page(document=document).words)
    for said in ("1 task ", "1 sample ", "1 attempt ", "1 sample × 1 attempt", "1 pass with"):
        assert said in words


def test_names_of_facts_break_after_their_dots_and_nowhere_else_of_ours():
    """A browser broke "submission_metadata.mo / del"."""
    assert "submission_metadata.<wbr>model " in render_html(report(), [])
    document = report()
    document["provenance"]["submission_metadata"] = {"<b>.x": 1}
    assert "&lt;b&gt;.<wbr>x " in render_html(document, [])


@pytest.mark.parametrize(("passed", "told"), [(None, True), (1, False)])
def test_a_question_mark_among_the_tests_is_explained(passed, told):
    words = squeezed(page(verdict(tests_passed=passed)).words)
    assert ("? where the run stopped at a test that failed" in words) == told


def test_a_wrong_answer_is_not_said_to_have_run_to_its_end():
    """Of a repository's tests that ended by a crash, or never began, nobody knows that."""
    assert "ran to its end" not in page(verdict()).words
