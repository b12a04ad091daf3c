"""A container in which something is fetched or built, with the network of the engine; it ends with its builder.

Its first process is `cat` on a pipe that this process holds: however the builder dies, the pipe closes, `cat` ends and the
engine removes the container. Settings of the machine (indexes, proxies, certificates) reach single commands only and are
part of no image that is committed.
"""

import io
import json
import subprocess
import tarfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cli.host import passthrough, process
from cli.host.faults import CommandFailed
from scoring.errors import OurFault

LABEL = "assay.building"
HOME = "/root"  # inside the container
WORK = "/tmp/assay"  # what the builder puts into the container; never committed
CERTIFICATES = f"{WORK}/ca.crt"
MEMORY = "6g"  # a build with a compiler; a whole machine's memory is not to be had
PROCESSES = "4096"
START_SECONDS = 60
_CERTIFICATE_SETTINGS = ("SSL_CERT_FILE", "PIP_CERT", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO")


@dataclass(frozen=True)
class Ran:
    """How a command ended. `output` is stdout and stderr as they came; `timed_out` when it was ended for its time."""

    code: int
    output: str
    timed_out: bool = False

    @property
    def ok(self) -> bool:
        return self.code == 0


class BuildContainer:
    """One container of `image` called `name`; whatever holds that name is removed first. Use it in a `with` block."""

    def __init__(self, image: str, name: str):
        self.image, self.name = image, name
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        remove(self.name)
        command = ["docker", "run", "--interactive", "--rm", "--name", self.name, "--label", f"{LABEL}=1", "--user", "0:0",
                   "--workdir", "/", "--memory", MEMORY, "--pids-limit", PROCESSES, "--security-opt", "no-new-privileges",
                   "--entrypoint", "cat", self.image]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            self._await_start(self._process)
            self._supply_certificates()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        remove(self.name)
        if self._process is not None:
            for pipe in (self._process.stdin, self._process.stderr):
                if pipe is not None:
                    pipe.close()
            self._process.wait()

    def shell(self, text: str, *, folder: str = "/", seconds: float = 600, settings: Mapping[str, str] | None = None) -> Ran:
        """Runs bash text as root with the machine's settings, output to a file that is read back: none of it is lost."""
        given = {**self._settings(), **(settings or {})}
        named = [part for name in sorted(given) for part in ("--env", name)]  # by name: values stay out of process lists
        command = ["docker", "exec", "--interactive", "--workdir", folder, *named, self.name, "bash", "-e", "-c",
                   f"exec 2>&1\n{text}"]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, errors="replace", env={**passthrough.environment(), **given},
                                  timeout=seconds, check=False)
        except subprocess.TimeoutExpired as late:
            return Ran(124, _text(late.output), timed_out=True)
        return Ran(done.returncode, done.stdout)

    def python(self, script: str, job: Any) -> Any:
        """Runs a script of `inside/` with `job` as JSON on its input, and gives the JSON that it printed."""
        command = ["docker", "exec", "--interactive", self.name, "/usr/bin/python3", "-I", "-c", script]
        return json.loads(process.run(command, feed=json.dumps(job)))

    def put(self, archive: bytes, folder: str) -> None:
        """Unpacks a tar into an existing folder."""
        command = ["docker", "cp", "-", f"{self.name}:{folder}"]
        done = subprocess.run(command, input=archive, capture_output=True, check=False)
        if done.returncode != 0:
            raise CommandFailed(command, done.returncode, done.stderr.decode(errors="replace"))

    def get(self, folder: str, to: Path) -> None:
        """Copies the files of a folder to `to`, which must not exist."""
        process.run(["docker", "cp", f"{self.name}:{folder}/.", str(to)])

    def changed_paths(self) -> list[str]:
        """What differs from the image, added or changed."""
        lines = process.run(["docker", "diff", self.name]).splitlines()
        return [line[2:] for line in lines if line[0] in "AC"]

    def commit(self, reference: str, labels: Mapping[str, str]) -> None:
        """Makes an image of the container as it is, which starts as `self.image` does."""
        inspected = json.loads(process.run(["docker", "image", "inspect", self.image]))[0]["Config"]
        starts = {name.upper(): json.dumps(inspected.get(name) or []) for name in ("Entrypoint", "Cmd")}
        changes = [*(f"{name} {value}" for name, value in starts.items()),
                   *(f"LABEL {name}={json.dumps(value)}" for name, value in sorted(labels.items()))]
        flags = [part for change in changes for part in ("--change", change)]
        process.run(["docker", "commit", *flags, self.name, reference])

    def _await_start(self, started: "subprocess.Popen[bytes]") -> None:
        deadline = time.monotonic() + START_SECONDS
        while not process.works(["docker", "exec", self.name, "true"]):
            if started.poll() is not None and started.stderr is not None:
                said = started.stderr.read().decode(errors="replace")
                raise OurFault(f"the engine could not start a build: {process.tail(said)}", mend="./assay doctor")
            if time.monotonic() > deadline:
                raise OurFault(f"the container {self.name} did not start within {START_SECONDS} s", mend="./assay doctor")
            time.sleep(0.1)

    def _supply_certificates(self) -> None:
        bundle = passthrough.ca_bundle(passthrough.environment())
        if bundle is not None:
            self.put(tar_of({CERTIFICATES.lstrip("/"): bundle.read_bytes()}), "/")

    def _settings(self) -> dict[str, str]:
        environ = passthrough.environment()
        given = passthrough.build_arguments(environ, set(passthrough.BUILD_ARGUMENTS))
        if passthrough.ca_bundle(environ) is not None:
            given |= dict.fromkeys(_CERTIFICATE_SETTINGS, CERTIFICATES)
        return given


def tar_of(files: Mapping[str, bytes]) -> bytes:
    """A tar of plain files owned by root."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


def remove(name: str) -> None:
    """Removes a container and what it wrote; it need not exist."""
    process.works(["docker", "rm", "--force", "--volumes", name])


def _text(output: bytes | str | None) -> str:
    return output.decode(errors="replace") if isinstance(output, bytes) else output or ""
