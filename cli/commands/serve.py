"""./assay serve"""

import os
import socket
import threading
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
from cli.machine import ready_folders, ready_sandboxes
from cli.packs import runtimes_of
from scoring.errors import HostLacks, PackFault
from workers.embedded import Crew, Housekeeping
from workers.workshop import open_workshop

app = typer.Typer()


@app.command()
def serve(host: Annotated[str, typer.Option()] = "127.0.0.1", port: Annotated[int, typer.Option()] = 8080) -> None:
    """Run the service in this process tree: SQLite, folder blobs, worker processes; no broker."""
    configure_logs(settings().log_level)
    _refuse_used(host, port)
    ready_folders(settings())
    front = make_front(settings())
    migrate(front.db)
    runtimes = _runtimes_of_packs(settings())
    sandboxes = ready_sandboxes(settings(), front.db, runtimes)
    stopping = threading.Event()
    housekeeping = Housekeeping(open_workshop(settings(), sandboxes))
    with Crew(settings(), runtimes, settings().slots) as crew:
        keeper = threading.Thread(target=housekeeping.keep, args=(stopping, crew.tend), name="housekeeping")
        keeper.start()
        try:
            uvicorn.run(create_app(front), host=host, port=port, log_config=None, access_log=False)
        finally:
            stopping.set()
            keeper.join()


def _refuse_used(host: str, port: int) -> None:
    """Said before anything is made ready. Raises HostLacks."""
    try:
        socket.create_server((host, port)).close()
    except OSError as error:
        raise HostLacks(f"{host}:{port} cannot be listened on: {os.strerror(error.errno)}",
                        mend="choose another with --port, or end what listens there") from error


def _runtimes_of_packs(settings: Settings) -> list[str]:
    """The rooms that the packs on offer need, and those that every service has, so that an empty folder can fill up.

    A faulty pack is told and left out: it must not keep the others from being served.
    """
    runtimes = {"python", TEXT, JUDGE}
    for folder in list_packs(settings.benchmarks):
        try:
            runtimes.update(runtimes_of(load_pack(folder)))
        except PackFault as fault:
            explain(fault)
    return sorted(runtimes)
