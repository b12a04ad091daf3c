"""`./assay soak engine`: what a job is worth when agents, workers and the container engine are killed in its middle.

The engine is one of our own (cli/host/own_engine.py): the machine's is nobody's to restart.
"""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from adapters import images
from adapters.db.engine import Database
from adapters.db.tables import cases
from adapters.logs import configure_logs
from adapters.settings import Settings, settings
from cli.bench.load import write_load
from cli.embedded import QUIET, Request, score
from cli.host.engine import ensure_engine
from cli.host.images import build_images
from cli.host.own_engine import OwnEngine, own_engine
from cli.machine import say
from cli.packs import find_pack
from scoring.verdict import PASSED

SECONDS_EACH = 0.25  # of a program: long enough to be met in its middle
LEASE_SECONDS = 4.0  # what a killed worker held comes back soon, so that the soak is short
SWEEP_SECONDS = 1.0
QUIET_ENGINE = 0.5  # the engine stays away for so long


def run(folder: Path, samples: int) -> dict[str, Any]:
    """Counts, and which disasters happened after how many cases. `blamed`: cases that were tried more than once."""
    configure_logs(QUIET)
    ensure_engine(say)
    image = build_images([images.sandbox_image("python")], say)[images.sandbox_image("python")]
    archive = write_load(folder, samples, seconds_each=SECONDS_EACH)
    with own_engine(say) as engine:
        say(f"soak: copying {image} into an engine of our own")
        engine.load(image)
        config = Settings(**{**settings().model_dump(), "home": folder / "home", "engine_address": engine.address,
                             "lease_seconds": LEASE_SECONDS, "sweep_seconds": SWEEP_SECONDS})
        disasters = Disasters(engine, samples)
        began = time.monotonic()
        request = Request(archive, find_pack(config, str(folder / "load")), no_cache=True)
        scored = score(config, request, disasters.watch)
        seconds = time.monotonic() - began
        task = scored.report["content"]["tasks"]["Load"] if scored.report else {"verdicts": {}, "unscored": samples}
        return {
            "samples": samples, "passed": task["verdicts"].get(PASSED, 0), "unscored": task["unscored"],
            "verdicts": task["verdicts"], "disasters": disasters.happened, "blamed": _blamed(config),
            "sandboxes_left": len(engine.ask("ps", "--all", "--quiet").split()), "seconds": round(seconds, 1),
        }


def is_sound(found: dict[str, Any]) -> bool:
    happened = found["disasters"].keys() == dict(Disasters.ORDER).keys()
    return happened and found["passed"] == found["samples"] and not found["sandboxes_left"]


class Disasters:
    """Watches a job, and does something bad each time that another share of its cases is done."""

    def __init__(self, engine: OwnEngine, samples: int):
        self.engine, self.samples = engine, samples
        self.happened: dict[str, int] = {}

    def watch(self, status: dict[str, Any]) -> None:
        done = sum(task["done"] for task in status["tasks"].values())
        for at, (name, disaster) in enumerate(self.ORDER, 1):
            if name not in self.happened and done >= self.samples * at / (len(self.ORDER) + 1):
                if done < self.samples and disaster(self):
                    self.happened[name] = done
                    say(f"soak: {name} after {done} of {self.samples} cases")
                return

    def _kill_agent(self) -> bool:
        """The first process of a container, as the host sees it; False when none runs."""
        running = self.engine.ask("ps", "--quiet", "--filter", "label=assay.job").split()
        if not running:
            return False
        pid = int(self.engine.ask("inspect", "--format", "{{.State.Pid}}", running[0]))
        if pid > 0:
            os.kill(pid, signal.SIGKILL)
        return pid > 0

    def _kill_worker(self) -> bool:
        workers = [child for child in multiprocessing.active_children() if child.name == "assay-worker"]
        if not workers:
            return False
        os.kill(workers[0].pid, signal.SIGKILL)
        return True

    def _restart_engine(self) -> bool:
        self.engine.stop()
        time.sleep(QUIET_ENGINE)
        self.engine.start()
        return True

    def _kill_engine(self) -> bool:
        self.engine.kill()
        time.sleep(QUIET_ENGINE)
        self.engine.start()
        return True

    ORDER: tuple[tuple[str, Callable[["Disasters"], bool]], ...] = (
        ("agent killed", _kill_agent), ("worker killed", _kill_worker), ("engine restarted", _restart_engine),
        ("engine killed", _kill_engine),
    )


def _blamed(config: Settings) -> int:
    db = Database(config.resolved_database_url())
    try:
        return db.query(lambda connection: connection.execute(
            select(func.count()).select_from(cases).where(cases.c.tries > 0)).scalar_one())
    finally:
        db.close()
