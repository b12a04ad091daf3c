"""PID 1 of a sandbox: runs one program after another, each in a fresh process under a fresh uid, and cleans up between.

It reads requests from stdin and answers on stdout, both as four bytes of length (big-endian) and ASCII JSON; README.md
has the fields. End of input ends it, and with it everything in the container. Standard library only, one thread, and
only root's own capabilities SETUID, SETGID, KILL and CHOWN: it cannot read into a program's folder, so whatever touches
that folder does so in a child under the program's uid.
"""

import errno
import json
import marshal
import os
import resource
import secrets
import select
import signal
import struct
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import meter

FRAME = struct.Struct(">I")
WORK = "/w"
TICK_SECONDS = 0.1  # how often limits that the kernel does not enforce for us are looked at
TAIL_BYTES = 64 * 1024
LINE_DIGITS = 10  # of a line number; a program may claim any, and Python refuses to read thousands of digits
REPORT_BYTES = 4 * 1024 * 1024  # a control character takes six in JSON, and that must fit into the memory that is ours
# An interpreter maps this much before it runs anything; the program's own share of address space starts above it.
INTERPRETER_MIB = 64
KILL_SECONDS = 5  # for killed processes to be gone; freeing hundreds of MiB takes a while on a busy machine
WIPE_SECONDS = 10
MEBI = 1024 * 1024
OPEN_FILES = 256
FIRST_OF_MORE = 5
OOM_SCORE = "1000"  # the kernel's killer must take the program, never the agent
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
    "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1",
    "MALLOC_ARENA_MAX": "2",  # otherwise each thread reserves 64 MiB of address space, which RLIMIT_AS counts
}


class Fault(Exception):
    """Our own failure: the case gets no outcome."""


class Tail:
    """Keeps the end of a stream and counts all of it."""

    def __init__(self, keep):
        self.keep, self.total, self.data = keep, 0, bytearray()

    def add(self, chunk):
        self.total += len(chunk)
        self.data += chunk
        if len(self.data) > 2 * self.keep:
            del self.data[:-self.keep]

    def text(self):
        text = bytes(self.data[-self.keep:]).decode("utf-8", "replace")
        if self.total > self.keep:
            text += f"\n[output cut: the last {self.keep} of {self.total} bytes]"
        return text


class Program:
    """One program from start to last trace. `stopped` says why we ended it: cpu, wall, memory, output or None.
    `gauge` is the meter of the group that the host lends, if it does.
    """

    def __init__(self, request, uid, wake, gauge=None):
        self.request, self.limits, self.uid, self.wake, self.gauge = request, request["limits"], uid, wake, gauge
        self.home = f"{WORK}/{uid}"
        self.nonce = secrets.token_hex(16).encode()
        self.stopped = self.status = None
        self.alone = False  # true once no process but the agent is left
        self.cpu_seconds, self.peak_kib = 0.0, 0
        self.report = Tail(REPORT_BYTES)
        self.streams = {}
        self.more = ()  # descriptors that the runner of this room gets as well, from FIRST_OF_MORE on

    def run(self):
        """Starts the program and returns when it and every process it left are gone (or, unusually, `alone` is false
        and the container must be replaced). Raises Fault if it could not be started.
        """
        os.mkdir(self.home, 0o700)
        os.chown(self.home, self.uid, self.uid)
        if self.gauge:
            self.gauge.begin((self.limits["memory_mib"] + self.limits["tmp_mib"]) * MEBI)  # files of the folder are memory too
        self.ooms, self.tree_base, self.own_base = self._oom_kills(), tree_cpu(), time.process_time()
        self.started = time.monotonic()
        self._start()
        self._watch()
        self._end_all()
        self.measured_kib = self.gauge.peak_bytes() // 1024 if self.gauge else self.peak_kib
        self.wall_seconds = time.monotonic() - self.started
        self._drain_rest()

    def _start(self):
        job = memory_file(self._job())
        pipes = [os.pipe() for _ in range(4)]
        (out, _), (err, _), (report, _), (trouble, _) = pipes
        null = os.open("/dev/null", os.O_RDONLY)
        pid = os.fork()
        if pid == 0:
            become_program(self, (null, pipes[0][1], pipes[1][1], job, pipes[2][1], *self.more), pipes[3][1])
        self.pid = pid
        self._share(pipes[0][1], pipes[1][1])
        for fd in (null, job, *(write for _, write in pipes)):
            os.close(fd)
        with open(trouble, "rb") as reader:  # closed by a successful exec
            fault = reader.read()
        self.streams = {out: Tail(TAIL_BYTES), err: Tail(TAIL_BYTES), report: self.report}
        self.out, self.err = self.streams[out], self.streams[err]
        for fd in self.streams:
            os.set_blocking(fd, False)
        if fault:
            self._end_all()
            raise Fault(f"the program could not be started: {fault.decode(errors='replace')}")

    def _share(self, out, err):
        """Hands the write ends of the program's streams, while they are open here, to whoever else may use them."""

    def _job(self):
        request = self.request
        return marshal.dumps((request["runner"], request["program"], request["payload"], self.nonce))

    def _watch(self):
        poller, next_look, others = select.poll(), self.started + TICK_SECONDS, self._others()
        for fd in (0, self.wake, *others, *self.streams):
            poller.register(fd, select.POLLIN)
        while self._runs():
            for fd, _ in poller.poll(TICK_SECONDS * 1000):
                if fd == 0:
                    os._exit(0)  # the worker is gone, or breaks the protocol: ending takes the program along
                elif fd == self.wake:
                    os.read(fd, 4096)
                elif fd in others:
                    others[fd]()
                elif self._drain(fd) == b"":
                    poller.unregister(fd)
            self._reap()
            if time.monotonic() >= next_look:  # not at every turn: a short program is never looked at
                next_look = time.monotonic() + TICK_SECONDS
                self._check_limits()

    def _others(self):
        """Descriptors that are heard beside the streams, each with the function that reads it."""
        return {}

    def _runs(self):
        return self.status is None

    def _drain(self, fd):
        """Reads what is there: bytes, none of them at the end of the stream, or None if nothing came yet."""
        try:
            chunk = os.read(fd, 256 * 1024)
        except BlockingIOError:
            return None
        self.streams[fd].add(chunk)
        if self._wrote_too_much():
            self._stop("output")
        return chunk

    def _wrote_too_much(self):
        too_much = self.out.total + self.err.total > self.limits["output_kib"] * 1024
        return too_much or self.report.total > REPORT_BYTES

    def _check_limits(self):
        if time.monotonic() - self.started > self.limits["wall_seconds"]:
            self._stop("wall")
        if self._was_oom_killed():  # perhaps only one of its processes, while the others wait for it
            self._stop("memory")
        used = tree_cpu()
        if used is not None and self.tree_base is not None:
            own = time.process_time() - self.own_base
            if used - self.tree_base - own > self.limits["cpu_seconds"] + TICK_SECONDS:
                self._stop("cpu")

    def _stop(self, why):
        if self.stopped is None and self._runs():
            self.stopped = why
            self._kill()

    def _kill(self):
        """Ends every process of the program, and its children's."""
        kill_all()

    def _reap(self):
        """Collects ended processes. The usage of each covers the children it waited for, so the sum counts all once."""
        while not self.alone:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                self.alone = True
                return
            if pid == 0:
                return
            self._count(pid, usage)
            self._ended(pid, status)

    def _count(self, pid, usage):
        self.cpu_seconds += usage.ru_utime + usage.ru_stime
        self.peak_kib = max(self.peak_kib, usage.ru_maxrss)

    def _ended(self, pid, status):
        if pid == self.pid:
            self.status = os.waitstatus_to_exitcode(status)

    def _end_all(self):
        """Kills what is left. Every process here but the agent belongs to the program; init adopts their orphans."""
        deadline = time.monotonic() + KILL_SECONDS
        self._reap()
        while not self.alone and time.monotonic() < deadline:
            self._kill()
            time.sleep(0.002)
            self._reap()

    def cleaned(self):
        """Removes what the program left in files; whether nothing of it is there, nor in the kernel's tables."""
        return wipe(self.home, self.uid) and not connections()

    def _drain_rest(self):
        """Empties the pipes and closes them."""
        for fd in self.streams:
            while self._drain(fd):
                pass
            os.close(fd)

    def outcome(self):
        limits = self.limits
        cpu_ms, report = round(self.cpu_seconds * 1000), self._proven_report()
        ended_by = -self.status if self.status < 0 else None
        over_cpu = self.stopped == "cpu" or ended_by == signal.SIGXCPU or cpu_ms > limits["cpu_seconds"] * 1000
        return {
            "exit_code": None if ended_by else self.status, "signal": ended_by,
            "timed_out": "cpu" if over_cpu else "wall" if self.stopped == "wall" else None,
            "memory_exceeded": self._memory_exceeded(report),
            "output_exceeded": self._wrote_too_much(),
            "cpu_ms": cpu_ms, "wall_ms": round(self.wall_seconds * 1000),
            "peak_kib": self.measured_kib, "peak_from": "cgroup" if self.gauge else "rusage",
            "stdout": self.out.text(), "stderr": self.err.text(), "report": report,
        }

    def _memory_exceeded(self, report):
        if self._was_oom_killed() or self.peak_kib > self.limits["memory_mib"] * 1024:
            return True
        if report is None or report["phase"] == "compile":  # the parser raises MemoryError for deep nesting as well
            return False
        errors = [result.get("error") for result in report.get("results", ())]
        return "MemoryError" in errors or (report["error"] or {}).get("type") == "MemoryError"

    def _oom_kills(self):
        return self.gauge.oom_kills() if self.gauge else oom_kills()

    def _was_oom_killed(self):
        ooms = self._oom_kills()
        return ooms is not None and self.ooms is not None and ooms > self.ooms

    def _proven_report(self):
        data = bytes(self.report.data)
        if not data.startswith(self.nonce):
            return None
        payload = self.request["payload"]
        calls = payload.get("count", len(payload.get("calls", ())))  # `calls` may be text, whose length says nothing
        try:
            return read_report(data[len(self.nonce):], calls)
        except Exception:  # noqa: BLE001 - it is the program's text: whatever is wrong with it is no report, and not our end
            return None


def read_report(data, calls):
    """The report in the bytes of a runner (runner.py has their form), or None if they are not one.

    The number of texts is known beforehand, so that a forger cannot make the agent build something large.
    """
    texts, at = [], 0
    while at < len(data) and len(texts) < 4 + 4 * calls:
        if at + FRAME.size > len(data):
            return None
        (length,) = FRAME.unpack_from(data, at)
        texts.append(data[at + 4:at + 4 + length])
        at += 4 + length
    if at != len(data) or len(texts) < 4:
        return None
    try:
        phase, kind, message, line, *rest = [text.decode("utf-8", "surrogatepass") for text in texts]
    except UnicodeDecodeError:
        return None
    if phase not in ("compile", "run", "done") or len(rest) != (4 * calls if phase == "done" else 0):
        return None
    number = int(line) if line.isdecimal() and len(line) < LINE_DIGITS else None
    error = {"type": kind, "message": message, "line": number} if kind else None
    report = {"phase": phase, "error": error}
    if rest:
        report["results"] = [read_result(*rest[i:i + 4]) for i in range(0, len(rest), 4)]
    return report


def read_result(tag, kind, text, shown):
    return {"type": kind, "str": text, "repr": shown} if tag == "value" else {"error": kind}


def become_program(program, descriptors, trouble):
    """In the forked child: gives up everything and turns into the runner. Never returns."""
    told = trouble
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)  # its number is about to become another file
        for number, fd in enumerate(descriptors):
            # Two steps, because a descriptor may sit where another one has to go.
            os.dup2(os.dup2(fd, 50 + number), number, inheritable=True)
        told = os.dup2(trouble, len(descriptors), inheritable=False)
        os.closerange(told + 1, 100)
        if program.gauge:
            program.gauge.admit(meter.OWN, program.gauge.programs)
        for signum in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(signum, signal.SIG_DFL)
        confine(program.uid, program.home, resource_limits(program.limits))
        environment = {**ENVIRONMENT, "HOME": program.home, "TMPDIR": program.home,
                       "ASSAY_MEMORY_MIB": str(program.limits["memory_mib"])}
        # Not -I: it would ignore PYTHONHASHSEED. The environment is ours, and -P -s do the rest of it.
        os.execve(sys.executable, ["python3", "-P", "-s", RUNNER], environment)
    except BaseException as error:  # noqa: BLE001 - told to the agent, which raises it as a Fault
        os.write(told, repr(error).encode())
    os._exit(127)


def confine(uid, home, limits):
    """Makes the calling process the program's: its user, limits and folder. `limits`: what resource_limits gives."""
    with open("/proc/self/oom_score_adj", "w") as score:
        score.write(OOM_SCORE)
    os.sched_setaffinity(0, {pick_cpu(uid)})
    set_limits(limits.items())
    become_user(uid)
    os.chdir(home)  # only now: root without CAP_DAC_OVERRIDE may not enter


def set_limits(limits):
    """Sets what resource_limits gives. Kernels that have no such limit (gVisor) refuse those that hold nothing here anyway."""
    for name, value in limits:
        try:
            resource.setrlimit(name, value)
        except ValueError:
            if name not in (resource.RLIMIT_RSS, resource.RLIMIT_MSGQUEUE):
                raise


def become_user(uid):
    os.umask(0o077)
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def act_for_user(uid):
    """Has the rights of a user whose processes can neither signal nor trace the caller: they would need to be its real and
    saved user as well. Landlock keeps them from that too, but only since Linux 6.12.
    """
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(UNUSED_UID, uid, UNUSED_UID)


def pick_cpu(uid):
    """One CPU for the program, so that it sees the same number everywhere; neighbouring slots get different ones."""
    allowed = sorted(os.sched_getaffinity(0))
    return allowed[(uid // UIDS_PER_SLOT) % len(allowed)]


def resource_limits(limits):
    mib = 1024 * 1024
    # The watch loop holds the exact limit; the kernel's, which counts in ticks, ends what the loop cannot measure.
    cpu = int(limits["cpu_seconds"] * 1.25) + 1
    wanted = {
        resource.RLIMIT_CPU: (cpu, cpu + 1),  # SIGXCPU, and a second later SIGKILL
        resource.RLIMIT_RSS: (limits["memory_mib"] * mib,) * 2,  # without effect; tells the runner
        resource.RLIMIT_FSIZE: (limits["tmp_mib"] * mib,) * 2,
        resource.RLIMIT_NPROC: (limits["processes"],) * 2,
        resource.RLIMIT_NOFILE: (ROOM.get("open_files", OPEN_FILES),) * 2,
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_MSGQUEUE: (0, 0),
    }
    if ROOM.get("limits_address_space", True):
        wanted[resource.RLIMIT_AS] = ((limits["memory_mib"] + INTERPRETER_MIB) * mib,) * 2
    return {name: tuple(at_most(value, resource.getrlimit(name)[1]) for value in pair) for name, pair in wanted.items()}


def at_most(value, hard):
    """Only root with a capability that we dropped may raise a hard limit, so a lower one of the engine stays."""
    return value if hard == resource.RLIM_INFINITY else min(value, hard)


def kill_all():
    try:
        os.kill(-1, signal.SIGKILL)  # from PID 1: every process of the container but itself, atomic against fork
    except ProcessLookupError:
        return  # nobody is left to kill


def kill_user(uid):
    """Kills every process of a user at once: to the kernel `kill(-1)` is one step, which no fork escapes. One that stops
    whoever comes for it must not reach the child, for which this process waits."""
    pid = os.fork()
    if pid == 0:
        try:
            act_for_user(uid)
            os.kill(-1, signal.SIGKILL)  # all that this user may signal
        except ProcessLookupError:
            pass  # nobody was left
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def processes():
    """Processes and threads of this container. Without the pids cgroup (gVisor has none) processes only, one by one."""
    found = PROCESSES.read()
    return sum(name.isdecimal() for name in os.listdir("/proc")) if found is None else found


def connections():
    """TCP connections of this container that the kernel still knows. They outlive their processes by up to a minute, and
    hold a port that the next program may want. 0 where the kernel does not say.
    """
    return sum(gauge.read() or 0 for gauge in CONNECTIONS)


def memory_file(data):
    fd = os.memfd_create("job")
    write_all(fd, data)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def write_all(fd, data):
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view):]


def wipe(home, uid):
    """Removes a program's folder; True if nothing is left. A child under `uid` empties what root may not enter."""
    try:
        os.rmdir(home)
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EACCES, errno.EPERM):
            raise
        wait_for(start_emptying(home, uid), WIPE_SECONDS)
        try:
            os.rmdir(home)
        except OSError:
            return False  # the caller then asks for a new container: that wipes everything
    return not any(name.isdecimal() for name in os.listdir(WORK))


def start_emptying(home, uid):
    pid = os.fork()
    if pid:
        return pid
    try:
        become_user(uid)
        os.chmod(home, 0o700)
        os.chdir(home)
        empty_folder()
    except BaseException as error:  # noqa: BLE001 - what is left over is seen by the parent's rmdir
        os.write(2, f"wipe: {error!r}\n".encode())
    os._exit(0)


def empty_folder():
    """Empties the current folder; iterative and relative, since it may be nested deeper than any path or stack."""
    above = []
    while True:
        folder = clear_entries()
        if folder is not None:
            os.chdir(folder)
            above.append(folder)
        elif above:
            os.chdir("..")
            os.rmdir(above.pop())
        else:
            return


def clear_entries():
    """Removes files and empty folders of the current folder; returns the first folder that is not empty, or None."""
    with os.scandir(".") as entries:
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry.name)
                continue
            os.chmod(entry.name, 0o700)  # before looking inside: it may forbid that to its owner
            try:
                os.rmdir(entry.name)
            except OSError as error:
                if error.errno != errno.ENOTEMPTY:
                    raise
                return entry.name
    return None


def wait_for(pid, seconds):
    """Waits for a child of ours, which is killed when its time is over; its wait status."""
    deadline = time.monotonic() + seconds
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return status
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.001)


def oom_kills():
    """Processes of this container that the kernel killed for memory so far; None where it does not say."""
    for path in ("/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control"):
        for line in (read_or_none(path) or "").splitlines():
            name, _, value = line.partition(" ")
            if name == "oom_kill":
                return int(value)
    return None


def tree_cpu():
    """CPU seconds of the whole container so far; None where the kernel does not say."""
    nanoseconds = read_or_none("/sys/fs/cgroup/cpuacct/cpuacct.usage")
    if nanoseconds is not None:
        return int(nanoseconds) / 1e9
    for line in (read_or_none("/sys/fs/cgroup/cpu.stat") or "").splitlines():
        name, _, value = line.partition(" ")
        if name == "usage_usec":
            return int(value) / 1e6
    return None


def read_or_none(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return None  # the other cgroup version, or no cgroup mount at all


def compiled_runner():
    """The runner's byte code if the image has it: compiling the source anew would cost each program milliseconds."""
    folder = os.path.dirname(os.path.abspath(__file__))
    cached = os.path.join(folder, "__pycache__", f"runner.{sys.implementation.cache_tag}.pyc")
    return cached if os.path.exists(cached) else os.path.join(folder, "runner.py")


def room_settings():
    """What this room wants otherwise. `limits_address_space`: false where a runtime reserves far more than it uses;
    `open_files`: how many a process may have at once.
    """
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "room.json")
    text = read_or_none(path)
    return {} if text is None else json.loads(text)


def read_exactly(count):
    data = bytearray()
    while len(data) < count:
        chunk = os.read(0, count - len(data))
        if not chunk:
            sys.exit(0)  # the worker closed the connection
        data += chunk
    return bytes(data)


def read_request():
    (length,) = FRAME.unpack(read_exactly(FRAME.size))
    return json.loads(read_exactly(length))


def answer(value):
    data = json.dumps(value).encode("ascii")
    write_all(1, FRAME.pack(len(data)) + data)


def serve(uids, wake, make_program):
    gauge = meter.lent()
    answer({"hello": 1, "python": sys.version.split()[0], "memory": "cgroup" if gauge else "rusage"})
    while True:
        request = read_request()
        program = make_program(request, uids.pop(0), wake, gauge)
        try:
            program.run()
            clean = program.alone and program.cleaned() and bool(uids)
            answer({"id": request["id"], "outcome": program.outcome(), "clean": clean})
        except Fault as fault:
            answer({"id": request["id"], "fault": str(fault), "clean": False})


def main(make_program=Program):
    """`agent.py FIRST_UID COUNT`: the uids that this container may use, each for one program."""
    if os.getpid() != 1:
        sys.exit("the agent kills every other process it can see, so it runs only as PID 1 of a container")
    first, count = int(sys.argv[1]), int(sys.argv[2])
    wake, woken = os.pipe()
    for fd in (wake, woken):
        os.set_blocking(fd, False)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    serve(list(range(first, first + count)), wake, make_program)


PROCESSES = meter.Gauge(("/sys/fs/cgroup/pids/pids.current", ""), ("/sys/fs/cgroup/pids.current", ""))
# /proc/net/tcp would cost a hundred times as much. TCP's line comes first; only version 4's counts what was closed, for both.
CONNECTIONS = [meter.Gauge((f"/proc/net/{file}", name)) for file, name in (
    ("sockstat", "inuse"), ("sockstat", "tw"), ("sockstat6", "inuse"))]
UNUSED_UID = 9_999  # no process of a sandbox has it
UIDS_PER_SLOT = 2000  # as in workers/sandbox/container.py; here only neighbouring slots' choice of a CPU hangs on it
RUNNER = compiled_runner()
ROOM = room_settings()

if __name__ == "__main__":
    main()
