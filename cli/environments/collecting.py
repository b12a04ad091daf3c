"""`./assay benchmark clean`: removes environment images that no lock names, and what killed builds left behind."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from adapters.benchmarks import list_packs
from adapters.benchmarks.locks import read_lock
from adapters.benchmarks.manifest import Manifest
from adapters.benchmarks.pack import read_manifest
from cli.environments.container import LABEL
from cli.environments.image import KEY_LABEL, reference_of
from cli.host import process

REPOSITORY = reference_of("").rstrip(":")


@dataclass(frozen=True)
class Image:
    """An environment image of this machine; `mib` includes the room's, which it shares."""

    reference: str
    key: str
    mib: float


def environment_images() -> list[Image]:
    listed = process.run(["docker", "image", "ls", "--quiet", "--no-trunc", "--filter", f"reference={REPOSITORY}"]).split()
    found = []
    for document in json.loads(process.run(["docker", "image", "inspect", *sorted(set(listed))])) if listed else []:
        key = (document["Config"]["Labels"] or {}).get(KEY_LABEL, "")
        found += [Image(reference, key, document["Size"] / 2**20) for reference in document["RepoTags"]
                  if reference.startswith(f"{REPOSITORY}:")]
    return sorted(found, key=lambda image: image.reference)


def locked_keys(packs: Iterable[Path]) -> set[str]:
    """The keys that the locks of these packs name."""
    files = {folder / file for folder in packs for file in _files(read_manifest(folder))}
    entries = [entry for file in files for entry in read_lock(file)["environments"].values()]
    return {entry["key"] for entry in entries if "key" in entry}


def _files(manifest: Manifest) -> set[str]:
    return {part.files["environments"] for part in manifest.tasks.values() if "environments" in part.files}


def unlocked_images(packs: Iterable[Path]) -> list[Image]:
    kept = locked_keys(packs)
    return [image for image in environment_images() if image.key not in kept]


def remove_images(images: Iterable[Image]) -> list[str]:
    """Removes them; the references of those that are in use by a container and stay."""
    return [image.reference for image in images if not process.works(["docker", "image", "rm", image.reference])]


def remove_stray_builds() -> int:
    """Build containers whose builder is gone end by themselves; this takes those that the engine kept."""
    listed = process.run(["docker", "ps", "--all", "--quiet", "--filter", f"label={LABEL}", "--filter", "status=exited",
                          "--filter", "status=created", "--filter", "status=dead"]).split()
    return sum(process.works(["docker", "rm", "--force", "--volumes", one]) for one in listed)


def packs_with_locks(offered: Path, more: Iterable[Path]) -> list[Path]:
    return [*list_packs(offered), *more]
