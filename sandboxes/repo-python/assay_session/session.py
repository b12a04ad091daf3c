"""One pytest run. Descriptor 3 holds its orders, 4 takes what it says.

Its interpreter was started with -S: else it would execute a `sitecustomize` of the tree before anything of ours. What is
imported here is imported late, because the path is ours to make, and because an answer that does not compile needs no pytest.
"""

import importlib.util
import json
import os
import site
import sys
import types

ROOM, LIB = "/opt/room", "/opt/room/lib"
ORDERS, HEARD = 3, 4


def main():
    with open(ORDERS, "rb") as file:
        orders = json.loads(file.read())
    os.set_inheritable(HEARD, False)
    for name in ("sitecustomize", "usercustomize"):
        sys.modules[name] = types.ModuleType(name)
    site.main()
    paths = [path for path in sys.path if not path.startswith(ROOM)]
    sys.path[:] = [LIB, ROOM, *paths]
    from assay_session import ending, target, wire  # noqa: PLC0415 - see above
    send = wire.sender(bytes.fromhex(orders.pop("key")))
    if (error := target.compiled(orders["target"])) is not None:
        send({"error": error, "builds": False, "where": ""})
        ending.leave(send, ending.NOTHING_RAN)
    import pytest  # noqa: PLC0415 - see above

    from assay_session.reporter import Reporter  # noqa: PLC0415 - see above
    session = Reporter(orders, send)
    sys.path[:] = [*orders["path"], *paths, LIB]  # ours last, for what pytest imports late: the tree's own go before
    os.environ.update(orders["environment"])  # noqa: TID251 - what programs that the tests start shall see
    ending.leave(send, int(pytest.main([*orders["arguments"], *in_order(orders)], plugins=[session])))


def in_order(orders):
    """What keeps plugins that a repository installed from spreading its tests over processes or from shuffling them."""
    if not orders["plugins"]:
        return []
    spread = ["-n0"] if importlib.util.find_spec("xdist") else []
    return [*spread, "-p", "no:randomly"]
