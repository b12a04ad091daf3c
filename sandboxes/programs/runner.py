"""Builds one program of a room whose language is not Python, runs it and reports what came of it.

agent.py starts this in a fresh process under a fresh uid. Descriptor 3 holds the job: a marshalled tuple `(runner,
program, payload, nonce)`. Descriptor 4 takes the report: the nonce, then four texts (phase, error type, message, line),
each as four bytes of length (big-endian) and UTF-8.

The nonce never enters the program's process: this one stays its parent, out of reach of tracing and of /proc although
both have one uid. The program's harness (its room's code around the tests) proves that it came to its end in another
way: before the program's first line it takes 16 bytes from descriptor 3 of its own; at the end it mixes them (`proof`),
and writes `done` and the result to its descriptor 4. What a program prints or exits with proves nothing. README.md says
what that does not stop.

`language.py` of the room has `build(program, payload) -> Command`, and for divided cases (dividing.py) `build_candidate(
program, payload) -> Command`: the program with a harness that answers calls over its descriptor 3, the link to the judge, which
this process has as descriptor `payload["link"]` (None: not divided). There is no secret then, since nothing that the program
says is proof. Descriptors from 5 on, where the room's agent gives any, are
its own; none but the link reaches the program.
"""

import ctypes
import marshal
import os
import signal
import sys

HERE = os.path.dirname(os.path.abspath(sys.argv[0])).removesuffix("/__pycache__")
sys.path.insert(0, HERE)  # the agent starts Python with -P

import language  # noqa: E402 - the room's own
import walls  # noqa: E402 - as above
from building import BuildFailed  # noqa: E402 - as above

JOB, REPORT = 3, 4
PROOF_BYTES = 16
MESSAGE_CHARS = 2000
PR_SET_DUMPABLE = 4
# What a harness may say instead of its proof, each with the error that it stands for.
FAILURES = {b"wrong": "AssertionError", b"memory": "MemoryError"}


def main():
    with open(JOB, "rb") as job:
        _, program, payload, nonce = marshal.loads(job.read())
    hide()
    link = payload["link"]
    try:
        command = (language.build if link is None else language.build_candidate)(program, payload)
    except BuildFailed as error:
        os.write(2, f"{error}\n".encode("utf-8", "replace"))
        report(nonce, "compile", "SyntaxError", str(error)[:MESSAGE_CHARS], error.line)
    if link is not None:
        end_like(ended(start(command, (link,))))
    trial = Trial(command)
    if texts := trial.texts():
        report(nonce, *texts)
    end_like(trial.status)


def hide():
    """Nobody but root may read or trace this process from here on, whatever uid they have."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_DUMPABLE)")


def proof(secret):
    """What a harness makes of the secret, so that copying descriptors to descriptors does not do.

    >>> proof(bytes(3)).hex()
    '5a7998'
    """
    return bytes(byte ^ (0x5A + 31 * place & 0xFF) for place, byte in enumerate(secret))


class Trial:
    """Tests that have been run: `status` is their exit status (negative: the signal that ended them), `said` what their
    harness said. `links` are descriptors that they get as well, from 5 on; `streams` their stdout and stderr, if not ours.
    """

    def __init__(self, command, links=(), streams=()):
        self.secret = os.urandom(PROOF_BYTES)
        secret_read, secret_write = os.pipe()
        said_read, said_write = os.pipe()
        os.write(secret_write, self.secret)
        os.close(secret_write)
        self.pid = start(command, (secret_read, said_write, *links), streams)
        os.close(secret_read)
        os.close(said_write)
        self.status = ended(self.pid)
        os.set_blocking(said_read, False)  # a process that they left may hold the other end for ever
        self.said = read_some(said_read)
        os.close(said_read)

    def texts(self):
        """The report that this makes, or None if nothing but the status tells how it ended."""
        if self.status == 0 and self.said == b"done" + proof(self.secret):
            return ("done",)
        if self.said.startswith(b"compile"):  # by a runtime that compiles and runs in one process
            return "compile", "SyntaxError", "", self.said[7:17].decode("ascii", "replace")
        return next((("run", error) for word, error in FAILURES.items() if self.said.startswith(word)), None)


def start(command, descriptors, streams=()):
    """Starts it in a child, with these descriptors from 3 on; its pid."""
    pid = os.fork()
    if pid == 0:
        become(command, descriptors, streams)
    return pid


def ended(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def become(command, descriptors, streams):
    try:
        os.setsid()
        in_memory = isinstance(command.executable, int)
        # Two steps, because each descriptor may sit where another one has to go.
        moved = [os.dup2(fd, 70 + place) for place, fd in enumerate((*descriptors, *streams))]
        executable = os.dup2(command.executable, 90) if in_memory else None
        for number, fd in enumerate(moved[:len(descriptors)], JOB):
            os.dup2(fd, number)
        for number, fd in enumerate(moved[len(descriptors):], 1):
            os.dup2(fd, number)
        if command.stdin is not None:
            os.dup2(command.stdin, 0)
        program = JOB + len(descriptors)
        if in_memory:
            os.dup2(executable, program, inheritable=False)
        os.closerange(program + in_memory, 256)
        for name, content in command.files.items():
            with open(name, "wb") as file:
                file.write(content)
        walls.Walls().close_in(os.getcwd())
        os.execve(program if in_memory else command.executable, command.arguments, command.environment)
    except BaseException as error:  # noqa: BLE001 - this side of the fork may only end
        os.write(2, f"the program could not be started: {error!r}\n".encode())
    os._exit(127)


def read_some(fd):
    try:
        return os.read(fd, 4096)
    except BlockingIOError:
        return b""


def report(nonce, *texts):
    """Sends the report and ends this process."""
    write(REPORT, nonce + framed(*texts))
    os._exit(0)


def framed(phase, error="", message="", line=""):
    texts = (text.encode("utf-8", "replace") for text in (phase, error, message, line))
    return b"".join(len(text).to_bytes(4, "big") + text for text in texts)


def write(fd, data):
    while data:
        data = data[os.write(fd, data):]


def end_like(status):
    """Ends as the program did, so that the agent sees the same exit status or signal, and no report."""
    if status < 0:
        signal.signal(-status, signal.SIG_DFL) if -status not in (signal.SIGKILL, signal.SIGSTOP) else None
        os.kill(os.getpid(), -status)
        signal.pause()
    os._exit(status)


if __name__ == "__main__":
    main()
