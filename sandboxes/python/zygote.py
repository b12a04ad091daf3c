"""A warm interpreter from which programs are forked: it has imported what they usually import, and runs none itself.

Single-threaded, started once by pooled.py. It never sees a program or a test: the job travels as a descriptor that only
the forked child reads. Orders come as messages on descriptor 3, a marshalled tuple with descriptors beside it:

| order | descriptors | answers |
|---|---|---|
| `("program", how, uid, home, limits)` | stdin, stdout, stderr, job, connection or report | `("ended", exit code, cpu_seconds, peak_kib)`, or `("fault", text)` |
| `("judge", uid)` | its orders | `("started", pid)` |

`how` is "candidate" (candidate.py) or "inside" (runner.py). A judge is reaped when the next one is ordered.
"""  # noqa: E501 - a table

import gc
import marshal
import os
import signal
import socket
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import agent
import candidate
import judge
import runner
import walls

ORDERS = 3
DESCRIPTORS = 5
# What programs import most, by published answers: importing one costs a program about as much as being forked does.
# Not `threading`, nor what imports it: its part of every fork costs half as much again. `random` seeds itself anew there.
WARM = (
    "abc", "array", "bisect", "calendar", "cmath", "collections", "collections.abc", "contextlib", "copy", "dataclasses",
    "datetime", "decimal", "enum", "fractions", "functools", "hashlib", "heapq", "inspect", "io", "itertools", "json", "math",
    "numbers", "operator", "random", "re", "statistics", "string", "struct", "tempfile", "textwrap", "time",
    "traceback", "types", "typing", "unicodedata", "warnings",
)


def main():
    for name in WARM:
        __import__(name)
    os.cpu_count = lambda: 1  # what a program sees of the machine must not depend on it
    os.environ.pop("LD_BIND_NOW", None)  # noqa: TID251 - it was for this process alone
    zygote = Zygote(socket.socket(fileno=ORDERS))
    gc.collect()
    gc.freeze()  # a collection in a child would otherwise touch, and so copy, every page
    zygote.serve()


class Zygote:
    """What can be prepared is prepared here, before a fork: whatever a child does copies the pages that it touches."""

    def __init__(self, orders):
        self.orders, self.judge_pid = orders, None
        self.walls = walls.Walls()
        # Not each in its own folder: all others of these belong to other users, who alone may enter them, and are gone besides.
        self.walls.prepare(agent.WORK)
        self.score = os.open("/proc/self/oom_score_adj", os.O_RDWR)
        self.own_score = os.read(self.score, 16)

    def serve(self):
        while True:
            message, fds, _, _ = socket.recv_fds(self.orders, 4096, DESCRIPTORS)
            if not message:
                os._exit(0)
            order = marshal.loads(message)
            if order[0] == "judge":
                self._start_judge(order, fds)
            else:
                self._run_program(order, fds)

    def _start_judge(self, order, fds):
        if self.judge_pid is not None:
            os.waitpid(self.judge_pid, 0)  # it has ended, or has just been killed
        self.judge_pid = self._fork(order, fds)
        if self.judge_pid is not None:
            self._tell("started", self.judge_pid)

    def _run_program(self, order, fds):
        home = order[3]
        os.environ["HOME"] = os.environ["TMPDIR"] = home  # noqa: TID251 - written for the program, not read
        os.pwrite(self.score, agent.OOM_SCORE.encode(), 0)  # which it inherits; nothing else runs meanwhile
        pid = self._fork(order, fds)
        os.pwrite(self.score, self.own_score, 0)
        if pid is not None:
            _, status, usage = os.wait4(pid, 0)
            self._tell("ended", os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss)

    def _fork(self, order, fds):
        """The child's pid; None, and a fault told, if there can be none."""
        try:
            pid = os.fork()
        except OSError as error:
            self._tell("fault", repr(error))
            pid = None
        if pid == 0:
            self._become(order, fds)
        for fd in fds:
            os.close(fd)
        return pid

    def _become(self, order, fds):
        """In the child: turns into what was ordered. Never returns."""
        try:
            if order[0] == "judge":
                agent.become_user(order[1])
                _settle(fds, judge.ORDERS)
                start = judge.stand
            else:
                start = self._prepare_program(*order[1:], fds)
        except BaseException as error:  # noqa: BLE001 - told to the agent, which makes it a Fault
            self._tell("fault", repr(error))
            os._exit(127)
        start()

    def _prepare_program(self, how, uid, home, limits, fds):
        os.setsid()
        agent.set_limits(limits)
        agent.become_user(uid)
        walls.stay_readable()
        os.chdir(home)  # only now: root without CAP_DAC_OVERRIDE may not enter
        self.walls.enter()
        _settle(fds, 0)
        job = marshal.loads(_read_all(3))
        if how == "candidate":
            return lambda: candidate.serve(job)
        return lambda: runner.run(job)

    def _tell(self, *what):
        self.orders.send(marshal.dumps(what))


def _read_all(fd):
    data = os.pread(fd, os.fstat(fd).st_size, 0)
    os.close(fd)
    return data


def _settle(fds, first):
    """Puts the descriptors at `first` and after, in order, and closes all others. Afterwards nobody can be told a fault."""
    for number, fd in enumerate(fds):
        # Two steps, because a descriptor may sit where another one has to go.
        os.dup2(os.dup2(fd, 50 + number), first + number)
    os.closerange(first + len(fds), 256)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    main()
