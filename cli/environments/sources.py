"""Where the tree of an environment comes from: fetched by the ordinary client of its registry in the build's container, or
read from this machine. Kept in the cache folder, so that a second build asks no registry; verified every time.
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
from scoring.canonical import digest
from scoring.errors import BadInput

FETCHED = f"{WORK}/fetched"
FETCH_SECONDS = 1800
TREE = "tree.tar"  # a folder or commit
# Source packages are not on by default: lists of our own, in both forms that a system may have, beside the system's.
_DEBIAN_LISTS = f"""
mkdir -p {WORK}/lists
[ ! -s /etc/apt/sources.list ] || sed 's/^deb /deb-src /' /etc/apt/sources.list > {WORK}/lists/source.list
for list in /etc/apt/sources.list.d/*.sources; do
  [ ! -e "$list" ] || sed 's/^Types:.*/Types: deb-src/' "$list" > {WORK}/lists/$(basename "$list")
done
apt() {{ apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts={WORK}/lists "$@"; }}
apt update
"""
_MAVEN_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
_ZIP_OF_GO = "import json, shutil, sys; shutil.copy(json.load(sys.stdin)['Zip'], '.')"


@dataclass(frozen=True)
class Client:
    """How a registry's client fetches into the present folder, and how many leading folders its archives have."""

    script: Callable[[str], str]
    strip: int = 1


def _go(value: str) -> str:
    return f"GOMODCACHE={WORK}/modules go mod download -json {shlex.quote(value)} | python3 -c {shlex.quote(_ZIP_OF_GO)}"


def _maven(value: str) -> str:
    """The sources and, where there are any, the tests' sources; the project file for its dependencies."""
    copy = f"mvn -q -B -Dmaven.repo.local={WORK}/m2 {_MAVEN_COPY} -DoutputDirectory=. -Dartifact={shlex.quote(value)}"
    return f"{copy}:jar:sources\n{copy}:pom\n{copy}:jar:test-sources || true"


CLIENTS: dict[str, Client] = {
    "pip": Client(lambda value: f"pip download --quiet --no-deps --no-binary :all: --dest . {shlex.quote(value)}"),
    "debian": Client(lambda value: f"{_DEBIAN_LISTS}apt source --download-only {shlex.quote(value)}", strip=0),
    "go": Client(_go),
    "maven": Client(_maven, strip=0),
}


@dataclass(frozen=True)
class Source:
    """What was fetched: the files of a folder, their checksum, and how many leading folders to leave out."""

    folder: Path
    sha256: str
    strip: int


def fetch(spec: EnvironmentSpec, container: BuildContainer, pack: Path) -> Source:
    """The verified source of an environment. The container's room has the client; what a client kept for itself serves the
    build as well. `pack` is the folder that paths count from.

    Raises BadInput for a missing file, a registry that does not have it, or a checksum that differs.
    """
    cache = passthrough.cache_dir(passthrough.environment()) / "sources"
    key = digest([spec.source.kind, spec.source.value, spec.source.commit])
    if spec.source.kind in CLIENTS:
        with locks.exclusive(cache / "locks" / key[:24]):
            folder = _from_registry(spec, container, cache / key)
    else:
        folder = _from_here(spec, pack, cache)
    found = checksum(folder)
    if spec.sha256 is not None and found != spec.sha256:
        raise BadInput(f"the checksum of {spec.source.value} is {found}, and environments.yaml says {spec.sha256}",
                       code="wrong_checksum", mend=f"if the source is the right one, delete {folder} and build again")
    return Source(folder, found, leading_folders(spec) if spec.strip is None else spec.strip)


def leading_folders(spec: EnvironmentSpec) -> int:
    """How many folders a source's archives have above the tree. A Go module's are its path: `example.org/a/b@v1.0.0/`."""
    if spec.source.kind == "go":
        return spec.source.value.partition("@")[0].count("/") + 1
    return CLIENTS[spec.source.kind].strip if spec.source.kind in CLIENTS else int(spec.source.kind == "archive")


def _from_registry(spec: EnvironmentSpec, container: BuildContainer, folder: Path) -> Path:
    if folder.is_dir():
        return folder
    draft = folder.with_suffix(".draft")
    shutil.rmtree(draft, ignore_errors=True)
    done = container.shell(f"mkdir -p {FETCHED} && cd {FETCHED}\n{CLIENTS[spec.source.kind].script(spec.source.value)}",
                           seconds=FETCH_SECONDS)
    if not done.ok:
        raise BadInput(f"{spec.source.value} could not be fetched:\n{process.tail(done.output)}", code="no_such_source",
                       mend="check the name, the version and the network")
    container.get(FETCHED, draft)
    container.shell(f"rm -rf {FETCHED}")
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
