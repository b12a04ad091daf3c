"""PyPI's `repositorytest` beside us in `./assay bench repo`: it judges answers in a process of its own (repositorytest_run.py).

It wants a git repository to clone and an image that starts a shell: both are made of a prepared environment beforehand, which
no measure covers. Only projects that pytest tests where they lie can be given to it.
"""

import contextlib
import io
import json
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import docker

from adapters import images
from scoring.errors import OurFault
from scoring.repository.environment import Environment
from workers.sandbox.peers import CGROUP_PARENT

_GIT = ("git", "-c", "user.name=bench", "-c", "user.email=bench@localhost")


class Repositorytest:
    """`folder` is its to fill; below `lib` the package is installed. Use it in a `with` block: its images go at the end."""

    def __init__(self, engine: docker.DockerClient, folder: Path):
        self._engine, self._folder, self._held = engine, folder, contextlib.ExitStack()
        self._made: dict[str, str] = {}

    def __enter__(self) -> "Repositorytest":
        return self

    def __exit__(self, *_exc) -> None:
        self._held.close()

    def prepare(self, environments: Iterable[Environment]) -> None:
        """Makes a git repository and an image of each environment, once. Raises OurFault."""
        for environment in environments:
            if environment.key not in self._made:
                self._made[environment.key] = self._repository(environment)
                image, _ = self._engine.images.build(
                    fileobj=io.BytesIO(f"FROM {images.environment_tag(environment.key)}\nENTRYPOINT []\n".encode()),
                    tag=_image(environment))
                self._held.callback(self._engine.images.remove, image.id, force=True)

    def passes(self, asked: list[tuple[Environment, str, str, str]]) -> list[bool]:
        """Whether each answer passes: its environment, the shell command of all tests, the file and its text."""
        tasks = [{"repo": environment.key, "commit": self._made[environment.key], "image": _image(environment),
                  "command": command, "target": target, "text": text} for environment, command, target, text in asked]
        done = subprocess.run(
            [sys.executable, "-P", str(Path(__file__).with_name("repositorytest_run.py"))], capture_output=True, text=True,
            input=json.dumps({"url": str(self._folder / "git"), "cgroup": CGROUP_PARENT, "tasks": tasks}),
            env={"PYTHONPATH": str(self._folder / "lib"), "HOME": str(self._folder), "PATH": "/usr/local/bin:/usr/bin:/bin",
                 "REPOTEST_MAIN_FOLDER": str(self._folder / "own"),
                 "REPOTEST_CACHE_FOLDER": str(self._folder / "own" / "repos")})
        if done.returncode:
            raise OurFault(f"repositorytest did not get to its end: {done.stderr[-500:]}")
        return json.loads(done.stdout.splitlines()[-1])

    def _repository(self, environment: Environment) -> str:
        """The commit of the untouched tree in a repository that is named by the environment's key."""
        folder = self._folder / "git" / environment.key
        folder.mkdir(parents=True)
        with self._tree(environment) as archive:
            archive.extractall(folder, filter="data", members=_below(archive))
        for path, text in environment.withheld.items():
            (folder / path).write_text(text, "utf-8")
        for command in (["init", "--quiet"], ["add", "--all", "--force"], ["commit", "--quiet", "--message", "untouched"]):
            subprocess.run([*_GIT, *command], cwd=folder, check=True, capture_output=True)
        return subprocess.run([*_GIT, "rev-parse", "HEAD"], cwd=folder, check=True, capture_output=True,
                              text=True).stdout.strip()

    @contextlib.contextmanager
    def _tree(self, environment: Environment) -> Iterator[tarfile.TarFile]:
        container = self._engine.containers.create(images.environment_tag(environment.key), labels={"assay.lease": "bench"})
        try:
            stream, _ = container.get_archive("/repo")
            with tarfile.open(fileobj=io.BytesIO(b"".join(stream))) as archive:
                yield archive
        finally:
            container.remove(force=True)


def shown_command(command: str) -> str:
    """A command of pytest that also lists what passed, which is what `repositorytest` reads.

    >>> shown_command("python -m pytest tests")
    'python -m pytest tests -rA'
    """
    return f"{command} -rA"


def is_for(environment: Environment, command: str) -> bool:
    """Whether it can be given this project: it hands commands to a shell between quotes."""
    return environment.tool == "pytest" and "'" not in command


def _image(environment: Environment) -> str:
    return f"assay/bench-repositorytest:{environment.key[:12]}"


def _below(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    """The members of the archive of a folder, without that folder's name."""
    for member in archive.getmembers():
        _, _, rest = member.name.partition("/")
        if rest:
            yield member.replace(name=rest, deep=False)
