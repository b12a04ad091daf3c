"""The lock beside environments.yaml: what was built of it, what the untouched tree passes, and which samples are proven.

`X.yaml` has `X.lock.json` and `X.withheld.json.gz` beside it, written by `./assay benchmark build` only:

    X.lock.json          {"schema": 1, "environments": {NAME: ENTRY}, "samples": {TASK: {ID: PROOF}}}
    X.withheld.json.gz   {NAME: {PATH: TEXT}}, the files that are in no image

An ENTRY holds for the very environments.yaml and samples that it was made for (`spec_digest`), a PROOF for its sample
(`sample_digest`) in the environment with its `key`. What no longer holds is left out here, with the reason under `refused`
for environments and under `unproven` for samples, so that nothing is scored against an environment that does not match,
and no answer is judged by a sample that nobody has tried.
"""

import gzip
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adapters.benchmarks.environments import EnvironmentSpec, sample_digest, spec_digest
from scoring.benchmark import Sample, Task

SCHEMA = 1
# Of an ENTRY, what a score depends on. Times and sizes differ between machines, so they must not move a pack's digest.
SCORED = ("key", "base_key", "spec_digest", "source_sha256", "packages", "tool", "test", "jdk")
PROVEN = ("gold", "stub", "first", "own_order", "stable", "quarantined", "detail")
BUILD = "./assay benchmark build PACK"


def lock_path(environments: Path) -> Path:
    """Where the lock of an environments file stands."""
    return environments.with_suffix(".lock.json")


def withheld_path(environments: Path) -> Path:
    """Where the withheld texts of an environments file stand."""
    return environments.with_suffix(".withheld.json.gz")


def read_lock(environments: Path) -> dict[str, Any]:
    """The whole document, an empty one where there is no file. Raises ValueError for a file that is no lock."""
    try:
        document = json.loads(lock_path(environments).read_text("utf-8"))
    except FileNotFoundError:
        return {"schema": SCHEMA, "environments": {}, "samples": {}}
    except json.JSONDecodeError as error:
        raise ValueError(f"{lock_path(environments).name} is no JSON: {error}; delete it and build again") from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise ValueError(f"{lock_path(environments).name} is no lock of schema {SCHEMA}; delete it and build again")
    return document


def read_withheld(environments: Path) -> dict[str, dict[str, str]]:
    """The withheld texts by environment and path; none where there is no file. Raises ValueError for a damaged one."""
    path = withheld_path(environments)
    if not path.is_file():
        return {}
    try:
        return json.loads(gzip.decompress(path.read_bytes()))
    except (OSError, EOFError, ValueError) as error:
        raise ValueError(f"{path.name} cannot be read: {error}; delete it and build again") from None


def text_sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def why_refused(entry: Mapping[str, Any] | None, wanted: str, withheld: Mapping[str, str] | None) -> str | None:
    """Why an entry of a lock must not be scored with; None when it may. `wanted`: the spec_digest of today."""
    if entry is None:
        return "is not built"
    if entry["spec_digest"] != wanted:
        return "is another than the one that was built: environments.yaml or the files of its samples changed"
    if "failed" in entry:
        return f"could not be built: {entry['failed']['reason']}"
    if {path: text_sha256(text) for path, text in (withheld or {}).items()} != entry["withheld"]:
        return "lacks the withheld files of its samples"
    return None


def lock_of(task: Task, environments: Path, specs: Mapping[str, EnvironmentSpec],
            files: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """`settings["lock"]` of a task: `{"environments", "samples", "refused"}`, of those environments that it uses, and
    `"unproven"` where samples of built environments lack a proof: id -> why. Without such samples the key is left out, so
    that sound packs keep the digest that they had before it.

    `files` are the withheld files by environment, over all tasks that share the file. Raises ValueError.
    """
    document, texts = read_lock(environments), read_withheld(environments)
    used = sorted({str(sample.meta["environment"]) for sample in task.samples if "environment" in sample.meta} & specs.keys())
    good: dict[str, Any] = {}
    refused: dict[str, str] = {}
    for name in used:
        entry = document["environments"].get(name)
        reason = why_refused(entry, spec_digest(specs[name], files.get(name, ())), texts.get(name))
        if reason is None:
            good[name] = _scored(entry, texts.get(name, {}))
        else:
            refused[name] = reason
    proofs = document["samples"].get(task.name, {})
    lacks = {sample.id: _lack(proofs.get(sample.id), sample, document["environments"]) for sample in task.samples}
    unproven = {sample.id: lacks[sample.id] for sample in task.samples
                if lacks[sample.id] and sample.meta.get("environment") in good}
    return {"environments": good, "refused": refused, "samples": {task.name: {
        sample.id: {name: proofs[sample.id][name] for name in PROVEN if name in proofs[sample.id]}
        for sample in task.samples if lacks[sample.id] is None
    }}, **({"unproven": unproven} if unproven else {})}


def _scored(entry: Mapping[str, Any], withheld: Mapping[str, str]) -> dict[str, Any]:
    baseline = {test: {name: count for name, count in seen.items() if name != "ms"} for test, seen in entry["baseline"].items()}
    return {**{name: entry.get(name) for name in SCORED}, "baseline": baseline, "withheld": dict(withheld)}


def _lack(proof: Mapping[str, Any] | None, sample: Sample, entries: Mapping[str, Any]) -> str | None:
    """Why a proof is none of this sample in the environment of today; None when it is."""
    if proof is None:
        return "is not proven yet"
    if proof["sample_digest"] != sample_digest(sample):
        return "was changed after its proof"
    key = entries.get(str(sample.meta.get("environment")), {}).get("key")
    return None if proof["key"] == key else "is proven in another build of its environment"
