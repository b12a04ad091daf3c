"""A connection to the worker that does not pass through the engine, where the worker offers one."""

import os
import socket
import sys

PLACE = 3  # among the agent's arguments, where the worker listens


def take():
    """From here on descriptors 0 and 1 are the worker itself, if it listens: the engine's relay costs a small program a tenth
    of all it takes. Whatever is in the way, the engine's own connection stays as good.
    """
    if len(sys.argv) <= PLACE:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        try:
            connection.connect(sys.argv[PLACE])
        except OSError:
            return  # it listens no more, on another machine, as another user, or behind a runtime that lets nobody out
        for number in (0, 1):
            os.dup2(connection.fileno(), number)
