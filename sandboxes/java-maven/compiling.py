"""PID 1 of the Java room: that of the other rooms for programs (dividing.py), and one compiler that stands in the container.

Compiler.java stays warm, under a user of its own, and executes nothing of any program. Each program's runner, and the judge
where it builds tests, is given a connection to it and hands the classes to a fresh JVM (language.py). Only root may open the
compiler's door, and the connection is closed before the program's first line. The compiler's CPU time while a program is built
and runs counts as the program's; its memory is the room's own (runtime.toml).

A program that is ended while it is compiled takes the compiler along. So does one that makes it run out of memory, or
come to no sound end: if others had used that compiler before, a fresh one compiles the program again, since the fault may
be theirs; what a fresh one makes of it stands.
"""

import contextlib
import os
import resource
import select
import signal
import socket
import sys
import time
from functools import partial

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import agent
import dividing
import language
import line
import walls

DOOR = f"{agent.WORK}/compiler"
COMPILER_UIDS = 12_000  # beside those of programs, one per slot
LIMITS = {resource.RLIMIT_NPROC: 32, resource.RLIMIT_NOFILE: 64, resource.RLIMIT_FSIZE: 0, resource.RLIMIT_CORE: 0}
# How a compiler ends that a program's text was too much for: by itself (Compiler.UNSOUND), or as a JVM that breaks.
TOO_MUCH = {3, -signal.SIGABRT, -signal.SIGSEGV, -signal.SIGBUS}


class Compiler:
    """The compiler of this container. `pid` is None while there is none, `asked` how many programs it was asked for;
    `status` is how the last one ended."""

    def __init__(self, first_uid):
        self.uid = COMPILER_UIDS + first_uid // agent.UIDS_PER_SLOT
        self.cpu = agent.pick_cpu(first_uid)
        self.pid, self.asked, self.status = None, 0, None

    def connect(self):
        """A connection for the texts of one program or of tests; a compiler that is gone is started anew. Raises Fault."""
        self._reap()
        if self.pid is None:
            self._start()
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(DOOR)
        except OSError as error:
            connection.close()
            raise agent.Fault(f"the compiler is gone: {error}") from error
        return connection

    def _start(self):
        if os.path.exists(DOOR):
            os.unlink(DOOR)
        with socket.socket(socket.AF_UNIX) as door:
            door.bind(DOOR)
            os.chmod(DOOR, 0o600)
            door.listen(1)
            self.pid, self.asked = os.fork(), 0
            if self.pid == 0:
                _become_compiler(door, self.uid, self.cpu)

    def cpu_seconds(self):
        """What it has used so far, threads that ended included; 0 while there is none."""
        clock = None if self.pid is None else ~self.pid << 3 | 2  # the kernel's number for the CPU clock of a process
        return 0.0 if clock is None else time.clock_gettime(clock)

    def kill(self):
        """Ends it. A next one starts when a program needs it."""
        os.kill(self.pid, signal.SIGKILL)
        self._reap(0)

    def last_status(self):
        """How the compiler ended that has just closed a connection without an answer, and so is ending."""
        deadline = time.monotonic() + agent.KILL_SECONDS
        while self.pid is not None and time.monotonic() < deadline:
            time.sleep(0.002)
            self._reap()
        if self.pid is not None:
            self.kill()
        return self.status

    def ended(self, status):
        """Hears from whoever reaps the container's processes that it has ended."""
        self.pid, self.status = None, os.waitstatus_to_exitcode(status)

    def _reap(self, flags=os.WNOHANG):
        if self.pid is not None:
            pid, status = os.waitpid(self.pid, flags)
            if pid:
                self.ended(status)


def _become_compiler(door, uid, cpu):
    """In the forked child. Never returns."""
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        os.dup2(door.fileno(), 0)
        os.dup2(os.open("/dev/null", os.O_WRONLY), 1)  # the agent's own is the connection to the worker
        os.closerange(3, 256)
        os.sched_setaffinity(0, {cpu})
        for name, value in LIMITS.items():
            resource.setrlimit(name, (value, value))
        agent.become_user(uid)
        os.chdir("/")
        walls.Walls().close_in()
        os.execve(language.JAVA, ["java", *language.COMPILER], dict(agent.ENVIRONMENT))
    except BaseException as error:  # noqa: BLE001 - this side of the fork may only end
        os.write(2, f"the compiler could not be started: {error!r}\n".encode())
    os._exit(127)


class CompiledProgram(dividing.DividedProgram):
    """One program, with a connection to the compiler."""

    def __init__(self, compiler, *given):
        super().__init__(*given)
        self.compiler = compiler
        self.connection, self.others = None, False  # `others`: whether they have used this compiler before

    def run(self):
        """As its parent's. Raises Fault if a compiler that nobody else had used ended without this program's doing."""
        super().run()
        if self.stopped or not self._lacks_answer():
            return
        status = self.compiler.last_status()
        if self.others:
            agent.wipe(self.home, self.uid)  # nothing of the program has run yet
            self._anew(self.request)
            self.run()
        elif status not in TOO_MUCH:
            raise agent.Fault(f"the compiler ended with status {status}")

    def _anew(self, request):
        self.__init__(self.compiler, self.judge, request, *self.given[1:])

    @contextlib.contextmanager
    def _lend_tools(self):
        """A compiler that breaks over the tests is ended: whatever comes next gets a new one."""
        with self.compiler.connect() as connection:
            yield (connection.fileno(),)
            if not is_answered(connection):
                self.compiler.last_status()

    def _lacks_answer(self):
        """Whether the runner says so. That the compiler has closed the connection is seen sooner than that it has ended."""
        report = self._proven_report()
        return report is not None and report["phase"] == "compile" and report["error"]["message"] == language.NO_ANSWER

    def _start(self):
        self.connection = self.compiler.connect()
        self.compiler_base = self.compiler.cpu_seconds()
        self.others = self.compiler.asked > 0  # tests count for none: they are the benchmark's
        self.compiler.asked += 1
        self.more = (self.connection.fileno(),)
        super()._start()

    def _count(self, pid, usage):
        if pid == self.compiler.pid:
            self.cpu_seconds += usage.ru_utime + usage.ru_stime - self.compiler_base
        else:
            super()._count(pid, usage)

    def _ended(self, pid, status):
        if pid == self.compiler.pid:
            self.compiler.ended(status)
        else:
            super()._ended(pid, status)

    def _end_all(self):
        """As its parent's, and ends a compiler that is still busy with the program."""
        self._reap()
        if self.compiler.pid is not None:
            used = self.compiler.cpu_seconds()
            self.cpu_seconds += used - self.compiler_base
            self.compiler_base = used
            if not is_answered(self.connection):
                self.compiler.kill()
        self.connection.close()
        super()._end_all()

    def _standing(self):
        return *super()._standing(), self.compiler.pid


def is_answered(connection):
    """Whether the compiler has closed its end. Whoever asks has kept the other end open."""
    poller = select.poll()
    poller.register(connection, 0)
    return any(event & select.POLLHUP for _, event in poller.poll(0))


def main():
    """As agent.py's."""
    line.take()
    first_uid = int(sys.argv[1])
    agent.main(partial(CompiledProgram, Compiler(first_uid), dividing.Judge(first_uid)))


if __name__ == "__main__":
    main()
