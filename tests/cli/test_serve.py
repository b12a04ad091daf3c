"""What `./assay serve` refuses before it makes anything ready."""

import socket

import pytest

from cli.commands.serve import serve
from scoring.errors import HostLacks


def test_a_port_that_somebody_listens_on_is_refused_at_once_with_the_mend():
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(HostLacks, match="cannot be listened on") as told:
        serve(host="127.0.0.1", port=taken.getsockname()[1])
    assert "--port" in told.value.mend
