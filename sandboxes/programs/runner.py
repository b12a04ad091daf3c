"""Builds one program of a room whose language is not Python, runs it and reports what came of it.

agent.py starts this in a fresh process under a fresh uid. Descriptor 3 holds the job: a marshalled tuple `(runner,
program, payload, nonce)`. Descriptor 4 takes the report: the nonce, then four texts (phase, error type, message, line),
each as four bytes of length (big-endian) and UTF-8.

The nonce never enters the program's process: this one stays its parent, out of reach of tracing and of /proc although
both have one uid. The program's harness (its room's code around the tests) proves that it came to its end in another
way: before the program's first line it takes 16 bytes from descriptor 3 of its own; at the end it mixes them (`proof`),
and writes `done` and the result to its descriptor 4. What a program prints or exits with proves nothing. README.md says
what that does not stop.

`language.py` of the room has `build(program, payload) -> Command`. Descriptors from 5 on, where the room's agent gives any,
are its own; none of them reaches the program.
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

JOB, REPORT, PROGRAM = 3, 4, 5
PROOF_BYTES = 16
MESSAGE_CHARS = 2000
PR_SET_DUMPABLE = 4
# What a harness may say instead of its proof, each with the error that it stands for.
FAILURES = {b"wrong": "AssertionError", b"memory": "MemoryError"}


def main():
    with open(JOB, "rb") as job:
        _, program, payload, nonce = marshal.loads(job.read())
    hide()
    try:
        command = language.build(program, payload)
    except BuildFailed as error:
        os.write(2, f"{error}\n".encode("utf-8", "replace"))
        report(nonce, "compile", "SyntaxError", str(error)[:MESSAGE_CHARS], error.line)
    secret = os.urandom(PROOF_BYTES)
    status, said = run(command, secret)
    if status == 0 and said == b"done" + proof(secret):
        report(nonce, "done")
    if said.startswith(b"compile"):  # by a runtime that compiles and runs in one process
        report(nonce, "compile", "SyntaxError", line=said[7:17].decode("ascii", "replace"))
    for word, error in FAILURES.items():
        if said.startswith(word):
            report(nonce, "run", error)
    end_like(status)


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


def run(command, secret):
    """Runs the program and returns its exit status (negative: the signal that ended it) and what its harness said."""
    secret_read, secret_write = os.pipe()
    said_read, said_write = os.pipe()
    os.write(secret_write, secret)
    os.close(secret_write)
    pid = os.fork()
    if pid == 0:
        become(command, secret_read, said_write)
    os.close(secret_read)
    os.close(said_write)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    os.set_blocking(said_read, False)  # a process that the program left may hold the other end for ever
    return status, read_some(said_read)


def become(command, secret, said):
    try:
        in_memory = isinstance(command.executable, int)
        # Two steps, because each descriptor may sit where another one has to go.
        moved = [os.dup2(fd, 20 + fd) for fd in (secret, said, *([command.executable] if in_memory else []))]
        for number, fd in enumerate(moved, JOB):
            os.dup2(fd, number, inheritable=number < PROGRAM)
        os.closerange(PROGRAM + len(moved) - 2, 64)
        walls.Walls().close_in(os.getcwd())
        os.execve(PROGRAM if in_memory else command.executable, command.arguments, command.environment)
    except BaseException as error:  # noqa: BLE001 - this side of the fork may only end
        os.write(2, f"the program could not be started: {error!r}\n".encode())
    os._exit(127)


def read_some(fd):
    try:
        return os.read(fd, 4096)
    except BlockingIOError:
        return b""


def report(nonce, phase, error="", message="", line=""):
    """Sends the report and ends this process."""
    texts = (text.encode("utf-8", "replace") for text in (phase, error, message, line))
    data = nonce + b"".join(len(text).to_bytes(4, "big") + text for text in texts)
    while data:
        data = data[os.write(REPORT, data):]
    os._exit(0)


def end_like(status):
    """Ends as the program did, so that the agent sees the same exit status or signal, and no report."""
    if status < 0:
        signal.signal(-status, signal.SIG_DFL) if -status not in (signal.SIGKILL, signal.SIGSTOP) else None
        os.kill(os.getpid(), -status)
        signal.pause()
    os._exit(status)


if __name__ == "__main__":
    main()
