"""./assay serve"""

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable
from types import FrameType
from typing import Annotated

import typer
import uvicorn

from adapters.benchmarks import list_packs, load_pack
from adapters.db.migrate import migrate
from adapters.logs import configure_logs
from adapters.queue import JUDGE, TEXT
from adapters.settings import Settings, settings
from api.app import create_app
from api.front import make_front
from cli.exits import explain
from cli.machine import ready_folders, ready_sandboxes, say
from cli.packs import runtimes_of
from scoring.counting import counted
from scoring.errors import HostLacks, PackFault
from workers.embedded import PATIENCE_SECONDS, Crew, Housekeeping
from workers.workshop import open_workshop

app = typer.Typer()
OF_EVERY_SERVICE = {"python", TEXT, JUDGE}  # so that a folder without packs can fill up
FAREWELL_SECONDS = 20  # for answers under way at the end


@app.command()
def serve(host: Annotated[str, typer.Option()] = "127.0.0.1", port: Annotated[int, typer.Option()] = 8080) -> None:
    """Run the service in this process tree: SQLite, folder blobs, worker processes; no broker."""
    configure_logs(settings().log_level)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # it tells of its steps, one of them "running", before ours
    _refuse_used(host, port)
    say("getting ready: the rooms in which answers run are made and proven first, which may take minutes; the address follows "
        "once it listens")
    ready_folders(settings())
    front = make_front(settings())
    migrate(front.db)
    needed = runtimes_of_packs(settings())
    runtimes = sorted(needed | OF_EVERY_SERVICE)
    sandboxes = ready_sandboxes(settings(), front.db, runtimes, needed=needed)
    housekeeping = Housekeeping(open_workshop(settings(), sandboxes))
    config = uvicorn.Config(create_app(front), host=host, port=port, log_config=None, access_log=False,
                            timeout_graceful_shutdown=FAREWELL_SECONDS)
    with Crew(settings(), runtimes, settings().slots) as crew:
        _run(config, crew, housekeeping)
    put_back = f"; the next start runs {counted(crew.given_back, 'answer')} that workers had taken"
    say("stopped" + (put_back if crew.given_back else ""))


def _run(config: uvicorn.Config, crew: Crew, housekeeping: Housekeeping) -> None:
    """Listens until a signal comes. After a second Ctrl-C nobody waits for what the crew has in hand."""
    stopping = threading.Event()

    def stop() -> None:
        stopping.set()
        crew.stop()

    def interrupted(number: int, frame: FrameType | None) -> None:
        if not stopping.is_set():
            signal.default_int_handler(number, frame)
        crew.hurry()

    keeper = threading.Thread(target=housekeeping.keep, args=(stopping, crew.tend), name="housekeeping")
    keeper.start()
    signal.signal(signal.SIGINT, interrupted)  # for the wait for the crew: until then the server has a handler of its own
    server = AnnouncedServer(config, stop)
    try:
        server.run()
    finally:
        stop()
        if server.force_exit:
            crew.hurry()
        keeper.join()


class AnnouncedServer(uvicorn.Server):
    """Says where it listens as soon as it does, and not before: whoever waits for that line may connect at once. Says what its
    end means as soon as that is asked for, and calls `on_stop` then.

    A signal ends it and is not raised again at the end, as by uvicorn: that would end this process before it has tidied up.
    """

    def __init__(self, config: uvicorn.Config, on_stop: Callable[[], None] = lambda: None):
        super().__init__(config)
        self._on_stop = on_stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            say(f"listening on http://{f'[{host}]' if ':' in host else host}:{port} (Ctrl-C ends it)")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Not in the signal's handler: a line of the log may be half written then.
        say(f"stopping: no more work is taken; what runs now is finished and recorded ({PATIENCE_SECONDS} s at most), all else "
            "waits for the next start. Ctrl-C again ends at once: what runs now waits for the next start as well")
        self._on_stop()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def _refuse_used(host: str, port: int) -> None:
    """Said before anything is made ready. Raises HostLacks."""
    try:
        socket.create_server((host, port)).close()
    except OSError as error:
        raise HostLacks(f"{host}:{port} cannot be listened on: {os.strerror(error.errno)}",
                        mend="choose another with --port, or end what listens there") from error


def runtimes_of_packs(settings: Settings) -> set[str]:
    """The rooms that the packs on offer need.

    A faulty pack is told and left out: it must not keep the others from being served.
    """
    runtimes: set[str] = set()
    for folder in list_packs(settings.benchmarks):
        try:
            runtimes.update(runtimes_of(load_pack(folder)))
        except PackFault as fault:
            explain(fault)
            say(f"{folder.name} is left out until it is mended; all other packs are served")
    return runtimes
