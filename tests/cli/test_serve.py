"""What `./assay serve` refuses before it makes anything ready, and when it says where it listens."""

import re
import signal
import socket
import threading

import pytest
import uvicorn

from cli.commands.serve import AnnouncedServer, serve
from scoring.errors import HostLacks
from tests.conftest import eventually


def test_a_port_that_somebody_listens_on_is_refused_at_once_with_the_mend():
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(HostLacks, match="cannot be listened on") as told:
        serve(host="127.0.0.1", port=taken.getsockname()[1])
    assert "--port" in told.value.mend


async def nothing(scope, receive, send):
    """An application that is never asked anything."""


def test_the_address_is_told_when_somebody_listens_there_and_not_before(capsys):
    server = AnnouncedServer(uvicorn.Config(nothing, port=0, lifespan="off", log_config=None))
    running = threading.Thread(target=server.run)
    running.start()
    try:
        said = eventually(lambda: re.search(r"listening on http://127.0.0.1:(\d+)", capsys.readouterr().err), seconds=20)
        socket.create_connection(("127.0.0.1", int(said[1])), timeout=5).close()
    finally:
        server.handle_exit(signal.SIGTERM, None)
        running.join(timeout=20)
    assert not running.is_alive()
