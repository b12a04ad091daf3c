"""Benchmark snapshots: each job scores against the exact benchmark it was made for, whatever happens to the pack.

Snapshots hold hidden tests: no door serves them.
"""

import gzip
import json
from collections import OrderedDict

from adapters.benchmarks import benchmark_from_json, benchmark_to_json
from adapters.blobs import Blobs
from scoring.benchmark import Benchmark

KEPT = 4  # benchmarks per process; a large one takes some hundred MiB


class Snapshots:
    """Benchmarks by digest, in the blob store, with the last few kept in memory."""

    def __init__(self, blobs: Blobs):
        self.blobs = blobs
        self._recent: OrderedDict[str, Benchmark] = OrderedDict()

    def has(self, digest: str) -> bool:
        """Whether the store holds it."""
        return self.blobs.exists(_key(digest))

    def save(self, benchmark: Benchmark) -> str:
        """Stores it unless it is there; its digest."""
        if benchmark.digest not in self._recent and not self.blobs.exists(_key(benchmark.digest)):
            text = json.dumps(benchmark_to_json(benchmark), ensure_ascii=True, sort_keys=True)
            self.blobs.put(_key(benchmark.digest), gzip.compress(text.encode("ascii"), 5, mtime=0))
        self._remember(benchmark)
        return benchmark.digest

    def load(self, digest: str) -> Benchmark:
        """Raises NotFound when no job was ever made with it."""
        if digest not in self._recent:
            self._remember(benchmark_from_json(json.loads(gzip.decompress(self.blobs.get(_key(digest))))))
        self._recent.move_to_end(digest)
        return self._recent[digest]

    def _remember(self, benchmark: Benchmark) -> None:
        self._recent[benchmark.digest] = benchmark
        while len(self._recent) > KEPT:
            self._recent.popitem(last=False)


def _key(digest: str) -> str:
    return f"benchmarks/{digest}.json.gz"
