"""What `./assay serve` refuses before it makes anything ready, and when it says where it listens."""

import re
import signal
import socket
import subprocess
import sys
import threading

import pytest
import uvicorn

from adapters.db.engine import Database
from adapters.db.migrate import migrate
from adapters.settings import Settings
from cli.commands.serve import AnnouncedServer, runtimes_of_packs, serve
from cli.host.passthrough import environment
from cli.machine import ready_sandboxes
from scoring.errors import HostLacks
from tests.api.world import make_world
from tests.conftest import ROOT, eventually


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


def test_the_end_is_told_at_once_with_what_becomes_of_running_work(capsys):
    """Ctrl-C was silent for half a minute, and workers went on taking work."""
    stopped = []
    server = AnnouncedServer(uvicorn.Config(nothing, port=0, lifespan="off", log_config=None), lambda: stopped.append(True))
    running = threading.Thread(target=server.run)
    running.start()
    eventually(lambda: "listening" in capsys.readouterr().err, seconds=20)
    assert not stopped
    server.handle_exit(signal.SIGINT, None)
    said = eventually(lambda: re.search("stopping: no more work is taken; what runs now is finished", capsys.readouterr().err),
                      seconds=5)
    running.join(timeout=20)
    assert said and stopped == [True]


def test_a_judge_that_is_not_configured_is_told_once(tmp_path, capsys):
    settings = Settings(home=tmp_path, slot_dir=tmp_path / "slots", judge_url="")
    db = Database(settings.resolved_database_url())
    migrate(db)
    ready_sandboxes(settings, db, ["judge"])
    said = "".join(capsys.readouterr())
    assert said.count("no judge is configured") == 1 and "not_configured" not in said


@pytest.mark.parametrize(("needed", "told"), [({"python"}, 0), ({"python", "judge"}, 1)])
def test_a_judge_is_missed_only_where_a_pack_on_offer_needs_one(tmp_path, capsys, needed, told):
    settings = Settings(home=tmp_path, slot_dir=tmp_path / "slots", judge_url="")
    db = Database(settings.resolved_database_url())
    migrate(db)
    ready_sandboxes(settings, db, ["judge"], needed=needed)
    assert capsys.readouterr().err.count("no judge is configured") == told


def test_the_rooms_that_are_needed_are_those_of_the_packs_on_offer(tmp_path):
    assert runtimes_of_packs(Settings(home=tmp_path, benchmarks=make_world(tmp_path).home / "packs")) == {"python"}


def test_what_takes_its_time_is_told_before_it_is_done(tmp_path):
    """The first start was minutes of self-tests, and nobody knew what to wait for."""
    (tmp_path / "file").touch()
    ended = subprocess.run(
        [sys.executable, "-m", "cli", "serve", "--port", "0"], cwd=ROOT, capture_output=True, text=True, timeout=60,
        env={**environment(), "ASSAY_HOME": str(tmp_path / "file" / "home")})  # so that it gets no further
    assert ended.returncode == 3
    first, second, *_ = ended.stderr.splitlines()
    assert "proven first" in first and "once it listens" in first and "cannot be used" in second
