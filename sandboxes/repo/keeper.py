"""PID 1 of a repository room: agent.py's loop, and some things of its own.

- A case's runner is forked from a warm interpreter (warm.py), and is then a child of this process.
- The runner's report is JSON (README.md), since it names tests by the thousand.
- Where the room says so, what a case has changed is put back (tree.py), and the next one meets the same container.
- /repo is on the host's disk, in the container's own layer, which nothing caps. So what the program wrote there is
  counted now and then, by a child under the program's user, who alone may look into the folders that it locked.
"""

import contextlib
import errno
import json
import os
import signal
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import agent
import tree
from helper import Helper

REPO = "/repo"
OWN_PLACES = ("/tmp", "/dev/shm")  # in memory, and everybody's
# A look costs some microseconds per file, so it may take a twentieth of the time; sooner when the disk fills fast.
LOOK_SECONDS = 1.0
SHARE_OF_TIME = 20
TOO_MUCH = 3  # exit status of the child that counted


class Room:
    """What stands beside the cases: the warm interpreter, and the tree as it was, if it can be put back."""

    def __init__(self):
        self.helper = Helper()
        here = os.path.dirname(os.path.abspath(__file__))
        # Not -I: it would ignore PYTHONHASHSEED. The environment is ours, and -S -P -s do the rest of it.
        python = agent.ROOM.get("python", sys.executable)
        self.helper.serve([python, "-S", "-P", "-s", os.path.join(here, "warm.py")], agent.ENVIRONMENT)
        self.tree = tree.Tree() if agent.ROOM.get("restores") else None
        self.idle = 2  # processes: this one and the helper

    def program(self, request, uid, wake, gauge):
        return RepositoryProgram(self, request, uid, wake, gauge)


class RepositoryProgram(agent.Program):
    """One case; `run` also counts what it writes."""

    def __init__(self, room, request, uid, wake, gauge):
        super().__init__(request, uid, wake, gauge)
        self.room, self.looker = room, None

    def _start(self):
        pipes = [os.pipe() for _ in range(3)]
        (out, out_end), (err, err_end), (report, report_end) = pipes
        fds = [os.open("/dev/null", os.O_RDONLY), out_end, err_end, agent.memory_file(self._job()), report_end]
        self.streams = {out: agent.Tail(agent.TAIL_BYTES), err: agent.Tail(agent.TAIL_BYTES), report: self.report}
        self.out, self.err = self.streams[out], self.streams[err]
        for fd in self.streams:
            os.set_blocking(fd, False)
        try:
            self.room.helper.order((self.uid, self.home, tuple(agent.resource_limits(self.limits).items())), fds)
        finally:
            for fd in fds:
                os.close(fd)
        word, self.pid = self.room.helper.answer()
        if word != "started":
            self._end_all()
            raise agent.Fault(f"the case could not be started: {self.pid}")
        self.began = time.time() - 0.05  # the kernel's coarse clock, which stamps files, may lag by a tick
        self.free = free_bytes()
        self.next_look, self.look_began = self.started + LOOK_SECONDS, 0.0

    def _kill(self):
        if self.looker is not None:
            os.kill(self.looker, signal.SIGKILL)
        agent.kill_user(self.uid)

    def _reap(self):
        super()._reap()
        self.alone = agent.processes() == self.room.idle

    def cleaned(self):
        """As its parent's, and the tree and all places are as they were. Never where the room puts nothing back."""
        kept = self.room.tree
        try:
            return kept is not None and super().cleaned() and tree.emptied(self.uid, OWN_PLACES) and kept.restore(self.uid)
        except OSError as error:
            os.write(2, f"clean: {error!r}\n".encode())
            return False  # the outcome stands all the same, and the next case gets a container of its own

    def _check_limits(self):
        super()._check_limits()
        if self.looker is not None or self.stopped:
            return
        filled = self.free - free_bytes()
        if time.monotonic() >= self.next_look or filled > self.limits["tmp_mib"] * 2**19:
            self.look_began, self.free = time.monotonic(), free_bytes()
            self.looker = start_counting(self.uid, self.began, self.limits["tmp_mib"] * 2**20)

    def _ended(self, pid, status):
        """Hears of a child that ended; the one that counted may say that it is too much."""
        if pid == self.room.helper.pid:
            raise agent.Fault("the warm interpreter ended")
        if pid != self.looker:
            super()._ended(pid, status)
            return
        now = time.monotonic()
        self.looker, self.next_look = None, now + max(LOOK_SECONDS, SHARE_OF_TIME * (now - self.look_began))
        if os.waitstatus_to_exitcode(status) == TOO_MUCH:
            self.filled_disk = True
            self._stop("output")

    filled_disk = False

    def _wrote_too_much(self):
        return self.filled_disk or super()._wrote_too_much()

    def _proven_report(self):
        """As its parent's, of JSON. Raises Fault where the runner says that it failed itself."""
        data = bytes(self.report.data)
        if not data.startswith(self.nonce):
            return None
        try:
            report = json.loads(data[len(self.nonce):])
        except ValueError:
            return None  # cut: the runner was ended while it wrote
        if "fault" in report:
            raise agent.Fault(report["fault"])
        if prints_passes(self.out.text(), report["tests"], self.request["payload"].get("required", ())):
            report["flags"].append("tampering: it prints that a test passed which did not")
        return {**report, "guarantee": "weak"}  # tests and answer share a process, whatever is done against it


def prints_passes(text, tests, required):
    """Whether output claims what is not so, in the words of a log that others take for evidence."""
    claimed = {line.removeprefix("PASSED ") for line in text.splitlines() if line.startswith("PASSED ")}
    return bool(claimed & (set(required) | set(tests["failed"])) - set(tests["passed"]))


def free_bytes():
    facts = os.statvfs(REPO)
    return facts.f_bavail * facts.f_frsize


def start_counting(uid, since, most):
    """The pid of a child that ends with TOO_MUCH if files under /repo that changed since then take more than `most`."""
    pid = os.fork()
    if pid:
        return pid
    try:
        agent.act_for_user(uid)  # which may not end or stop it
        written = written_bytes(REPO, since, most)
        os._exit(TOO_MUCH if written + nameless_bytes(os.stat(REPO).st_dev) > most else 0)
    except BaseException as error:  # noqa: BLE001 - this side of the fork may only end
        os.write(2, f"count: {error!r}\n".encode())
    os._exit(1)


def written_bytes(root, since, enough):
    """Bytes on disk of what changed under `root` since then: a change to any file of an image copies it whole. The time of
    a change is the kernel's, which no program can set. Stops counting when it is more than `enough`.
    """
    total, folders = 0, [root]
    try:
        while folders and total <= enough:
            for entry in looked_into(folders.pop()):
                try:
                    facts = entry.stat(follow_symlinks=False)
                except FileNotFoundError:
                    continue
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
                if facts.st_ctime >= since:
                    total += facts.st_blocks * 512 + 4096  # an inode takes its share as well
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return enough + 1  # nobody honest needs a path that the kernel does not take, and what is below is not to be counted
    return total


def looked_into(folder):
    """What stands in a folder; nothing where it is gone, or not the program's to open."""
    try:
        return list(os.scandir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return []
    except PermissionError:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            os.chmod(folder, 0o700)  # its owner may be the program, who forbade it to himself
            return list(os.scandir(folder))
        return []


def nameless_bytes(device):
    """Bytes on disk of files that have lost their names and are still open. A program may hide its open files by making
    itself unreadable, as its user's other processes are to this one; then they end with the container."""
    total = 0
    for process in filter(str.isdecimal, os.listdir("/proc")):
        try:
            opened = os.listdir(f"/proc/{process}/fd")
        except OSError:
            continue  # gone, another user's, or unreadable
        for number in opened:
            try:
                facts = os.stat(f"/proc/{process}/fd/{number}")
            except OSError:
                continue  # closed meanwhile
            total += facts.st_blocks * 512 if facts.st_nlink == 0 and facts.st_dev == device else 0
    return total


if __name__ == "__main__":
    agent.main(Room().program)
