"""The processes of the compose stack: gateway, worker, sweeper, migrate."""

import signal
import threading
import time
from typing import Annotated

import structlog
import typer
import uvicorn

from adapters.db import claims
from adapters.db.engine import Database
from adapters.db.migrate import migrate as migrate_database
from adapters.judge import NO_JUDGE
from adapters.logs import configure_logs
from adapters.queue import HOUSEKEEPING, JUDGE
from adapters.settings import settings
from api.app import create_app
from api.front import make_front
from workers.app import make_app
from workers.providers import provider_for
from workers.sweep import sweep
from workers.workshop import open_workshop

app = typer.Typer()
log = structlog.get_logger()


@app.command()
def gateway(host: Annotated[str, typer.Option()] = "0.0.0.0", port: Annotated[int, typer.Option()] = 8080) -> None:
    """The HTTP gateway."""
    configure_logs(settings().log_level)
    server_config = {"log_config": None, "access_log": False, "timeout_graceful_shutdown": 20}
    uvicorn.run(create_app(make_front(settings())), host=host, port=port, **server_config)


@app.command()
def migrate() -> None:
    """Bring the database to the newest schema, and make the bucket."""
    configure_logs(settings().log_level)
    db = Database(settings().resolved_database_url(), patience=60)
    migrate_database(db)
    make_front(settings()).blobs.check()


@app.command()
def sweeper() -> None:
    """Take back what dead workers held, ring again for waiting work."""
    configure_logs(settings().log_level)
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    workshop = open_workshop(settings())
    while not stopping.wait(settings().sweep_seconds):
        try:
            sweep(workshop)
        except Exception:
            log.exception("sweep.failed")


@app.command()
def worker(queue: Annotated[list[str], typer.Option(help="A runtime, text or housekeeping; may be repeated.")],
           concurrency: Annotated[int, typer.Option(help="Processes; 0: one for each slot of this host.")] = 0) -> None:
    """A Celery worker. It takes cases of a runtime only after that runtime's room has passed its self-test."""
    configure_logs(settings().log_level)
    runtimes = [name for name in queue if name != HOUSEKEEPING]
    if runtimes:
        _offer(runtimes)
    celery = make_app(settings(), runtimes=runtimes)
    celery.worker_main([
        "worker", "--queues", ",".join(queue), "--concurrency", str(concurrency or settings().slots),
        "--loglevel", settings().log_level, "--without-gossip", "--without-mingle",
    ])


def _offer(runtimes: list[str]) -> None:
    if JUDGE in runtimes and not settings().judge_url:
        log.info("judge.not_configured", mend=f"{NO_JUDGE}; until then judged samples end UNSCORED")
    sandboxes = provider_for(settings(), runtimes)
    db = Database(settings().resolved_database_url(), patience=60)
    for runtime in runtimes:
        sandboxes.check(runtime)
        key = sandboxes.image_key(runtime)
        db.transact(lambda connection, runtime=runtime, key=key: claims.report_room(connection, runtime, key, time.time()))
        log.info("worker.room_ready", runtime=runtime, image_key=key)
    db.close()
