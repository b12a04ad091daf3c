"""A session in a process that was forked from a warm interpreter (repo/warm.py), which has imported what every session does.

`python -S -P -s warmth.py NAMES`, when the image is made: writes what pytest has imported before it loads anything of a tree.
"""

import importlib
import os
import sys
import types

ROOM, LIB = "/opt/room", "/opt/room/lib"
NAMES = f"{ROOM}/warm.txt"
_bare = []


def preload():
    """Imports all that, and nothing of an environment: its packages are looked for by each session itself."""
    _bare[:] = sys.path
    sys.path[:0] = [LIB, ROOM]
    with open(NAMES) as file:
        for name in file.read().split():
            importlib.import_module(name)
    sys.path[:] = _bare


def become(environment):
    """Turns this process into a session, as if it had been started with this environment. Never returns."""
    from assay_session import session  # noqa: PLC0415 - found by whoever calls this, once the room is on its path
    os.environ.clear()  # noqa: TID251 - what the tests shall see
    os.environ.update(environment)  # noqa: TID251 - as above
    sys.argv[:] = [f"{ROOM}/assay_session"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    sys.path[:] = [path for path in _bare if not path.startswith(ROOM)]
    session.main()


def imported():
    """Names of the modules that pytest has before a tree's, in the order of their import: of its own and of Python's."""
    import site  # noqa: PLC0415 - so that it is among those known before

    sys.path[:0] = [LIB, ROOM]
    found = []

    class Watcher:
        def pytest_load_initial_conftests(self):
            found.extend(name for name, module in list(sys.modules.items()) if _is_ours(name, module))

    import pytest  # noqa: PLC0415 - as in a session

    for name in ("blame", "canary", "ending", "hooks", "origin", "reporter", "session", "target", "watch", "wire"):
        importlib.import_module(f"assay_session.{name}")
    pytest.main(["-p", "no:cacheprovider", "--collect-only", "-qq", os.devnull], plugins=[Watcher()])
    del site
    return found


def _is_ours(name, module):
    origin = getattr(getattr(module, "__spec__", None), "origin", None) or ""
    lies_in = (LIB, ROOM, os.path.dirname(os.__file__))
    return name != "__main__" and (origin in ("built-in", "frozen") or origin.startswith(lies_in))


if __name__ == "__main__":
    with open(NAMES, "w") as file:
        file.write("\n".join(imported()))
