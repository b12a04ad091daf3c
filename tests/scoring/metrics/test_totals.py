"""One number for a benchmark, or the reason why there is none."""

import json

import pytest

from scoring.metrics.totals import totals
from scoring.metrics.values import MetricValue


def value(number: float | None, low: float | None = None, high: float | None = None) -> MetricValue:
    return MetricValue(number, 10, low=low, high=high)


def test_a_task_counts_the_plain_mean_of_its_metrics_and_tasks_their_weight():
    found = totals({"A": {"pass@1": value(0.2), "pass@5": value(0.6)}, "B": {"exact_match": value(1.0)}},
                   {"A": 3.0, "B": 1.0})
    assert found["total"]["value"] == pytest.approx((3 * 0.4 + 1.0) / 4)
    assert (found["total"]["n"], found["missing"]) == (2, [])
    assert "range" not in found["total"]


@pytest.mark.parametrize("absent", [None, {}, {"pass@5": value(None)}, {"pass@1": value(0.5), "pass@5": value(None)}])
def test_a_task_without_a_value_makes_the_total_null_and_is_named(absent):
    found = totals({"A": {"pass@1": value(0.25)}, "B": absent}, {"A": 1.0, "B": 1.0})
    assert found["total"]["value"] is None and "B" in found["total"]["reason"]
    assert (found["partial"], found["missing"]) == (0.25, ["B"])


def test_nothing_at_all_has_neither_total_nor_part():
    found = totals({"A": None}, {"A": 1.0})
    assert (found["total"]["value"], found["partial"]) == (None, None)


def test_unscored_samples_of_one_task_open_the_range_of_the_total():
    found = totals({"A": {"m": value(0.5, 0.4, 0.6)}, "B": {"m": value(1.0)}}, {"A": 1.0, "B": 1.0})
    assert found["total"]["value"] == 0.75
    assert (found["total"]["incomplete"], found["total"]["range"]) == (True, [pytest.approx(0.7), pytest.approx(0.8)])


def test_a_task_of_which_nothing_is_scored_leaves_no_total_but_its_range():
    found = totals({"A": {"m": value(None, 0.0, 1.0)}, "B": {"m": value(1.0)}}, {"A": 1.0, "B": 1.0})
    assert found["total"]["value"] is None
    assert found["total"]["range"] == [0.5, 1.0]


def test_a_task_that_was_not_scored_leaves_no_range_to_tell():
    assert "range" not in totals({"A": {"m": value(0.5, 0.4, 0.6)}, "B": None}, {"A": 1.0, "B": 1.0})["total"]


def test_the_published_totals_come_out(shared):
    models = json.loads((shared / "cases" / "mera-paper" / "tables.json").read_text())["models"]
    assert len(models) == 12
    for model, table in models.items():
        tasks = {task: {name: value(number) for name, number in metrics.items()} for task, metrics in table["tasks"].items()}
        total = totals(tasks, dict.fromkeys(tasks, 1.0))["total"]
        assert total["value"] == pytest.approx(table["total"], abs=0.001), model


def test_groups_have_totals_of_their_own_from_their_tasks_alone():
    tasks = {"A": {"m": value(0.2)}, "B": {"m": value(0.4)}, "C": None}
    found = totals(tasks, dict.fromkeys(tasks, 1.0), {"Private": ("A", "B"), "Rest": ("B", "C")})
    assert found["groups"]["Private"]["total"]["value"] == pytest.approx(0.3)
    assert (found["groups"]["Rest"]["total"]["value"], found["groups"]["Rest"]["missing"]) == (None, ["C"])
    assert "groups" not in totals(tasks, dict.fromkeys(tasks, 1.0))


def test_the_formula_gives_every_total_and_private_score_of_the_mera_code_paper(shared):
    """Twelve models from tables 4 and 5 of arXiv 2507.12284; a thousandth is what the rounding of the inputs leaves open."""
    paper = json.loads((shared / "cases" / "mera-paper" / "tables.json").read_text("utf-8"))
    private = paper["_about"]["private_tasks"]
    assert len(paper["models"]) == 12
    for model, published in paper["models"].items():
        tasks = {task: {name: value(number) for name, number in metrics.items()}
                 for task, metrics in published["tasks"].items()}
        found = totals(tasks, dict.fromkeys(tasks, 1.0), {"Private": private})
        scores = found["total"]["value"], found["groups"]["Private"]["total"]["value"]
        assert scores == pytest.approx((published["total"], published["private"]), abs=0.001), model
