"""The stack of docker-compose.yml on this machine: its settings file, its start and its stop."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from adapters import images as table
from cli.host import engine, images, process
from cli.host.compose_plugin import ensure_compose
from cli.host.faults import CommandFailed

Say = Callable[[str], None]

COMPOSE_FILE = table.ROOT / "docker-compose.yml"
ENV_FILE = table.ROOT / ".env"
# The images that the compose file names, by the variable of the settings file that it reads.
IMAGE_VARIABLES = {
    "ASSAY_IMAGE_SERVICE": "service",
    "ASSAY_IMAGE_POSTGRES": "postgres",
    "ASSAY_IMAGE_REDIS": "redis",
    "ASSAY_IMAGE_S3": "s3",
}
# What the workers start themselves: no service of the compose file.
SANDBOXES = tuple(name for name in table.IMAGES if name.startswith("sandbox-"))
# The rooms of the services without a profile. The others' images are made by `./assay images build`.
STARTED_SANDBOXES = ("sandbox-python",)
_PASSWORDS = ("ASSAY_POSTGRES_PASSWORD", "ASSAY_S3_SECRET_KEY")
_HEADER = "# Written by ./assay up. Passwords are made once and kept; add settings of your own, they are kept too.\n"


@dataclass(frozen=True)
class Stack:
    """One running copy of the service. Two on one machine differ in project, settings file and ASSAY_PORT."""

    project: str = "assay"
    env_file: Path = ENV_FILE

    def command(self, *arguments: str) -> list[str]:
        """The `docker compose` command for this stack."""
        where = ["--project-name", self.project, "--env-file", str(self.env_file), "--file", str(COMPOSE_FILE)]
        return ["docker", "compose", "--progress", "quiet", *where, *arguments]


def up(say: Say, stack: Stack = Stack()) -> None:
    """Make what is missing and start the stack; return when its gateway is healthy.

    Run again after a change, it replaces the services whose image or settings changed. Raises HostLacks, CommandFailed.
    """
    engine.ensure_engine(say)
    ensure_compose(say)
    write_env(stack.env_file, _references(stack.env_file, say))
    say("starting the services")
    try:
        process.run(stack.command("up", "--detach", "--remove-orphans"))
        # Apart, because --wait takes the migration, which ends as it should, for a service that died.
        process.run(stack.command("up", "--detach", "--no-recreate", "--no-deps", "--wait", "gateway"))
    except CommandFailed as fault:
        logs = process.run(stack.command("logs", "--no-color", "--tail", "20", "migrate", "gateway"))
        raise CommandFailed(stack.command("up"), 1, f"{fault.output}\n{logs}") from fault


def down(say: Say, stack: Stack = Stack(), *, volumes: bool = False) -> None:
    """Stop the stack gracefully. Its data stays, unless `volumes` says that it goes too."""
    if not stack.env_file.exists():
        say("nothing to stop: ./assay up never ran here")
        return
    say("stopping the services")
    process.run(stack.command("down", "--remove-orphans", *(["--volumes"] if volumes else [])))


def write_env(path: Path, references: dict[str, str]) -> dict[str, str]:
    """Write the settings file of a stack and return its values.

    `references` are values by name that replace older ones, such as the images in use. Passwords are made when they
    are missing. Everything else in the file stays. The file is readable by its owner alone, and never half written.
    """
    values = read_env(path) if path.exists() else {}
    for name in _PASSWORDS:
        values.setdefault(name, secrets.token_hex(24))
    values |= references
    text = _HEADER + "".join(f"{name}={value}\n" for name, value in values.items())
    draft = path.with_name(path.name + ".draft")
    draft.touch(mode=0o600)
    draft.write_text(text)
    draft.chmod(0o600)
    draft.replace(path)
    return values


def read_env(path: Path) -> dict[str, str]:
    """The NAME=VALUE lines of a settings file; comments and empty lines are skipped."""
    lines = (line.strip() for line in path.read_text().splitlines())
    pairs = (line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    return {name.strip(): value.strip() for name, value in pairs}


def image_references(say: Say, env_file: Path = ENV_FILE) -> dict[str, str]:
    """The values of the image variables for this checkout; builds or fetches the images that are missing."""
    return _references(env_file, say)


def _references(env_file: Path, say: Say) -> dict[str, str]:
    chosen = read_env(env_file) if env_file.exists() else {}
    wanted = {variable: name for variable, name in IMAGE_VARIABLES.items() if not _is_kept(name, chosen.get(variable))}
    references = images.build_images([*wanted.values(), *STARTED_SANDBOXES], say)
    return {variable: references[name] for variable, name in wanted.items()}


def _is_kept(name: str, reference: str | None) -> bool:
    """Whether a stack keeps the image that it runs.

    It does when that is a public image: its data was written by it, and our understudy is another version.
    """
    return reference is not None and not reference.startswith(f"assay/{name}:") and images.exists(reference)
