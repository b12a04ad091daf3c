"""How a session ends."""

import os
import sys

NOTHING_RAN = 2  # pytest's own status for a run that was interrupted


def leave(send, status, flush=(sys.stdout.flush, sys.stderr.flush), end=os._exit):
    """Ends the process at once: what the tree has left for its exit, hooks and threads, is run by nobody."""
    send({"end": status})
    for one in flush:
        one()
    end(status)
