"""Extraction and post-processing under mera-1 give what the published scorers give, row by row."""

import pytest

from scoring.extract import (
    mera_functions,
    mera_java,
    mera_javatestgen,
    mera_realcode,
    mera_realcodejava,
    mera_review,
    mera_unit_tests,
    mera_yabloco,
)
from tests.scoring.vectors.reading import misses, rows

# A row that says `raises` has no text; the published scorer dies where we go on with none.
BY_TEXT = {
    "extract_ruhumaneval": mera_functions.extract, "extract_codelintereval": mera_functions.extract,
    "extract_realcode": mera_realcode.extract, "extract_realcodejava": mera_java.extract,
    "extract_javatestgen": mera_javatestgen.extract, "parse_rucodereviewer": mera_review.comments,
}


@pytest.mark.parametrize("name", BY_TEXT)
def test_a_reply_gives_the_text_of_its_row(shared, name):
    assert misses(rows(shared, name), lambda row: BY_TEXT[name](row["text"])) == {}


@pytest.mark.parametrize("language", ["python", "java", "go", "csharp", "js"])
def test_a_reply_to_unit_tests_gives_the_text_of_its_row(shared, language):
    found = rows(shared, f"extract_unittests_{language}")
    assert misses(found, lambda row: mera_unit_tests.extract(row["text"], row["language"])) == {}


def test_yabloco_replies_give_the_texts_of_harness_and_runner(shared):
    for row in rows(shared, "extract_yabloco"):
        given = mera_yabloco.extract(row["text"]), mera_yabloco.final(row["text"])
        assert given == (row["expected_harness"], row["expected_final"]), row["id"]


def test_exact_match_of_yabloco_looks_at_word_characters_alone(shared):
    found = rows(shared, "yabloco_em")
    assert misses(found, lambda row: float(mera_yabloco.exact_match(row["prediction"], row["gold"]))) == {}


def test_realcode_replies_become_bodies_and_files(shared):
    for row in rows(shared, "post_realcode"):
        code = mera_realcode.extract(row["text"])
        final = mera_realcode.body(code, row["intent"], row["gt"])
        around = row["assembled_with"]
        assembled = mera_realcode.assemble(around["left"], final, around["right"])
        assert (code, final, assembled) == (row["extracted"], row["final"], row["assembled"]), row["id"]


def test_realcodejava_replies_become_bodies_and_files(shared):
    for row in rows(shared, "post_realcodejava"):
        code = mera_java.extract(row["text"])
        bare = mera_realcodejava.without_signature(code, row["left_context"], row["intent"])
        closed = mera_realcodejava.closed(bare, row["gt"])
        final = mera_realcodejava.body(code, row["left_context"], row["gt"], row["intent"])
        assembled = mera_realcodejava.assemble(row["left_context"], final, row["right_context"])
        wanted = tuple(row[name] for name in ("extracted", "signature_removed", "brace_fixed", "final", "assembled"))
        assert (code, bare, closed, final, assembled) == wanted, row["id"]


def test_generated_java_tests_get_package_and_imports(shared):
    found = rows(shared, "post_javatestgen")
    assert misses(found, lambda row: mera_javatestgen.test_file(row["source"], row["test"])) == {}
