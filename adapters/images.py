"""The table of container images and the keys that name them. Pure hashing: reads the repository, asks no engine.

Two keys, because "the same image" means two things:

*Recipe key*: what we ask for. SHA-256 of the image's name, Dockerfile, the files it copies and the recipe keys of
its bases. Known before a build, so it is the image's tag: `assay/NAME:FIRST-12`. A changed byte of a copied file gives
a new tag; mirrors, proxies and certificates do not, because they say where bytes come from and not which are wanted.

*Content key*: what we got. SHA-256 of the recipe key and the versions of every package inside. It differs when a
package mirror moved on, and stays when another machine builds the same thing, whose engine gives it another image id.
It is the label `assay.content-key`, and it is what stands in the keys of cases and in reports.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONTENT_KEY_LABEL = "assay.content-key"
BASE_KEY_LABEL = "assay.base-key"  # of a prepared repository image: the content key of the room that it stands on
# Paths in a Dockerfile's COPY that the builder supplies from the machine (its certificates): not part of a recipe.
SUPPLIED = ".host/"
_TAG_DIGITS = 12


@dataclass(frozen=True)
class Image:
    """One image: the folder of its Dockerfile, what tells it from others of the same folder, and its understudy."""

    name: str
    folder: str
    suite: str = ""  # the Debian release, for a base
    standard: str = ""  # the public image that serves instead where a container registry can be reached


IMAGES: dict[str, Image] = {
    image.name: image
    for image in (
        Image("base-bookworm", "sandboxes/base", suite="bookworm", standard="debian:bookworm-slim"),
        Image("base-trixie", "sandboxes/base", suite="trixie", standard="debian:trixie-slim"),
        Image("sandbox-python", "sandboxes/python"),
        Image("sandbox-cpp", "sandboxes/cpp"),
        Image("sandbox-go", "sandboxes/go"),
        Image("sandbox-node", "sandboxes/node"),
        Image("sandbox-java-maven", "sandboxes/java-maven"),
        Image("sandbox-repo-python", "sandboxes/repo-python"),
        Image("sandbox-repo-go", "sandboxes/repo-go"),
        Image("sandbox-repo-cpp", "sandboxes/repo-cpp"),
        Image("sandbox-repo-java", "sandboxes/repo-java"),
        Image("service", "deploy/images/service"),
        Image("postgres", "deploy/images/postgres", standard="postgres:17"),
        Image("redis", "deploy/images/redis", standard="redis:7"),
        Image("s3", "deploy/images/s3", standard="versity/versitygw:v1.8.0"),
    )
}


def sandbox_image(runtime: str) -> str:
    """The name of the image in which programs of `runtime` run. Raises KeyError for an unknown runtime."""
    return IMAGES[f"sandbox-{runtime}"].name


def tag(name: str, root: Path = ROOT) -> str:
    """The reference of the image that this checkout asks for, such as `assay/service:0123456789ab`."""
    return f"assay/{name}:{recipe_key(name, root)[:_TAG_DIGITS]}"


def is_outdated(reference: str, root: Path = ROOT) -> bool:
    """Whether `reference` names an image of this table by another recipe than this checkout's."""
    found = re.fullmatch(rf"assay/([\w-]+):[0-9a-f]{{{_TAG_DIGITS}}}", reference)
    return found is not None and found[1] in IMAGES and reference != tag(found[1], root)


def environment_tag(key: str) -> str:
    """The reference of the prepared repository image with this content key, such as `assay/env:0123456789ab`."""
    return f"assay/env:{key[:_TAG_DIGITS]}"


def content_key(recipe: str, manifest: str) -> str:
    """The content key of an image with this recipe key and this list of package versions, in any order."""
    packages = "\n".join(sorted(manifest.split("\n")))
    return hashlib.sha256(f"{recipe}\n{packages}".encode()).hexdigest()


def recipe_key(name: str, root: Path = ROOT) -> str:
    """The recipe key of an image. Raises KeyError for an unknown name, FileNotFoundError for a missing COPY source."""
    image = IMAGES[name]
    text = dockerfile(name, root).read_text()
    digest = hashlib.sha256()
    for part in (name, image.suite, text, *(recipe_key(base, root) for base in bases(text).values())):
        digest.update(hashlib.sha256(part.encode()).digest())
    for path in copied_files(text, root):
        executable = "x" if path.stat().st_mode & 0o100 else "-"
        digest.update(f"{path.relative_to(root).as_posix()} {executable} ".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def dockerfile(name: str, root: Path = ROOT) -> Path:
    """The Dockerfile of an image."""
    return root / IMAGES[name].folder / "Dockerfile"


def arguments(text: str) -> set[str]:
    """The names that a Dockerfile declares with ARG."""
    return set(re.findall(r"^ARG\s+(\w+)", text, re.MULTILINE))


def bases(text: str) -> dict[str, str]:
    """The images that a Dockerfile is built on: `ARG BASE_TRIXIE` asks for the image `base-trixie`."""
    return {name: name.lower().replace("_", "-") for name in sorted(arguments(text)) if name.startswith("BASE_")}


def copied_files(text: str, root: Path = ROOT) -> list[Path]:
    """The files of the repository that a Dockerfile copies, sorted; its COPY paths count from the repository's root.

    Byte code and hidden files are left out: they differ between two checkouts of the same commit.
    """
    files: set[Path] = set()
    for line in re.findall(r"^COPY\s+(.+)$", text, re.MULTILINE):
        if line.startswith("--from="):
            continue
        for source in line.split()[:-1]:
            if not source.startswith(SUPPLIED):
                files.update(_files_of(source, root))
    return sorted(files)


def _files_of(source: str, root: Path) -> Iterator[Path]:
    """The files of one COPY source: a file, a folder, or a pattern such as `sandboxes/python/*.py`."""
    matches = list(root.glob(source))
    if not matches:
        raise FileNotFoundError(f"a Dockerfile copies {source}, which does not exist")
    for match in matches:
        yield from _files_under(match)


def _files_under(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    else:
        for child in path.iterdir():
            if child.name != "__pycache__" and not child.name.startswith(".") and child.suffix != ".pyc":
                yield from _files_under(child)
