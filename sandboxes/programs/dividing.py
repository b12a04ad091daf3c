"""PID 1 of the rooms for programs with tests in their language: agent.py's loop, and a judge that stands beside the programs.

Where the benchmark's own code allows it (scoring/languages), a case is *divided*: the program runs under its own user and
answers calls with data, and judge.py, under another user, holds the tests and runs them in a process of their own. They
meet over one socket; no test, expected value or secret is ever in the program's process, folder or compiler. Else program
and tests are built into one process (runner.py), and the report says `"guarantee": "weak"`.

The judge builds a sample's tests before the first answer to it is looked at, so that nothing that an answer does can make
them unbuildable. That time is the benchmark's and no program's. Its time while a case runs counts as the program's.
"""

import contextlib
import marshal
import os
import signal
import socket
import sys
import time
from functools import partial

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import agent
import frames
import line
from helper import CANDIDATE_FAREWELL_SECONDS, JUDGE_FAREWELL_SECONDS, JUDGE_UIDS, Helper

DIVIDED, INSIDE = "divided", "inside"
BUILD_SECONDS = 120  # for the tests of one sample, on a busy machine
JUDGES_PART = ("entry_point", "declaration", "above", "setup", "tests")
CANDIDATES_PART = ("entry_point", "declaration", "above")
JUDGE_MIB = 512  # for itself, the tests that it keeps and a compiler, beside what tests may take: as much as a program
HOME = f"{agent.WORK}/judge"


class Judge:
    """The judge of this container. Started when a case needs it; `pid` is None while there is none."""

    def __init__(self, first_uid):
        self.uid = JUDGE_UIDS + first_uid // agent.UIDS_PER_SLOT
        self.cpu = agent.pick_cpu(first_uid)
        self.helper = self.pid = None

    def can_judge(self, request, gauge, lend_tools):
        """Whether the tests of this request can be built apart from a program. `lend_tools` gives what their building needs:
        a context of descriptors. Raises Fault if nobody knows.
        """
        if self.pid is None:
            self._start(gauge)
        if gauge:
            self._limit(gauge, request["limits"]["memory_mib"])
        found = self._ask(request, "known")
        if found is None:
            with lend_tools() as tools:
                found = self._ask(request, "build", tools)
        return found

    def _ask(self, request, what, tools=()):
        tests = agent.memory_file(marshal.dumps(part(request["payload"], JUDGES_PART)))
        try:
            self.helper.order((what, request["limits"]["memory_mib"]), (tests, *tools))
            found, fault = self.helper.answer(BUILD_SECONDS)
        except agent.Fault:
            self.kill()
            raise
        finally:
            os.close(tests)
        if fault:
            raise agent.Fault(f"the tests could not be built: {fault}")
        return found

    def order_trial(self, program, link, report, streams):
        """Has the tests run against the program at the other end of `link`."""
        job = agent.memory_file(marshal.dumps((part(program.request["payload"], JUDGES_PART), program.nonce)))
        try:
            self.helper.order(("judge", program.limits["memory_mib"]), (job, link, report, *streams))
        finally:
            os.close(job)

    def _start(self, gauge):
        with contextlib.suppress(FileExistsError):
            os.mkdir(HOME, 0o700)
            os.chown(HOME, self.uid, self.uid)
        self.helper = Helper()
        judge = os.path.join(os.path.dirname(os.path.abspath(__file__)), "judge.py")
        self.helper.serve([sys.executable, "-P", "-s", judge], {**agent.ENVIRONMENT, "HOME": HOME, "TMPDIR": HOME},
                          self._become)
        self.pid = self.helper.pid
        if gauge:
            gauge.admit(self.pid, gauge.helpers)

    def _limit(self, gauge, memory_mib):
        """What a program sends can make its tests huge, so they get no more than it."""
        try:
            gauge.limit_helpers((memory_mib + JUDGE_MIB) * agent.MEBI)
        except OSError as error:
            self.kill()
            raise agent.Fault(f"the judge has grown too large: {error}") from error

    def _become(self):
        os.setsid()
        signal.set_wakeup_fd(-1)
        os.sched_setaffinity(0, {self.cpu})
        agent.become_user(self.uid)
        os.chdir(HOME)

    def kill(self):
        """Ends it and what it runs. A next one starts when a case needs it."""
        agent.kill_user(self.uid)
        if self.pid is not None:
            os.waitpid(self.pid, 0)
            self.ended()

    def ended(self):
        self.helper.channel.close()
        self.helper = self.pid = None


def part(payload, names):
    return {name: payload.get(name) for name in names}


class DividedProgram(agent.Program):
    """One program. `divided`: the judge has the tests."""

    def __init__(self, judge, *given):
        super().__init__(*given)
        self.judge, self.given = judge, given
        self.divided = self.request["payload"].get("judge", DIVIDED) == DIVIDED
        self.end = self.tests_status = self.farewell = None
        self.judge_report = agent.Tail(agent.REPORT_BYTES)

    def run(self):
        """As its parent's. Raises Fault also if nobody knows whether the tests can be built, or if they turn out to need one
        process when that is too late.

        That they do is the benchmark's doing, so the try in one process has its limits from the start, and its facts alone
        count. It costs up to as much again, for which the worker waits.
        """
        self.divided = self.divided and self.judge.can_judge(self.request, self.gauge, self._lend_tools)
        super().run()
        if self.end == INSIDE:
            if not (self.alone and agent.wipe(self.home, self.uid)):
                raise agent.Fault("the tests need the program's own process, and what ran before has left something")
            self._anew({**self.request, "payload": {**self.request["payload"], "judge": INSIDE}})
            self.run()

    def _anew(self, request):
        """Makes this the same program before its run."""
        self.__init__(self.judge, request, *self.given[1:])

    @contextlib.contextmanager
    def _lend_tools(self):
        yield ()

    def _start(self):
        if not self.divided:
            super()._start()
            return
        mine, theirs = socket.socketpair()
        report, self.report_end = os.pipe()
        with mine, theirs:
            self.link, self.more = theirs.fileno(), (*self.more, mine.fileno())
            super()._start()
        os.close(self.report_end)
        os.set_blocking(report, False)
        self.streams[report] = self.judge_report

    def _job(self):
        payload = {**self.request["payload"], "link": None}
        if self.divided:  # the program's link to the judge is the last of the descriptors that its runner gets
            payload = {**part(payload, CANDIDATES_PART), "link": agent.FIRST_OF_MORE + len(self.more) - 1}
        return marshal.dumps((self.request["runner"], self.request["program"], payload, self.nonce))

    def _share(self, out, err):
        if self.divided:
            self.judge.order_trial(self, self.link, self.report_end, (out, err))

    def _others(self):
        return {self.judge.helper.channel.fileno(): self._hear_judge} if self.divided else {}

    def _hear_judge(self):
        """Raises Fault if the judge is gone: whatever ended it, nobody knows what the program would have got."""
        self.end, self.tests_status, cpu_seconds = self.judge.helper.answer()
        self.cpu_seconds += cpu_seconds

    def _runs(self):
        return self.status is None or (self.divided and self.end is None)

    def _check_limits(self):
        super()._check_limits()
        if self.divided and (self.status is None) != (self.end is None):
            self._say_farewell()

    def _say_farewell(self):
        """Ends the half that stays although the other has ended."""
        if self.farewell is None:
            self.farewell = time.monotonic() + (JUDGE_FAREWELL_SECONDS if self.end is None else CANDIDATE_FAREWELL_SECONDS)
        if time.monotonic() < self.farewell:
            return
        if self.end is not None:
            self._kill()
        elif self.stopped:
            self.end = "lost"

    def _kill(self):
        agent.kill_user(self.uid)

    def _count(self, pid, usage):
        if pid != self.judge.pid:
            super()._count(pid, usage)

    def _ended(self, pid, status):
        if pid == self.judge.pid:
            self.judge.ended()
            raise agent.Fault("the judge ended")
        super()._ended(pid, status)
        if self.divided and self.status is not None and self.end is None:
            self._kill()  # its children may hold the link, and the judge waits for it to close

    def _end_all(self):
        """Kills what is left of the program's user, and a judge that is still busy with it."""
        deadline = time.monotonic() + agent.KILL_SECONDS
        self._reap()
        if self.divided and self.end in (None, "lost"):
            self.judge.kill()
        while not self._is_alone() and time.monotonic() < deadline:
            self._kill()
            time.sleep(0.002)
            self._reap()
        self.alone = self._is_alone()

    def _is_alone(self):
        return {int(name) for name in os.listdir("/proc") if name.isdecimal()} == {1, *self._standing()} - {None}

    def _standing(self):
        """Processes that outlast a case."""
        return (self.judge.pid,)

    def outcome(self):
        if self.divided:
            built = self._proven_report()  # the program's runner has a say only if there is no program
            if built is None or built["phase"] != "compile":
                self.report = self.judge_report
                self.status = self.status if self.tests_status is None else self.tests_status
        facts = super().outcome()
        facts["stderr"] = frames.without_ours(facts["stderr"])  # what runtimes print of a crash; stdout is the program's own
        if facts["report"] is not None and not self.divided:
            facts["report"]["guarantee"] = "weak"
        return facts


def main():
    """As agent.py's."""
    line.take()
    agent.main(partial(DividedProgram, Judge(int(sys.argv[1]))))


if __name__ == "__main__":
    main()
