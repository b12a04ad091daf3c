"""Packs that tests write are read back as the benchmarks that they were."""

import pytest

from adapters.benchmarks import load_pack
from tests.intake.benchmark import BENCHMARK
from tests.packs.mera_general.tasks import mera_general
from tests.packs.writing import write_pack


@pytest.mark.parametrize("benchmark", [BENCHMARK, mera_general()], ids=lambda one: one.name)
def test_a_written_pack_is_read_back_as_it_was(benchmark, tmp_path):
    loaded = load_pack(write_pack(benchmark, tmp_path / "pack"))
    assert set(loaded.tasks) == set(benchmark.tasks)
    for name, task in benchmark.tasks.items():
        again = loaded.tasks[name]
        assert (again.kind, again.attempts, again.answer, again.aliases) == (
            task.kind, task.attempts, task.answer, task.aliases)
        assert [(sample.id, sample.outputs) for sample in again.samples] == [
            (sample.id, sample.outputs) for sample in task.samples]
