from scoring.metrics import measure
from scoring.metrics.values import SampleTally


def test_an_attempt_that_compiles_counts_whether_or_not_it_passes():
    yes, no = {"compiled": True}, {"compiled": False}
    samples = [SampleTally(2, 0, 0, (yes, no)), SampleTally(2, 1, 0, (yes, yes)), SampleTally(2, 0, 0, (None, no))]
    assert measure("compile@1", samples, 2).value == 0.5
    assert measure("compile@2", samples, 2).value == 2 / 3
    assert measure("pass@1", samples, 2).value == 1 / 6
