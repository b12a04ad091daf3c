"""PID 1 of the python room: programs are forked from a warm interpreter, and a judge beside them holds the tests.

The loop, its frames, limits and cleaning are agent.py's; README.md tells the whole. What differs:

- zygote.py forks a program in a third of the time that starting an interpreter takes. It and the judge are children of
  this process too, so a program's leftovers are killed by their uid, and "none is left" is the kernel's count of
  processes in the container.
- A `python-tests` case is divided: candidate.py loads the program, judge.py runs the tests, each under a user of its own.
  Where data cannot carry the arguments the case runs again in one process (runner.py), and its report says so.
"""

import marshal
import os
import select
import signal
import socket
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import agent
import line
import meter
import walls
from agent import Fault, Tail, kill_user, processes
from helper import CANDIDATE_FAREWELL_SECONDS, JUDGE_FAREWELL_SECONDS, JUDGE_UIDS, Helper

MEBI = 1024 * 1024
EMPTY_UIDS = 11_000  # of the empty program that is measured at the start, one per slot
# Most programs end sooner, and what they wrote is read then, at once: every time that this process is woken costs as much as
# ten calls of the kernel. One that writes more than a pipe holds waits for this long, once.
UNHEARD_SECONDS = 0.02
JUDGES_WAYS = ("standing", "forked")
WEAK = "weak"


class Helpers:
    """The zygote and the judge of this container."""

    def __init__(self, judge_uid):
        self.judge_uid, self.judge = judge_uid, None
        self.meter = meter.lent()
        self.zygote = Helper()
        zygote = os.path.join(os.path.dirname(os.path.abspath(__file__)), "zygote.py")
        # Not -I: it would ignore PYTHONHASHSEED. The environment is ours, and -P -s do the rest of it. The linker finds
        # every function now: otherwise each program looks up anew those that the zygote has not called yet.
        self.zygote.serve([sys.executable, "-P", "-s", zygote], {**agent.ENVIRONMENT, "LD_BIND_NOW": "1"})
        if self.meter:
            self.meter.admit(self.zygote.pid, self.meter.programs)
        self.start_judge()
        self.idle_processes = processes()
        self.baseline_kib = 0
        self.limits = self.limits_given = None  # of the last program, and what agent.resource_limits made of them

    def start_judge(self):
        """A new judge; the one before it, if any, is killed."""
        if self.judge is not None:
            self.judge.channel.close()
            kill_user(self.judge_uid)
        self.judge = Helper()
        self.zygote.order(("judge", self.judge_uid), [self.judge.theirs.fileno()])
        self.judge.theirs.close()
        started = self.zygote.answer()
        if started[0] != "started":
            raise Fault(f"no judge: {started[1]}")
        self.judge.pid = started[1]
        if self.meter:
            self.meter.admit(self.judge.pid, self.meter.helpers)

    def resource_limits(self, limits):
        """As pairs of a number and its values. Those of a batch are mostly the same, and asking the kernel costs as much as
        all other orders of a case.
        """
        if limits != self.limits:
            self.limits, self.limits_given = limits, tuple(agent.resource_limits(limits).items())
        return self.limits_given

    def measure_baseline(self, uid, wake):
        """What an empty program takes: it is no program's own."""
        limits = {"cpu_seconds": 10, "wall_seconds": 30, "memory_mib": 512, "output_kib": 1, "processes": 8, "tmp_mib": 1}
        empty = {"runner": "python-tests", "program": "", "payload": {"judge": "inside"}, "limits": limits}
        program = PooledProgram(empty, uid, wake, self)
        program.run()
        agent.wipe(program.home, uid)
        self.baseline_kib = program.largest_kib
        if self.meter:
            self.meter.empty = max(0, self.meter.peak_bytes() - meter.COUNTED_AT_ONCE)


class PooledProgram(agent.Program):
    """One program, forked from the zygote. `divided`: a judge has the tests. `needs_one_process`: the judge says that
    they cannot be divided.
    """

    def __init__(self, request, uid, wake, helpers):
        super().__init__(request, uid, wake, helpers.meter)
        self.helpers = helpers
        self.way = request["payload"].get("judge", "forked") if request["runner"] == "python-tests" else "inside"
        self.divided = self.way in JUDGES_WAYS
        self.judged = not self.divided
        self.needs_one_process = self.judge_lost = False
        self.largest_kib = 0  # the peak of the largest process
        self.farewell = None

    def run(self):
        """As its parent's, with gauges that stay open."""
        os.mkdir(self.home, 0o700)
        os.chown(self.home, self.uid, self.uid)
        self.tree_base, self.own_base = tree_cpu(), time.process_time()
        self.ooms = self._oom_kills()
        self.started = time.monotonic()
        self._start()
        self._watch()
        self._end_all()
        self.wall_seconds = time.monotonic() - self.started
        self._drain_rest()

    def _start(self):
        if self.helpers.meter:
            # Files in the folder are memory too. What the interpreter takes beside is in the baseline.
            self.helpers.meter.begin((self.limits["memory_mib"] + self.limits["tmp_mib"]) * MEBI)
        pipes = [os.pipe() for _ in range(3)]
        (out, out_end), (err, err_end), (report, report_end) = pipes
        null = os.open("/dev/null", os.O_RDONLY)
        self.streams = {out: Tail(agent.TAIL_BYTES), err: Tail(agent.TAIL_BYTES), report: self.report}
        self.out, self.err = self.streams[out], self.streams[err]
        for fd in self.streams:
            os.set_blocking(fd, False)
        own = [null, out_end, err_end, report_end]
        try:
            if self.divided:
                self._order_divided((null, out_end, err_end), report_end, own)
            else:
                job = agent.memory_file(self._job())
                own.append(job)
                self._order_program("inside", (null, out_end, err_end, job, report_end))
        finally:
            for fd in own:
                os.close(fd)

    def _order_divided(self, streams, report_end, own):
        mine, theirs = socket.socketpair()
        job = agent.memory_file(marshal.dumps(self.request["program"]))
        payload = self.request["payload"]
        names = ("prompt", "setup", "tests", "entry_point")
        trial = agent.memory_file(marshal.dumps((*(payload.get(name) for name in names), self.nonce)))
        own += [mine.detach(), theirs.detach(), job, trial]
        connection, other_end = own[-4], own[-3]
        memory = (self.limits["memory_mib"] + agent.INTERPRETER_MIB) * MEBI
        self.helpers.judge.order((self.way, memory), (trial, connection, report_end, streams[2]))
        self._order_program("candidate", (*streams, job, other_end))

    def _order_program(self, how, fds):
        self.helpers.zygote.order(("program", how, self.uid, self.home, self.helpers.resource_limits(self.limits)), fds)

    def _watch(self):
        zygote, judge = (helper.channel.fileno() for helper in (self.helpers.zygote, self.helpers.judge))
        poller, next_look = select.poll(), self.started + agent.TICK_SECONDS
        for fd in (0, self.wake, zygote, judge):
            poller.register(fd, select.POLLIN)
        pause, unheard = UNHEARD_SECONDS, list(self.streams)
        while self.status is None or not self.judged:
            heard = poller.poll(pause * 1000)
            if unheard and time.monotonic() - self.started > UNHEARD_SECONDS:
                pause = agent.TICK_SECONDS
                while unheard:
                    poller.register(unheard.pop(), select.POLLIN)
            for fd, _ in heard:
                if fd == 0:
                    os._exit(0)  # the worker is gone, or breaks the protocol: ending takes the program along
                elif fd == self.wake:
                    os.read(fd, 4096)
                    self._reap()  # at once: what waits to be collected counts as one of the program's processes
                elif fd == zygote:
                    self._hear_zygote()
                elif fd == judge:
                    self._hear_judge()
                elif self._drain(fd) == b"":
                    poller.unregister(fd)
            if time.monotonic() >= next_look:  # not at every turn: a short program is never looked at
                next_look = time.monotonic() + agent.TICK_SECONDS
                self._check_limits()
                self._say_farewell()

    def _hear_zygote(self):
        told = self.helpers.zygote.answer()
        if told[0] == "fault":
            raise Fault(f"the program could not be started: {told[1]}")
        _, self.status, cpu_seconds, peak_kib = told
        self.cpu_seconds += cpu_seconds
        self.largest_kib = max(self.largest_kib, peak_kib - self.helpers.baseline_kib)
        if self.divided and not self.judged:
            kill_user(self.uid)  # its children may hold the connection, and the judge waits for it to close

    def _hear_judge(self):
        """Raises Fault if the judge is gone: whatever ended it, nobody knows what the program would have got."""
        end, cpu_seconds = self.helpers.judge.answer()
        self.cpu_seconds += cpu_seconds
        self.judged, self.needs_one_process = True, end == "inside"

    def _say_farewell(self):
        """Ends the half that stays although the other has ended."""
        if not self.divided or (self.status is None) == (not self.judged):
            return  # a program that runs undivided has no other half
        if self.farewell is None:
            self.farewell = time.monotonic() + (CANDIDATE_FAREWELL_SECONDS if self.judged else JUDGE_FAREWELL_SECONDS)
        if time.monotonic() < self.farewell:
            return
        if self.judged:
            kill_user(self.uid)
        elif self.stopped:
            self._end_judge()

    def _end_judge(self):
        self.judged, self.judge_lost = True, True

    def _stop(self, why):
        if self.stopped is None and (self.status is None or not self.judged):
            self.stopped = why
            kill_user(self.uid)

    def _reap(self):
        """Collects what was orphaned. The usage of each covers the children it waited for, so the sum counts all once."""
        while True:
            try:
                pid, _, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                raise Fault("the zygote is gone") from None
            if pid == 0:
                return
            if pid == self.helpers.zygote.pid:
                raise Fault("the zygote ended")
            self.cpu_seconds += usage.ru_utime + usage.ru_stime
            self.largest_kib = max(self.largest_kib, usage.ru_maxrss)

    def _oom_kills(self):
        return (self.helpers.meter.oom_kills() if self.helpers.meter else OOM_KILLS.read()) or 0

    def _was_oom_killed(self):
        return self._oom_kills() > self.ooms

    def _check_limits(self):
        if time.monotonic() - self.started > self.limits["wall_seconds"]:
            self._stop("wall")
        if self._was_oom_killed():  # perhaps only one of its processes, while the others wait for it
            self._stop("memory")
        used = tree_cpu() - self.tree_base - (time.process_time() - self.own_base)
        if used > self.limits["cpu_seconds"] + agent.TICK_SECONDS:
            self._stop("cpu")

    def _end_all(self):
        """Kills what is left of the program's user, and a judge that is lost; `alone` if the container is idle again."""
        if self.judge_lost:
            self.helpers.start_judge()
        deadline = time.monotonic() + agent.KILL_SECONDS
        self._reap()
        while not self._is_idle() and time.monotonic() < deadline:
            kill_user(self.uid)
            time.sleep(0.002)
            self._reap()
        self.alone = self._is_idle()
        self.measured_kib = self.gauge.peak_bytes() // 1024 if self.gauge else self.largest_kib

    def _is_idle(self):
        return processes() == self.helpers.idle_processes

    def outcome(self):
        self.peak_kib = self.largest_kib  # what counts against the limit: files that were read are no use of memory
        facts = super().outcome()
        if facts["report"] is not None and self.request["runner"] == "python-tests":
            if self.divided:
                facts |= {"exit_code": 0, "signal": None}  # the judge's end is what counts; the candidate's is its own
            else:
                facts["report"]["guarantee"] = WEAK
        return facts


def tree_cpu():
    """CPU seconds of the whole container so far; 0 where the kernel does not say, and each process's own limit has to do."""
    return (CPU_NANOSECONDS.read() or 0) / 1e9 + (CPU_MICROSECONDS.read() or 0) / 1e6


CGROUP = "/sys/fs/cgroup"
OOM_KILLS = meter.Gauge((f"{CGROUP}/memory.events", "oom_kill"), (f"{CGROUP}/memory/memory.oom_control", "oom_kill"))
CPU_NANOSECONDS = meter.Gauge((f"{CGROUP}/cpuacct/cpuacct.usage", ""))
CPU_MICROSECONDS = meter.Gauge((f"{CGROUP}/cpu.stat", "usage_usec"))


def run(request, uid, wake, helpers):
    """`(program, clean)` after the last try; a case that data cannot carry is run again in one process."""
    program = PooledProgram(request, uid, wake, helpers)
    program.run()
    clean = program.alone and program.cleaned()
    if program.needs_one_process and clean:
        return run({**request, "payload": {**request["payload"], "judge": "inside"}}, uid, wake, helpers)
    return program, clean


def serve(uids, wake, helpers):
    agent.answer({
        "hello": 1, "python": sys.version.split()[0], "landlock": walls.level(),
        "memory": "cgroup" if helpers.meter else "rusage",
    })
    while True:
        request = agent.read_request()
        try:
            program, clean = run(request, uids.pop(0), wake, helpers)
            agent.answer({"id": request["id"], "outcome": program.outcome(), "clean": clean and bool(uids)})
        except Fault as fault:
            agent.answer({"id": request["id"], "fault": str(fault), "clean": False})


def ends_of_children():
    """A descriptor that can be read after a child of this process has ended. The zygote collects the programs, so these are
    orphans and few.
    """
    wake, woken = os.pipe()
    for fd in (wake, woken):
        os.set_blocking(fd, False)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return wake


def main():
    """`pooled.py FIRST_UID COUNT [SOCKET]`: the uids that this container may use, each for one program."""
    if os.getpid() != 1:
        sys.exit("the agent kills processes by their user, so it runs only as PID 1 of a container")
    line.take()
    first, count = int(sys.argv[1]), int(sys.argv[2])
    # All of the container on one CPU: a program sees the same number everywhere, and its pages stay in one cache.
    os.sched_setaffinity(0, {agent.pick_cpu(first)})
    slot = first // agent.UIDS_PER_SLOT
    helpers, wake = Helpers(JUDGE_UIDS + slot), ends_of_children()
    helpers.measure_baseline(EMPTY_UIDS + slot, wake)
    serve(list(range(first, first + count)), wake, helpers)


if __name__ == "__main__":
    main()
