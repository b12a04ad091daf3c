"""What all measures of text similarity share: attempts have values, and over a corpus the counts that values are made of.

In `Verdict.scores` a measure `m` has its value on 0..1 under "m" and, where it is taken over the corpus, whole numbers
under "m_counts".
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.metrics import intervals
from scoring.metrics.values import MetricValue, SampleTally

SCALE = "customary 0-100"
Scores = Sequence[Mapping[str, Any]]  # of one sample, one mapping for each attempt
Clusters = Sequence[str | None]  # of the samples
Value = Callable[[Sequence[int]], float]  # of counts


def measure(samples: Sequence[SampleTally], name: str, value: Value | None = None,
            signature: str | None = None) -> MetricValue:
    """The value over whole samples: from the sums of their counts where there are some, else their mean.

    Samples that lack the score of an UNSCORED attempt are left out and open the range from the worst to the best answers.
    Raises KeyError for another attempt without the scores: to take it for 0, or to drop it, would be silent.
    """
    whole = [sample for sample in samples if sample.knows(name)]
    counted = value is not None and any(f"{name}_counts" in attempt for sample in samples for attempt in sample.lowest)

    def over(chosen: Sequence[SampleTally], scores: Sequence[Scores]) -> MetricValue:
        clusters = [sample.cluster for sample in chosen]
        return _over_corpus(scores, clusters, name, value) if counted else _over_samples(scores, clusters, name)

    found = over(whole, [sample.scores for sample in whole])
    if len(whole) < len(samples):
        low, high = (over(samples, of_all).value
                     for of_all in ([sample.lowest for sample in samples], [sample.highest for sample in samples]))
        found = replace(found, low=low, high=high)
    reason = None if whole else "no sample is scored" if samples else "the task has no samples"
    return replace(found, reason=reason, scale=SCALE, signature=signature)


def _over_samples(samples: Sequence[Scores], clusters: Clusters, name: str) -> MetricValue:
    if not samples:
        return MetricValue(None, 0)
    values = [intervals.mean([attempt[name] for attempt in scores]) for scores in samples]
    spread = intervals.of_mean(values, clusters)
    return MetricValue(intervals.mean(values), len(values), spread.stderr, spread.ci95)


def _over_corpus(samples: Sequence[Scores], clusters: Clusters, name: str, value: Value) -> MetricValue:
    if not samples:
        return MetricValue(None, 0)
    counts = [intervals.sums([attempt[f"{name}_counts"] for attempt in scores]) for scores in samples]
    spread = intervals.bootstrap_of_sums(intervals.in_clusters(counts, clusters), value)
    return MetricValue(value(intervals.sums(counts)), len(counts), spread.stderr, spread.ci95)
