"""chrF and BLEU against sacrebleu, against published vectors, and over a corpus."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF

from scoring.metrics import bleu, chrf, intervals, measure
from scoring.metrics.values import SampleTally
from scoring.similarity.pairs import compare

TEXTS = st.text(alphabet=st.sampled_from("абёeAB1 \n\t,.-&;<\u00a0\u0301\U0001f600"), max_size=40)
MADE_OF = {"chrf": chrf.value, "bleu": bleu.value}


def vectors(shared, name: str) -> list[dict]:
    return [json.loads(line) for line in (shared / "vectors" / f"{name}.jsonl").read_text("utf-8").splitlines()]


def facts(reference: str, *candidates: str, swap: bool = False) -> list[dict]:
    return compare({"reference": reference, "candidates": list(candidates), "metrics": ["chrf", "bleu"], "swap": swap})


def percent(found: dict) -> dict[str, float]:
    return {name: 100 * value(found[name]) for name, value in MADE_OF.items()}


def tallies(pairs: list[tuple[str, str]]) -> list[SampleTally]:
    scores = [({"chrf": 0.0, "chrf_counts": found["chrf"], "bleu": 0.0, "bleu_counts": found["bleu"]},)
              for reference, candidate in pairs for found in facts(reference, candidate)]
    return [SampleTally(1, 0, 0, one, one, one) for one in scores]


def test_single_pairs_have_the_published_values(shared):
    for row in vectors(shared, "chrf_bleu_sentence"):
        [found] = facts(row["reference"], row["hypothesis"])
        expected = {"chrf": row["sentence_chrf"], "bleu": row["corpus_bleu_1"]}
        assert percent(found) == pytest.approx(expected, abs=1e-9), row["id"]


def test_corpora_have_the_published_values(shared):
    for row in vectors(shared, "chrf_corpus"):
        samples = tallies([(pair["reference"], pair["hypothesis"]) for pair in row["pairs"]])
        assert 100 * measure("chrf", samples, 1).value == pytest.approx(row["corpus_chrf"], abs=1e-9), row["id"]
        assert 100 * measure("bleu", samples, 1).value == pytest.approx(row["corpus_bleu"], abs=1e-9), row["id"]


def test_one_reference_per_hypothesis_and_not_one_list_of_references_for_all():
    """A layout that scores only the first hypothesis, and says nothing, was met in the wild."""
    samples = tallies([("A B C", ""), ("B C D", "B C D"), ("C D E", "C D E")])
    assert 100 * measure("chrf", samples, 1).value == pytest.approx(71.4286, abs=1e-4)
    assert measure("bleu", samples, 1).value == 0.0


@pytest.mark.parametrize(("second", "expected"), [("zzzz", 41.124073), ("", 41.598712), (" \n\u00a0", 41.598712)])
def test_a_hypothesis_without_any_overlap_or_text_lowers_the_corpus(second, expected):
    """Elsewhere such a pair drops out, and the value of the corpus rises."""
    samples = tallies([("печать списка", "печать списка"), ("вывод суммы элементов", second)])
    assert 100 * measure("chrf", samples, 1).value == pytest.approx(expected, abs=1e-6)
    assert measure("chrf", samples[:1], 1).value == 1.0


def test_an_empty_reference_neither_breaks_nor_lifts_a_corpus():
    alone, beside = tallies([("", "что-то")]), tallies([("абв", "абв"), ("", "что-то")])
    assert measure("chrf", alone, 1).value == measure("bleu", alone, 1).value == 0.0
    assert measure("chrf", beside, 1).value == 1.0  # as in the library: there was nothing to find


@settings(max_examples=200, deadline=None)
@given(TEXTS, TEXTS, st.booleans())
def test_any_pair_has_the_value_that_sacrebleu_gives(reference, candidate, swap):
    hypothesis, wanted = (reference, candidate) if swap else (candidate, reference)
    [found] = facts(reference, candidate, swap=swap)
    expected = {"chrf": CHRF().corpus_score([hypothesis], [[wanted]]).score,
                "bleu": BLEU().corpus_score([hypothesis], [[wanted]]).score}
    assert percent(found) == pytest.approx(expected, abs=1e-9)
    assert all(0.0 <= value <= 100.0 for value in percent(found).values())


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=6), st.randoms())
def test_a_corpus_has_the_value_that_sacrebleu_gives_in_any_order(pairs, chance):
    references, hypotheses = zip(*pairs, strict=True)
    before = {name: measure(name, tallies(pairs), 1).value for name in MADE_OF}
    assert before == pytest.approx({"chrf": CHRF().corpus_score(hypotheses, [references]).score / 100,
                                    "bleu": BLEU().corpus_score(hypotheses, [references]).score / 100}, abs=1e-12)
    chance.shuffle(pairs)
    assert before == {name: measure(name, tallies(pairs), 1).value for name in MADE_OF}


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=3))
def test_several_candidates_at_once_have_the_counts_of_each_alone(reference, candidates):
    assert facts(reference, *candidates) == [facts(reference, text)[0] for text in candidates]
    assert [found["chrf"] for found in facts(reference, *candidates)] == [slow_counts(reference, text) for text in candidates]


def slow_counts(reference: str, candidate: str) -> list[int]:
    found = []
    for order in range(1, 7):
        wanted, given = (Counter(text[i:i + order] for i in range(len(text) - order + 1))
                         for text in ("".join(line.split()) for line in (reference, candidate)))
        found += [given.total() if wanted else 0, wanted.total(), (given & wanted).total()]
    return found


@given(TEXTS, st.booleans())
def test_the_bounds_are_the_counts_of_an_empty_and_of_an_equal_answer(reference, swap):
    empty, equal = compare({"reference": reference, "candidates": ["", reference], "metrics": ["chrf"], "swap": swap})
    assert (chrf.of_empty(reference, swap), chrf.of_equal(reference)) == (empty["chrf"], equal["chrf"])


def test_the_signatures_are_those_of_the_library():
    signatures = {"chrf": CHRF(), "bleu": BLEU()}
    for metric in signatures.values():
        metric.corpus_score(["a"], [["a"]])
    assert {name: str(metric.get_signature()) for name, metric in signatures.items()} == {
        "chrf": chrf.SIGNATURE, "bleu": bleu.SIGNATURE}


def test_a_corpus_value_has_an_interval_around_it_that_is_the_same_each_time():
    samples = tallies([("абв где", "абв"), ("жзи", "жзи"), ("клм нопр", "клм"), ("сту", "")])
    first, second = measure("chrf", samples, 1), measure("chrf", samples, 1)
    assert first == second and first.ci95[0] < first.value < first.ci95[1] and 0 < first.stderr < 0.5


def test_the_bootstrap_of_sums_is_that_of_the_mean_where_the_value_is_a_mean():
    values = [0, 1, 1, 0, 1, 1, 1, 0, 0, 1]
    spread = intervals.bootstrap_of_sums([[value, 1] for value in values], lambda row: row[0] / row[1])
    assert spread.ci95 == intervals.bootstrap(values)
    assert spread.stderr == pytest.approx(intervals.standard_error(values), rel=0.1)


def test_one_sample_has_a_value_and_no_interval():
    one = measure("chrf", tallies([("абв", "абв")]), 1)
    assert (one.value, one.stderr, one.ci95, one.scale) == (1.0, None, None, "customary 0-100")
