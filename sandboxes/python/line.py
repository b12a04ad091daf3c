"""A connection to the worker that does not pass through the engine, where the worker offers one."""

import os
import socket

PLACE = "/line/agent.sock"


def take():
    """From here on descriptors 0 and 1 are the worker itself, if it listens: the engine's relay costs a small program a tenth
    of all it takes. Whatever is in the way, the engine's own connection stays as good.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        try:
            connection.connect(PLACE)
        except OSError:
            return  # it does not listen, on another machine, as another user, or behind a runtime that lets nobody out
        for number in (0, 1):
            os.dup2(connection.fileno(), number)
