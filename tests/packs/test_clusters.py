"""Samples of one repository fail together: intervals of the shipped repository tasks are over repositories."""

import pytest

from adapters.benchmarks import load_pack
from adapters.settings import ROOT
from cli.importers.repo_records import import_repo_records
from scoring.breakdown import cluster_of
from scoring.metrics.intervals import of_mean
from scoring.tasks import REPOSITORY_KINDS


@pytest.mark.parametrize("pack", ["mera-code", "repo-python", "repo-java", "repo-go", "repo-cpp"])
def test_tasks_of_repositories_name_what_their_samples_hang_together_by(pack):
    tasks = [task for task in load_pack(ROOT / "benchmarks" / pack, locked=False).tasks.values()
             if task.kind in REPOSITORY_KINDS]
    assert tasks
    for task in tasks:
        named = {cluster_of(task, sample) for sample in task.samples}
        assert None not in named and "(none)" not in named, task.name


def test_imported_records_of_several_repositories_are_clustered_by_them(shared, tmp_path):
    import_repo_records(shared / "cases" / "repo-python", tmp_path / "pack")
    [task] = load_pack(tmp_path / "pack", locked=False).tasks.values()
    clusters = [cluster_of(task, sample) for sample in task.samples]
    assert 1 < len(set(clusters)) < len(task.samples)
    assert of_mean([0.0, 1.0] * (len(clusters) // 2), clusters[:len(clusters) // 2 * 2]).ci95 is not None
