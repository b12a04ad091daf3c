"""./assay serve"""

import threading
from typing import Annotated

import typer
import uvicorn

from adapters.db.migrate import migrate
from adapters.logs import configure_logs
from adapters.queue import JUDGE, TEXT
from adapters.settings import settings
from api.app import create_app
from api.front import make_front
from cli.machine import ready_sandboxes
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
    runtimes = ["python", TEXT, JUDGE]
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
