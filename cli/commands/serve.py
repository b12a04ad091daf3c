"""./assay serve"""

import threading
from typing import Annotated

import typer
import uvicorn

from adapters.benchmarks import list_packs, load_pack
from adapters.db.migrate import migrate
from adapters.logs import configure_logs
from adapters.queue import TEXT
from adapters.settings import Settings, settings
from api.app import create_app
from api.front import make_front
from cli.machine import ready_sandboxes
from cli.packs import runtimes_of
from workers.embedded import Crew, Housekeeping
from workers.workshop import open_workshop

app = typer.Typer()


@app.command()
def serve(host: Annotated[str, typer.Option()] = "127.0.0.1", port: Annotated[int, typer.Option()] = 8080) -> None:
    """Run the service in this process tree: SQLite, folder blobs, worker processes; no broker."""
    configure_logs(settings().log_level)
    settings().home.mkdir(parents=True, exist_ok=True)
    front = make_front(settings())
    migrate(front.db)
    runtimes = _runtimes_of_packs(settings())
    sandboxes = ready_sandboxes(settings(), front.db, runtimes)
    stopping = threading.Event()
    housekeeper = threading.Thread(
        target=Housekeeping(open_workshop(settings(), sandboxes)).keep, args=(stopping,), name="housekeeping",
    )
    with Crew(settings(), runtimes, settings().slots):
        housekeeper.start()
        try:
            uvicorn.run(create_app(front), host=host, port=port, log_config=None, access_log=False)
        finally:
            stopping.set()
            housekeeper.join()


def _runtimes_of_packs(settings: Settings) -> list[str]:
    """The rooms that the packs in the benchmarks folder need, and the two that every service has."""
    packs = [load_pack(folder) for folder in list_packs(settings.benchmarks)]
    return sorted({"python", TEXT, *(runtime for pack in packs for runtime in runtimes_of(pack))})
