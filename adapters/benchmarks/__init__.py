"""Benchmark packs: folders on disk (docs/pack-format.md) read into values, and values as JSON for snapshots."""

from adapters.benchmarks.document import benchmark_from_json, benchmark_to_json, with_digest
from adapters.benchmarks.pack import list_packs, load_pack

__all__ = ["benchmark_from_json", "benchmark_to_json", "list_packs", "load_pack", "with_digest"]
