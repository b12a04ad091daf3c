"""What every metric promises, whatever the samples: a value on the scale or a reason, in any order, in any process."""

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.settings import ROOT
from scoring.metrics import bleu, chrf, measure
from scoring.metrics.values import SampleTally
from scoring.similarity.pairs import compare

ATTEMPTS = 3
NAMES = ("pass@1", "pass@3", "pass@4", "compile@1", "exact_match", "judge@1", "judge@5", "chrf", "bleu", "codebleu")
TEXTS = st.text(alphabet="абв \n.x1", max_size=8)


def scores_of(reference: str, candidate: str, judged: list[int], compiled: bool) -> dict:
    [found] = compare({"reference": reference, "candidates": [candidate], "metrics": ["chrf", "bleu"]})
    return {"chrf": chrf.value(found["chrf"]), "chrf_counts": found["chrf"], "bleu": bleu.value(found["bleu"]),
            "bleu_counts": found["bleu"], "codebleu": len(candidate) / 8, "judged": judged, "compiled": compiled}


SCORES = st.builds(scores_of, TEXTS, TEXTS, st.lists(st.integers(0, 1), max_size=7), st.booleans())
LOWEST, HIGHEST = scores_of("абв", "", [], False), scores_of("абв", "абв", [1], True)


@st.composite
def tallies(draw) -> SampleTally:
    unscored = draw(st.sampled_from([0, 0, 0, 1, ATTEMPTS]))
    found = tuple(draw(st.lists(SCORES, min_size=ATTEMPTS - unscored, max_size=ATTEMPTS - unscored)))
    passed = draw(st.integers(0, ATTEMPTS - unscored))
    return SampleTally(ATTEMPTS - unscored, passed, unscored, (*found, *[None] * unscored), (*found, *[LOWEST] * unscored),
                       (*found, *[HIGHEST] * unscored), draw(st.sampled_from([None, "a", "b", "c"])))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25, deadline=None)
@given(samples=st.lists(tallies(), max_size=5), chance=st.randoms())
def test_a_value_is_on_the_scale_or_has_a_reason_and_no_order_changes_it(name, samples, chance):
    found = measure(name, samples, ATTEMPTS)
    assert (found.value is None) == bool(found.reason)
    bounds = [value for value in (found.value, found.low, found.high, *(found.ci95 or ())) if value is not None]
    assert all(0.0 <= value <= 1.0 for value in bounds)
    assert found.ci95 is None or found.ci95[0] <= found.ci95[1]
    assert found.low is None or found.low <= found.high
    json.dumps(found.as_json(), allow_nan=False)
    shuffled = list(samples)
    chance.shuffle(shuffled)
    again = measure(name, shuffled, ATTEMPTS)
    assert (again.value, again.n, again.low, again.high) == (found.value, found.n, found.low, found.high)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15, deadline=None)
@given(samples=st.lists(tallies(), min_size=1, max_size=5))
def test_the_same_samples_have_the_same_value_and_interval_again(name, samples):
    assert measure(name, samples, ATTEMPTS) == measure(name, samples, ATTEMPTS)


def test_no_metric_depends_on_the_hash_seed():
    """Sets and dictionaries of texts are ordered by hash, which differs from process to process."""
    program = (
        "from tests.scoring.metrics.test_properties import ATTEMPTS, NAMES, SampleTally, measure, scores_of\n"
        "words = 'печать списка и вывод суммы всех элементов'.split()\n"
        "made = [scores_of(' '.join(words), ' '.join(words[n:]), [0] * n + [1], n % 2 == 0) for n in range(6)]\n"
        "scores = [(one,) * ATTEMPTS for one in made]\n"
        "samples = [SampleTally(3, n % 4, 0, one, one, one, 'abc'[n % 3]) for n, one in enumerate(scores)]\n"
        "print([measure(name, samples, ATTEMPTS) for name in NAMES])"
    )
    seen = {subprocess.run([sys.executable, "-c", program], cwd=ROOT, env={"PYTHONPATH": ".", "PYTHONHASHSEED": seed},
                           capture_output=True, check=True, text=True).stdout for seed in ("0", "1", "77")}
    assert len(seen) == 1 and "ci95=(0." in seen.pop()
