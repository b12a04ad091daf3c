"""A warm interpreter from which the runner of every case is forked: starting one, and importing what it needs, costs a short
case as much as all its tests.

Single-threaded, started once by keeper.py. It never sees a case: the job travels as a descriptor that only the forked runner
reads. An order on descriptor 3 is a marshalled tuple `(uid, home, limits)`, with stdin, stdout, stderr, job and report beside
it. The runner, or this process if it could not be forked, answers `("started", pid)` or `("fault", text)`. It is orphaned at
once, and so a child of PID 1, which waits for it.

A room may have its tool's own process to be forked as well (assay_session/warmth.py): the runner has one made, which waits for
orders, before it reads the job (spare.py).
"""

import gc
import importlib.util
import marshal
import os
import socket
import sys

HERE = os.path.dirname(os.path.abspath(sys.argv[0])).removesuffix("/__pycache__")
sys.path.insert(0, HERE)  # this Python is started with -P

import agent  # noqa: E402
import runner  # noqa: E402

ORDERS = 3
DESCRIPTORS = 5


def main():
    session = preloaded()
    orders = socket.socket(fileno=ORDERS)
    gc.collect()
    gc.freeze()  # a collection in a child would otherwise touch, and so copy, every page
    serve(orders, session)


def preloaded():
    """The module of the tool's own process, with all that it needs imported; None where the room has none."""
    if importlib.util.find_spec("assay_session") is None:
        return None
    from assay_session import warmth  # noqa: PLC0415 - not every room has it
    warmth.preload()
    return warmth


def serve(orders, session):
    while True:
        message, fds, _, _ = socket.recv_fds(orders, 4096, DESCRIPTORS)
        if not message:
            os._exit(0)
        try:
            pid = os.fork()
            if pid == 0:
                if os.fork() == 0:
                    become_runner(orders, marshal.loads(message), fds, session)
                os._exit(0)
            os.waitpid(pid, 0)
        except OSError as error:
            orders.send(marshal.dumps(("fault", repr(error))))
        for fd in fds:
            os.close(fd)


def become_runner(orders, order, fds, session):
    """In the child: turns into the runner. Never returns."""
    try:
        uid, home, limits = order
        os.setsid()
        agent.confine(uid, home, dict(limits))
        os.environ["HOME"] = os.environ["TMPDIR"] = home  # noqa: TID251 - written for what it starts, not read
        orders.send(marshal.dumps(("started", os.getpid())))
    except BaseException as error:  # noqa: BLE001 - told to the agent, which makes it a Fault
        orders.send(marshal.dumps(("fault", repr(error))))
        os._exit(127)
    for number, fd in enumerate(fds):
        # Two steps, because a descriptor may sit where another one has to go.
        os.dup2(os.dup2(fd, 50 + number), number)
    os.closerange(len(fds), 256)
    runner.main(session)


if __name__ == "__main__":
    main()
