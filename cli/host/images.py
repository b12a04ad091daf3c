"""Making the images of `adapters.images.IMAGES` on this machine, and moving them between machines.

The path of one image:
1. its tag exists: done; otherwise its bases first;
2. a build context is laid out: the files that the Dockerfile copies, and this machine's certificates;
3. the classic builder builds it (works on every engine since Docker 20.10, contacts no registry);
4. the versions of the packages inside give the content key, which is put on as a label; only then the tag exists.
"""

import gzip
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from adapters import images as table
from cli.host import certificates, locks, passthrough, process, rootfs
from cli.host.faults import CommandFailed
from scoring.counting import counted
from scoring.errors import OurFault

Say = Callable[[str], None]

# Images of infrastructure that a registry offers ready-made; bases use theirs too, but as a root file system.
_READY_MADE = ("postgres", "redis", "s3")
# A build mostly waits for a mirror; more at once gain little and fill the disk cache.
_BUILDS_AT_ONCE = 2
_CLASSIC_BUILDER = {"DOCKER_BUILDKIT": "0"}
_MANIFEST_SCRIPT = (
    "dpkg-query -W -f '${Package} ${Version} ${Architecture}\\n'; "
    "find / -xdev \\( -name '*.dist-info' -o -name '*.egg-info' \\) -prune -printf '%f\\n' 2>/dev/null || true"
)


def build_images(names: Iterable[str], say: Say) -> dict[str, str]:
    """Make every image of `names` exist on this machine; return the reference to use for each.

    Needs an engine that answers. Raises KeyError for an unknown name, HostLacks when this machine lacks something for
    it, CommandFailed when a build fails.
    """
    wanted = list(dict.fromkeys(names))
    with ThreadPoolExecutor(_BUILDS_AT_ONCE) as pool:
        return dict(zip(wanted, pool.map(lambda name: _ready(name, say), wanted), strict=True))


def _ready(name: str, say: Say) -> str:
    own = table.tag(name)
    if exists(own):
        return own
    if name in _READY_MADE and fetch(table.IMAGES[name].standard, say):
        return table.IMAGES[name].standard
    with locks.exclusive(passthrough.cache_dir(passthrough.environment()) / "locks" / f"image-{name}"):
        if not exists(own):
            _build(name, own, say)
    return own


def exists(reference: str) -> bool:
    """Whether this machine has the image `reference`."""
    return process.works(["docker", "image", "inspect", "--format", "{{.Id}}", reference])


def fetch(reference: str, say: Say) -> bool:
    """Whether the public image `reference` is here, fetched now if a container registry can be reached."""
    if exists(reference):
        return True
    if not _registry_answers():
        say(f"no container registry can be reached: making our own {reference.partition(':')[0]} from packages")
        return False
    say(f"fetching {reference}")
    return process.works(["docker", "pull", "--quiet", reference])


@cache  # a registry that does not answer is waited for once, not once per image
def _registry_answers() -> bool:
    """Tries with an image that every build wants anyway."""
    return process.works(["docker", "pull", "--quiet", table.IMAGES["base-bookworm"].standard])


def content_key(reference: str) -> str:
    """The content key of an image of ours on this machine. Raises CommandFailed when it is not here."""
    label = '{{index .Config.Labels "' + table.CONTENT_KEY_LABEL + '"}}'
    return process.run(["docker", "image", "inspect", "--format", label, reference]).strip()


def _build(name: str, own: str, say: Say) -> None:
    text = table.dockerfile(name).read_text()
    arguments = {argument: _ready(base, say) for argument, base in table.bases(text).items()}
    if "ROOTFS" in table.arguments(text):
        image = table.IMAGES[name]
        arguments["ROOTFS"] = image.standard if fetch(image.standard, say) else rootfs.ensure(image.suite, say)
    environ = passthrough.environment()
    arguments |= passthrough.build_arguments(environ, table.arguments(text))
    say(f"building {own}")
    draft = f"{own}-draft"
    with tempfile.TemporaryDirectory(prefix="assay-build-") as folder:
        context = Path(folder)
        _lay_out(name, text, context)
        recipe = table.recipe_key(name)
        if table.tag(name) != own:
            raise OurFault(f"files of the image {name} changed while they were read", mend="run the command again")
        process.run(_build_command(draft, arguments, context), env={**environ, **_CLASSIC_BUILDER})
    _label(draft, own, recipe)
    process.run(["docker", "image", "rm", "--no-prune", draft])


def _build_command(tag: str, arguments: dict[str, str], context: Path) -> list[str]:
    flags = [flag for name, value in sorted(arguments.items()) for flag in ("--build-arg", f"{name}={value}")]
    return ["docker", "build", "--force-rm", "--tag", tag, *flags, str(context)]


def _lay_out(name: str, text: str, context: Path) -> None:
    """Copy the Dockerfile and what it needs into `context`, with modes that do not depend on this machine's umask."""
    shutil.copy(table.dockerfile(name), context / "Dockerfile")
    for source in table.copied_files(text):
        target = context / source.relative_to(table.ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
        target.chmod(0o755 if source.stat().st_mode & 0o100 else 0o644)
    if table.SUPPLIED in text:
        certificates.lay_out(context / table.SUPPLIED)
    for folder, _, _ in os.walk(context):
        Path(folder).chmod(0o755)


def _label(draft: str, own: str, recipe: str) -> None:
    """Tag `draft` as `own`, with its content key as a label."""
    shell = ["docker", "run", "--rm", "--network", "none", "--entrypoint", "sh", "--user", "0", draft]
    manifest = process.run([*shell, "-c", _MANIFEST_SCRIPT])
    labels = f'LABEL {table.CONTENT_KEY_LABEL}="{table.content_key(recipe, manifest)}" assay.recipe-key="{recipe}"'
    process.run(
        ["docker", "build", "--force-rm", "--tag", own, "-"],
        feed=f"FROM {draft}\n{labels}\n",
        env={**passthrough.environment(), **_CLASSIC_BUILDER},
    )


def export_images(path: Path, say: Say, names: Sequence[str] = tuple(table.IMAGES)) -> list[str]:
    """Write every image of `names` that this machine has into one gzipped tar `path`; return their references.

    The file appears only when it is whole.
    """
    references = [reference for name in names for reference in (table.tag(name), table.IMAGES[name].standard)]
    present = [reference for reference in references if reference and exists(reference)]
    say(f"writing {counted(len(present), 'image')} to {path}")
    draft = path.with_name(path.name + ".draft")
    command = ["docker", "save", *present]
    with gzip.open(draft, "wb", compresslevel=1) as target, subprocess.Popen(command, stdout=subprocess.PIPE) as save:
        assert save.stdout is not None  # because of PIPE
        shutil.copyfileobj(save.stdout, target, 1024 * 1024)
    if save.returncode != 0:
        draft.unlink()
        raise CommandFailed(command, save.returncode, "see above")
    draft.replace(path)
    return present


def import_images(path: Path, say: Say) -> list[str]:
    """Load the images of a file that `export_images` wrote; return their references. Raises CommandFailed."""
    say(f"reading images from {path}")
    loaded = process.run(["docker", "load", "--input", str(path)])
    return [line.partition(": ")[2] for line in loaded.splitlines() if line.startswith("Loaded image: ")]
