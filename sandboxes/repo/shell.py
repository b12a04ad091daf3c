"""Runs the commands of a case behind walls: under the program's user, who may write to /repo, /tmp,
/dev/shm and his own folder.

This process stays the parent, out of reach of tracing and of signals. A command may be told something on descriptor 3
and may be listened to on descriptor 4, or on its standard output; what it prints otherwise goes to the agent's tails.
"""

import os
import select
import signal
import socket
from dataclasses import dataclass

import walls
from job import REPO
from spare import suits

TOLD, HEARD, TROUBLED = 3, 4, 5
KEPT = 40
PLACES = (REPO, "/tmp", "/dev/shm")
HEARD_BYTES = 16 * 1024 * 1024
LINGER_SECONDS = 0.2  # for what a command wrote just before it ended, where others still hold its descriptor
ENVIRONMENT = {
    "PATH": "/opt/env/bin:/usr/local/bin:/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
    "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "MALLOC_ARENA_MAX": "2",
}


@dataclass
class Done:
    """How a command ended (negative: the signal), what was heard of it, and whether that was more than is kept."""

    status: int
    heard: bytes = b""
    flooded: bool = False


class Shell:
    def __init__(self, home, spare=None):
        self.home, self.spare = home, spare
        self._has_run = False  # whether code of the answer may have run, or changed what stands in the tree

    def run(self, argv, env=None, cwd=REPO, tell=b"", listen=None, stop_when=None, writable=(), warm=False):
        """Runs one command to its end and returns `Done`.

        `env` adds to the environment that all commands have; None removes a name. `tell`: what it can read on descriptor
        3. `listen`: the descriptor on which it is heard; 4, 1, or 2 for 1 and 2 together. `stop_when(bytes so far)`: true
        ends it at once, with all that it started. `writable`: folders in which it may write besides. `warm`: the spare
        process, heard on 4, becomes the command where it can. Whatever the command leaves running is ended with it. What
        cannot be started ends with status 127, as in a shell: an earlier command may have removed it. Raises RuntimeError
        for the first command of a case, which is ours to have.
        """
        told = memory_file(tell)
        ear, mouth = (end.detach() for end in socket.socketpair())  # a pipe could be opened anew through /proc, and read
        trouble, troubled = os.pipe()
        pid = self._started_warm(env or {}, cwd, (told, mouth, troubled), writable) if warm else None
        if pid is None:
            pid = os.fork()
        if pid == 0:
            self._become(argv, environment(self.home, env or {}), cwd, (told, mouth, troubled), listen, writable)
        for fd in (told, mouth, troubled):
            os.close(fd)
        with open(trouble, "rb") as reader:  # closed by a successful exec
            fault = reader.read()
        try:
            done = _attend(pid, ear, stop_when)
        finally:
            os.close(ear)
            end_others()
        if fault and not self._has_run:
            raise RuntimeError(f"{argv[0]} could not be started: {fault.decode(errors='replace')}")
        self._has_run = True
        return done

    def _started_warm(self, env, cwd, fds, writable):
        """The pid of the spare process, which now becomes the command; None where it cannot."""
        spare, self.spare = self.spare, None
        if spare is None or not suits(env):
            return None
        return spare.start(environment(self.home, env), cwd, (self.home, *PLACES, *writable), fds)

    def _become(self, argv, env, cwd, fds, listen, writable):
        """In the forked child: turns into the command. Never returns."""
        try:
            os.setsid()
            null = os.open("/dev/null", os.O_RDWR)
            for place, fd in enumerate((*fds, null), KEPT):  # out of the way first: each may sit where another has to go
                os.dup2(fd, place)
            told, mouth, troubled, null = range(KEPT, KEPT + 4)
            os.dup2(null, 0)
            for heard in {1: (1,), 2: (1, 2)}.get(listen, ()):
                os.dup2(mouth, heard)
            os.dup2(told, TOLD)
            os.dup2(mouth if listen == HEARD else null, HEARD)
            os.dup2(troubled, TROUBLED, inheritable=False)
            os.closerange(TROUBLED + 1, 256)
            walls.Walls().close_in(self.home, *PLACES, *writable)
            os.chdir(cwd)
            os.execvpe(argv[0], argv, env)
        except BaseException as error:  # noqa: BLE001 - told to the parent, which raises it
            os.write(TROUBLED, repr(error).encode())
        os._exit(127)


def end_others():
    """Ends what a command left running: all that this user may signal, which leaves out the caller."""
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        return  # nobody was left


def environment(home, more):
    names = {**ENVIRONMENT, "HOME": home, **more}
    return {name: value for name, value in names.items() if value is not None}


def memory_file(data):
    fd = os.memfd_create("told")
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _attend(pid, ear, stop_when):
    """Listens until the command has ended, then a moment longer if somebody it left behind holds the other end."""
    heard, ended = bytearray(), os.pidfd_open(pid)
    poller = select.poll()
    poller.register(ear, select.POLLIN)
    poller.register(ended, select.POLLIN)
    open_ear, status, flooded = True, None, False
    while status is None or open_ear:
        ready = poller.poll(None if status is None else LINGER_SECONDS * 1000)
        if not ready:
            break
        for fd, _ in ready:
            if fd == ended:
                status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                poller.unregister(ended)
                continue
            chunk = os.read(ear, 1 << 16)
            open_ear = bool(chunk)
            if not chunk:
                poller.unregister(ear)
            flooded = flooded or len(heard) + len(chunk) > HEARD_BYTES
            heard += b"" if flooded else chunk
            if status is None and chunk and (flooded or (stop_when and stop_when(bytes(heard)))):
                os.killpg(pid, signal.SIGKILL)
    os.close(ended)
    return Done(status, bytes(heard), flooded)
