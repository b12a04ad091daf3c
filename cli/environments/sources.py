"""Where the tree of an environment comes from: fetched by the ordinary client of its registry in a container of the room, or
read from this machine. Kept in the cache folder, so that a second build asks no network; verified every time.
"""

import hashlib
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from adapters.benchmarks.environments import EnvironmentSpec
from cli.environments.container import WORK, BuildContainer
from cli.environments.trees import commit_tree, folder_tree
from cli.host import locks, passthrough, process
from scoring.benchmark import Limits
from scoring.canonical import digest
from scoring.errors import BadInput

FETCHED = f"{WORK}/fetched"
FETCH_SECONDS = Limits().wall_seconds * 30
TREE = "tree.tar"  # a folder or commit
# Debian's packages of sources are not on by default; both forms of source lists.
_DEBIAN_SOURCES = (
    "[ ! -s /etc/apt/sources.list ] || sed 's/^deb /deb-src /' /etc/apt/sources.list > /etc/apt/sources.list.d/assay-src.list\n"
    "for list in /etc/apt/sources.list.d/*.sources; do\n"
    "  [ ! -e \"$list\" ] || sed -i 's/^Types: deb$/Types: deb deb-src/' \"$list\"\n"
    "done\n"
    "apt-get update -qq\n"
)
_MAVEN_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
_ZIP_OF_GO = "import json, shutil, sys; shutil.copy(json.load(sys.stdin)['Zip'], '.')"


@dataclass(frozen=True)
class Client:
    """How a registry's client fetches into the present folder, and how many leading folders its archives have."""

    script: Callable[[str], str]
    strip: int = 1


def _maven(value: str) -> str:
    """The sources and, where there are any, the tests' sources; the project file for its dependencies."""
    copy = f"mvn -q -B {_MAVEN_COPY} -DoutputDirectory=. -Dartifact={shlex.quote(value)}"
    return f"{copy}:jar:sources\n{copy}:pom\n{copy}:jar:test-sources || true"


CLIENTS: dict[str, Client] = {
    "pip": Client(lambda value: f"pip download --quiet --no-deps --no-binary :all: --dest . {shlex.quote(value)}"),
    "debian": Client(lambda value: f"{_DEBIAN_SOURCES}apt-get source -qq --download-only {shlex.quote(value)}", strip=0),
    "go": Client(lambda value: f"go mod download -json {shlex.quote(value)} | python3 -c {shlex.quote(_ZIP_OF_GO)}", strip=0),
    "maven": Client(_maven, strip=0),
}


@dataclass(frozen=True)
class Source:
    """What was fetched: the files of a folder, their checksum, and how many leading folders to leave out."""

    folder: Path
    sha256: str
    strip: int


def fetch(spec: EnvironmentSpec, image: str, pack: Path) -> Source:
    """The verified source of an environment. `image` is the room's, which has the client; `pack` the folder that paths
    count from.

    Raises BadInput for a missing file, a registry that does not have it, or a checksum that differs.
    """
    cache = passthrough.cache_dir(passthrough.environment()) / "sources"
    key = digest([spec.source.kind, spec.source.value, spec.source.commit])
    if spec.source.kind in CLIENTS:
        with locks.exclusive(cache / "locks" / key[:24]):
            folder = _from_registry(spec, image, cache / key)
    else:
        folder = _from_here(spec, pack, cache)
    found = checksum(folder)
    if spec.sha256 is not None and found != spec.sha256:
        raise BadInput(f"the checksum of {spec.source.value} is {found}, and environments.yaml says {spec.sha256}",
                       code="wrong_checksum", mend=f"if the source is the right one, delete {folder} and build again")
    default = CLIENTS[spec.source.kind].strip if spec.source.kind in CLIENTS else int(spec.source.kind == "archive")
    return Source(folder, found, default if spec.strip is None else spec.strip)


def _from_registry(spec: EnvironmentSpec, image: str, folder: Path) -> Path:
    if folder.is_dir():
        return folder
    draft = folder.with_suffix(".draft")
    shutil.rmtree(draft, ignore_errors=True)
    with BuildContainer(image, f"assay-fetch-{folder.name[:12]}") as container:
        done = container.shell(f"mkdir -p {FETCHED} && cd {FETCHED}\n{CLIENTS[spec.source.kind].script(spec.source.value)}",
                               seconds=FETCH_SECONDS)
        if not done.ok:
            raise BadInput(f"{spec.source.value} could not be fetched:\n{process.tail(done.output)}", code="no_such_source",
                           mend="check the name, the version and the network")
        container.get(FETCHED, draft)
    draft.rename(folder)
    return folder


def _from_here(spec: EnvironmentSpec, pack: Path, cache: Path) -> Path:
    """A folder that holds the archive or tree, named by its content, so that a changed source is another one."""
    kind, value = spec.source.kind, spec.source.value
    if kind == "archive":
        if not (pack / value).is_file():
            raise BadInput(f"there is no file {pack / value}", code="no_such_source", mend="mend `source` in environments.yaml")
        name, data = Path(value).name, (pack / value).read_bytes()
    elif kind == "folder":
        name, data = TREE, folder_tree(pack / value)
    else:
        local = pack / value
        name, data = TREE, commit_tree(str(local.resolve()) if local.exists() else value, str(spec.source.commit))
    folder = cache / digest([kind, name, hashlib.sha256(data).hexdigest()])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)
    return folder


def checksum(folder: Path) -> str:
    """SHA-256 of the one file; of a Debian source its `.dsc`, which has those of the others; else of all names and sums."""
    files = sorted(path for path in folder.iterdir() if path.is_file())
    described = [path for path in files if path.suffix == ".dsc"]
    if len(chosen := described or files) == 1:
        return hashlib.sha256(chosen[0].read_bytes()).hexdigest()
    sums = [f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n" for path in files]
    return hashlib.sha256("".join(sums).encode()).hexdigest()
