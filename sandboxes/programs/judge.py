"""The judge's side of divided cases: builds the tests of a sample and runs them against programs, each in a process of its own.

One judge stands as long as its container. dividing.py orders (descriptor 3) by a marshalled tuple `(what, memory_mib)`
with descriptors, of which the first is a memory file:

| what | memory file | other descriptors | answer |
|---|---|---|---|
| "known" | the tests: a dict | | `(True, "")`: they are built, `(False, "")`: they cannot be, `(None, "")`: neither is known |
| "build" | the same | what the builder needs, as a runner has it from 5 on | `(True or False, "")`, or `(None, fault)` |
| "judge" | `(tests, nonce)` | link to the program, report, stdout, stderr | `(end, status, cpu_seconds)` |

`end` is "done"; "inside" (the tests need the program's own process); or "gone" (the program ended, or sent what no honest
one sends: `status` is None then and there is no report). The report has the form of runner.py's.

`language.py` of the room has `build_judge(tests) -> Command`: the tests with their harness, which does what runner.py tells,
has the link to the program as descriptor 5, and says `inside` or `gone` where it comes to such an end. It raises BuildFailed
for tests that do not build without a program, and ValueError for a declaration that it cannot read. They are the benchmark's
code and trusted with verdicts; what the program sends them is not.
"""

import contextlib
import hashlib
import marshal
import os
import resource
import signal
import socket
import sys
from collections import OrderedDict

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import language  # the room's own
import runner
from agent import empty_folder
from building import BuildFailed

ORDERS, BUILDERS = 3, 5
KEPT = 32  # samples whose tests stay built: the attempts at one come in a row
ENDS = {b"inside": "inside", b"gone": "gone"}


class Judge:
    def __init__(self):
        self.built = OrderedDict()  # by digest of the tests: a Command, or None where they cannot be built

    def known(self, job, *_):
        tests = _read(job)
        return (self.built[_digest(tests)] is not None if _digest(tests) in self.built else None), ""

    def build(self, job, *tools):
        tests = _read(job)
        for number, fd in enumerate(tools, BUILDERS):
            os.dup2(fd, number)
        try:
            command = language.build_judge(tests)
        except BuildFailed as error:
            if error.ended:
                return None, str(error)
            command = None
        except ValueError:
            command = None
        except OSError as error:
            return None, repr(error)
        finally:
            _reserve()
            empty_folder()
        self._keep(_digest(tests), command)
        return command is not None, ""

    def _keep(self, digest, command):
        self.built[digest] = command
        if len(self.built) > KEPT:
            _, oldest = self.built.popitem(last=False)
            if oldest is not None and isinstance(oldest.executable, int):
                os.close(oldest.executable)

    def judge(self, job, link, report, *streams):
        tests, nonce = _read(job)
        self.built.move_to_end(_digest(tests))
        before = _children_cpu()
        trial = runner.Trial(self.built[_digest(tests)], (link,), streams)
        with contextlib.suppress(ProcessLookupError, PermissionError):  # the number may be another user's by now
            os.killpg(trial.pid, signal.SIGKILL)  # what the tests left
        empty_folder()
        end = next((end for word, end in ENDS.items() if trial.said.startswith(word)), "done")
        status = trial.status if end == "done" else None
        if end == "done" and (texts := trial.texts()):
            runner.write(report, nonce + runner.framed(*texts))
            status = 0  # as a runner ends that reports
        return end, status, _children_cpu() - before


def _read(fd):
    with open(fd, "rb", closefd=False) as file:
        return marshal.loads(file.read())


def _digest(tests):
    return hashlib.sha256(marshal.dumps(sorted(tests.items()))).digest()


def _children_cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _reserve():
    """Keeps the builders' descriptors from becoming anything else's."""
    null = os.open("/dev/null", os.O_RDWR)
    kept = range(BUILDERS, BUILDERS + 3)
    for number in kept:
        os.dup2(null, number)
    if null not in kept:
        os.close(null)


def stand():
    """Serves orders until the agent closes the connection. Never returns."""
    orders, judge = socket.socket(fileno=ORDERS), Judge()
    runner.hide()
    _reserve()
    while True:
        order, descriptors, _, _ = socket.recv_fds(orders, 256, 8)
        if not order:
            os._exit(0)
        what, memory_mib = marshal.loads(order)
        os.environ["ASSAY_MEMORY_MIB"] = str(memory_mib)  # noqa: TID251 - written for the builders
        answer = {"known": judge.known, "build": judge.build, "judge": judge.judge}[what](*descriptors)
        for fd in descriptors:
            os.close(fd)
        orders.send(marshal.dumps(answer))


if __name__ == "__main__":
    stand()
