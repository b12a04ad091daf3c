"""One environment's image: the source unpacked and built in a container of its room, what must not stay taken out,
committed under its key.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from adapters import images
from adapters.benchmarks.environments import EnvironmentSpec, spec_digest
from cli.environments import inside
from cli.environments.container import HOME, WORK, BuildContainer, tar_of
from cli.environments.sources import FETCHED, Source, fetch
from cli.environments.tools import TOOLS, Tool
from cli.host import certificates, locks, passthrough, process
from cli.host.images import exists
from scoring.canonical import digest
from scoring.errors import AssayError

KEY_LABEL, BASE_LABEL, NAME_LABEL = images.CONTENT_KEY_LABEL, images.BASE_KEY_LABEL, "assay.environment"
CONSTRAINTS = f"{WORK}/constraints.txt"
BUILD_SECONDS = 3000  # what the published scorer gives a build
MEND_OF_BUILD = "say what builds it: `build` in environments.yaml, or --build when it is proposed anew"
_CACHES = (f"{HOME}/.cache", f"{HOME}/.config", "/tmp/*", "/var/tmp/*", "/var/lib/apt/lists/*", "/var/cache/apt/*",
           "/var/cache/debconf/*-old", "/var/log/*", "/repo/.git")
_PACKAGES = "dpkg-query -W -f '${Package}==${Version}\\n'"


class BuildFailed(AssayError):
    """The environment cannot be made; `log` is the end of what its build said. Its samples are quarantined, others go on."""

    status = 422

    def __init__(self, reason: str, log: str = "", mend: str | None = None):
        super().__init__(reason, mend=mend)
        self.log = log


@dataclass(frozen=True)
class Base:
    """The room's image on this machine."""

    reference: str
    key: str


@dataclass(frozen=True)
class Wanted:
    """What to build: an environment of a pack, with the files to withhold and the package versions to build with, if any."""

    name: str
    spec: EnvironmentSpec
    withheld: tuple[str, ...]
    pack: Path
    constraints: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        return spec_digest(self.spec, self.withheld)


@dataclass(frozen=True)
class Built:
    """What came of it. `texts` are the withheld files, `removed` everything else that held them."""

    key: str
    base_key: str
    source_sha256: str
    test: Mapping[str, Any]
    packages: tuple[str, ...]
    texts: Mapping[str, str]
    removed: tuple[str, ...]
    seconds: float
    disk_mib: float

    @property
    def reference(self) -> str:
        return reference_of(self.key)


def reference_of(key: str) -> str:
    """The tag of the image with this key."""
    return images.environment_tag(key)


def is_here(key: str, base_key: str) -> bool:
    """Whether this machine has the image with exactly this key, on exactly this room."""
    if not exists(reference_of(key)):
        return False
    labels = json.loads(process.run(["docker", "image", "inspect", "--format", "{{json .Config.Labels}}", reference_of(key)]))
    return (labels or {}).get(KEY_LABEL) == key and (labels or {}).get(BASE_LABEL) == base_key


def environment_key(wanted: Wanted, source: Source, base_key: str, packages: Sequence[str]) -> str:
    """The content key: everything that was asked for, the room, and every package version inside."""
    spec, tool = wanted.spec, TOOLS[wanted.spec.tool]
    return digest({
        "source": source.sha256, "strip": source.strip, "tool": spec.tool, "jdk": spec.jdk, "history": spec.history,
        "build": spec.build or tool.default_build(spec), "test": tool.test_options(spec.test),
        "withheld": list(wanted.withheld), "base": base_key, "packages": sorted(packages),
    })


def build_image(wanted: Wanted, base: Base, say: Callable[[str], None]) -> Built:
    """Builds, withholds, commits. Raises BuildFailed when the environment is at fault, OurFault when this machine is."""
    began = time.monotonic()
    cache = passthrough.cache_dir(passthrough.environment())
    with locks.exclusive(cache / "locks" / f"environment-{wanted.digest[:24]}"):
        with BuildContainer(base.reference, f"assay-build-{wanted.digest[:12]}") as container:
            say("fetching its source")
            source = fetch(wanted.spec, container, wanted.pack)
            say("building")
            _build(container, wanted, source)
            packages = _packages(container, TOOLS[wanted.spec.tool])
            test = _test_options(container, wanted.spec)
            found = _withhold(container, wanted)
            key = environment_key(wanted, source, base.key, packages)
            container.commit(reference_of(key), {KEY_LABEL: key, BASE_LABEL: base.key, NAME_LABEL: wanted.name})
    return Built(
        key=key, base_key=base.key, source_sha256=source.sha256, test=test, packages=packages, texts=found["texts"],
        removed=tuple(found["removed"]), seconds=round(time.monotonic() - began, 1), disk_mib=disk_mib(key, base.reference),
    )


def disk_mib(key: str, base: str) -> float:
    """What the image takes beside the room's, which all environments of the room share."""
    sizes = [int(process.run(["docker", "image", "inspect", "--format", "{{.Size}}", reference]))
             for reference in (reference_of(key), base)]
    return round((sizes[0] - sizes[1]) / 2**20, 1)


def _build(container: BuildContainer, wanted: Wanted, source: Source) -> None:
    spec, tool = wanted.spec, TOOLS[wanted.spec.tool]
    files = {f"{FETCHED}/{path.name}".lstrip("/"): path.read_bytes() for path in sorted(source.folder.iterdir())}
    container.put(tar_of({**files, CONSTRAINTS.lstrip("/"): "".join(f"{line}\n" for line in wanted.constraints).encode()}), "/")
    settings = {"PIP_CONSTRAINT": CONSTRAINTS} if tool.constraints and wanted.constraints else {}
    settings |= {"JAVA_HOME": f"/opt/jdk-{spec.jdk}"} if spec.jdk else {}
    _step(container, "the source cannot be unpacked", inside.unpack(spec.source.kind, source.strip, spec.history))
    _step(container, "the build fails", spec.build or tool.default_build(spec), MEND_OF_BUILD, folder="/repo",
          settings=settings)
    _step(container, "the tool's records cannot be made", inside.prepare(
        {"tool": spec.tool, "test": tool.test_options(spec.test), "jdk": spec.jdk, "withheld": list(wanted.withheld)}))
    _step(container, "the build cannot be finished", tool.finish(spec, wanted.withheld), folder="/repo")


def _step(container: BuildContainer, reason: str, text: str, mend: str | None = None, **options: Any) -> None:
    done = container.shell(text, seconds=BUILD_SECONDS, **options)
    if done.timed_out:
        raise BuildFailed(f"{reason}: it takes longer than {BUILD_SECONDS} s", process.tail(done.output), mend)
    if not done.ok:
        raise BuildFailed(f"{reason}: exit status {done.code}", process.tail(done.output), mend)


def _packages(container: BuildContainer, tool: Tool) -> tuple[str, ...]:
    """The packages of the tool, and those of Debian that the room does not have."""
    listed = container.shell(tool.packages)
    if not listed.ok:
        raise BuildFailed("its packages cannot be listed", process.tail(listed.output))
    own = container.shell(_PACKAGES).output.splitlines()
    rooms = process.run(["docker", "run", "--rm", "--network", "none", "--entrypoint", "sh", container.image, "-c", _PACKAGES])
    return tuple(sorted({*listed.output.splitlines(), *(f"deb:{line}" for line in set(own) - set(rooms.splitlines()))}))


def _test_options(container: BuildContainer, spec: EnvironmentSpec) -> dict[str, Any]:
    """What environments.yaml says of the tests, and beneath it what was found in the built tree."""
    tool = TOOLS[spec.tool]
    facts = container.shell(tool.test_facts)
    if not facts.ok:
        raise BuildFailed("what its tests need cannot be found out", process.tail(facts.output))
    return {**json.loads(facts.output or "{}"), **tool.test_options(spec.test)}


def _withhold(container: BuildContainer, wanted: Wanted) -> dict[str, Any]:
    tool = TOOLS[wanted.spec.tool]
    found = container.python(inside.script("withhold"), {
        "withheld": list(wanted.withheld),
        "artifacts": [pattern for path in wanted.withheld for pattern in tool.withheld_artifacts(path)],
        "caches": [*_CACHES, *tool.caches], "changed": container.changed_paths(), **_secrets(),
    })
    if found["faults"]:
        raise BuildFailed("the image would hold what it must not", "\n".join(found["faults"]))
    if wanted.spec.history:
        _step(container, "no history can be made", inside.HISTORY)
    return found


def _secrets() -> dict[str, list[str]]:
    """What of this machine no image may hold: its own certificates, the addresses of its mirrors and proxies."""
    environ = passthrough.environment()
    bundle = passthrough.ca_bundle(environ)
    own = certificates.machines_own(bundle.read_text(errors="replace"), certificates.debians_own()) if bundle else []
    settings = passthrough.build_arguments(environ, set(passthrough.BUILD_ARGUMENTS))
    return {
        "certificates": [certificate.splitlines()[1] for certificate in own],
        "addresses": sorted({value for name, value in settings.items() if "://" in value and name.lower() != "no_proxy"}),
    }


def as_lock(built: Built) -> dict[str, Any]:
    """The part of a lock's entry that the image gives, without the texts."""
    return {name: value for name, value in asdict(built).items() if name not in ("texts", "removed")}
