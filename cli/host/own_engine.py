"""A Docker engine of our own beside the machine's: it may be killed and restarted without harm to anybody's work."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from cli.host import passthrough, process
from cli.host.engine import SYSTEM_PATH, clear_stale_files, living_programs
from cli.host.faults import CommandFailed, lacks
from cli.host.stale import engine_claims

Say = Callable[[str], None]
START_SECONDS = 60
STOP_SECONDS = 60


class OwnEngine:
    """All its state is below `folder`; it has no network, and shares with the machine's engine only the kernel."""

    def __init__(self, folder: Path, say: Say):
        self._folder, self._say = folder, say
        self._process: subprocess.Popen[bytes] | None = None
        self.address = f"unix://{folder}/engine.sock"

    def start(self) -> None:
        """Returns when it answers. Raises HostLacks or CommandFailed."""
        if os.geteuid() != 0 or not shutil.which("dockerd", path=SYSTEM_PATH):
            raise lacks("the rights and the program for a second engine", "run this as root where dockerd is installed")
        (self._folder / "daemon.json").write_text("{}")  # the machine's own file is not meant for this engine
        at = PurePosixPath(self._folder)
        clear_stale_files(engine_claims(at / "engine.pid", at / "engine.sock", at / "run"), self._say)
        with (self._folder / "log").open("ab") as log:
            environment = {**passthrough.environment(), "PATH": SYSTEM_PATH}
            self._process = subprocess.Popen(self._command(), cwd="/", env=environment, stdin=subprocess.DEVNULL, stdout=log,
                                             stderr=log, start_new_session=True)
        deadline = time.monotonic() + START_SECONDS
        while not process.works(["docker", "--host", self.address, "info"]):
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise CommandFailed(["dockerd"], 1, process.tail((self._folder / "log").read_text(errors="replace")))
            time.sleep(0.1)

    def _command(self) -> list[str]:
        folder = self._folder
        # In a network of its own: an engine that is told to have no bridge deletes the machine's `docker0`.
        return ["unshare", "--net", "dockerd", "--host", self.address, "--data-root", f"{folder}/data",
                "--exec-root", f"{folder}/run", "--pidfile", f"{folder}/engine.pid", "--config-file", f"{folder}/daemon.json",
                "--bridge", "none", "--iptables=false", "--ip-forward=false", "--ip-masq=false"]

    def load(self, reference: str) -> None:
        """Copies an image of the machine's engine into this one. Raises CommandFailed."""
        command = ["docker", "--host", self.address, "load", "--quiet"]
        with subprocess.Popen(["docker", "save", reference], stdout=subprocess.PIPE) as save:
            done = subprocess.run(command, stdin=save.stdout, capture_output=True, text=True, check=False)
        if save.returncode != 0 or done.returncode != 0:
            raise CommandFailed(command, done.returncode, done.stderr)

    def ask(self, *arguments: str) -> str:
        """The output of a command of the engine's client. Raises CommandFailed."""
        return process.run(["docker", "--host", self.address, *arguments]).strip()

    def stop(self) -> None:
        """Ends it in order, with its containers; at once where it does not end."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """Ends the engine without a word. Its containers go on until it is started again."""
        self._process.kill()
        self._process.wait()

    def clear(self) -> None:
        """Ends what may be left of it, and everything mounted below its folder."""
        self.stop()
        for pid, program in living_programs().items():
            if program.startswith("containerd") and str(self._folder) in _command_line(pid):
                with contextlib.suppress(ProcessLookupError):  # it ended meanwhile
                    os.kill(pid, signal.SIGKILL)
        for place in sorted(self._mounts(), reverse=True):
            process.run(["umount", "--lazy", place])

    def _mounts(self) -> list[str]:
        places = [line.split()[1] for line in Path("/proc/mounts").read_text().splitlines()]
        return [place for place in places if place.startswith(f"{self._folder}/")]


@contextlib.contextmanager
def own_engine(say: Say) -> Iterator[OwnEngine]:
    """A started engine, gone with all its traces when the block ends."""
    with tempfile.TemporaryDirectory(prefix="assay-engine-") as folder:  # a short path: names of sockets have 107 bytes
        engine = OwnEngine(Path(folder), say)
        try:
            engine.start()
            yield engine
        finally:
            engine.clear()


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""  # it ended between the listing and the reading
