"""Packs from published data files. A new importer is one file in the shape of its siblings and one line here."""

from collections.abc import Callable

from cli.importers.humaneval import import_humaneval
from cli.importers.humaneval_x import import_humaneval_x
from cli.importers.mbpp import import_mbpp
from cli.importers.mera import import_mera
from cli.importers.repo_records import import_repo_records
from cli.importers.swe_bench import import_swe_bench

Importer = Callable[..., None]  # (source: Path, to: Path, *, attempts: int, and the options that `TAKES` names)

IMPORTERS: dict[str, Importer] = {
    "humaneval": import_humaneval, "humaneval-x": import_humaneval_x, "mbpp": import_mbpp, "mera": import_mera,
    "repo-records": import_repo_records,
    "swe-bench": import_swe_bench,
}

TAKES = {"swe-bench": ("repositories", "subset")}
