"""A child of the runner that waits to become the tool's own process: forked, where executing it would cost it all its imports.

It is forked before the runner reads the job, so the report's secret is nowhere in its memory. Its orders are a marshalled
tuple `(environment, folder, places to write in)`, with what it is told, where it is heard and what says its trouble beside it.
"""

import marshal
import os
import socket

import walls

FIRST, KEPT = 3, 40
# What an interpreter or its libraries look at when they start: too late for one that has.
STARTING = ("PYTHON", "LANG", "LC_", "LD_", "MALLOC_", "GLIBC_", "TZ")


class Spare:
    """One such child; it can be used once."""

    def __init__(self, become):
        """`become(environment)` turns the child into the tool's process. It never returns."""
        self.channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.pid = os.fork()
        if self.pid == 0:
            self.channel.close()
            _wait(theirs, become)
        theirs.close()

    def start(self, environment, folder, places, fds):
        """Its pid, once it is told to begin; None where it is gone. `fds` become its descriptors from 3 on."""
        try:
            socket.send_fds(self.channel, [marshal.dumps((environment, folder, places))], list(fds))
        except OSError:
            return None  # an earlier command may have ended it
        finally:
            self.channel.close()
        return self.pid


def suits(environment):
    """Whether names beyond those that all commands have can still be set in an interpreter that runs.

    >>> suits({"COLUMNS": "80"}), suits({"PYTHONHASHSEED": "1"})
    (True, False)
    """
    return not any(name.startswith(STARTING) for name in environment)


def _wait(channel, become):
    os.closerange(3, channel.fileno())  # the job and the report are the runner's alone
    os.closerange(channel.fileno() + 1, 256)
    os.setsid()
    message, fds, _, _ = socket.recv_fds(channel, 1 << 20, 3)
    if not message:
        os._exit(0)
    environment, folder, places = marshal.loads(message)
    try:
        walls.stay_readable()
        walls.Walls().close_in(*places)
        os.chdir(folder)
        for number, fd in enumerate(fds, KEPT):  # out of the way first: each may sit where another has to go
            os.dup2(fd, number)
        for number in range(len(fds)):
            os.dup2(KEPT + number, FIRST + number)
        os.closerange(FIRST + len(fds), 256)
    except BaseException as error:  # noqa: BLE001 - told to the runner, which raises it
        os.write(fds[-1], repr(error).encode())
        os._exit(127)
    os.close(FIRST + len(fds) - 1)  # it began
    become(environment)
