"""Getting the machine ready for what a command needs, with progress on stderr."""

import sys
import time

from adapters import images
from adapters.db import claims
from adapters.db.engine import Database
from adapters.settings import Settings
from cli.host.engine import ensure_engine
from cli.host.images import build_images
from workers.providers import needing_containers, provider_for
from workers.sandbox.contract import SandboxProvider


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def ready_sandboxes(settings: Settings, db: Database, runtimes: list[str]) -> SandboxProvider:
    """Engine, images and self-tests for these runtimes; each missing piece is made. Comparing texts needs no engine.

    A room that passed with the very same image on this database is not tested again.
    Raises HostLacks when the machine cannot, with the mend.
    """
    if programs := needing_containers(runtimes):
        ensure_engine(say)
        build_images([images.sandbox_image(runtime) for runtime in programs], say)
    sandboxes = provider_for(settings, runtimes)
    known = db.query(claims.room_keys)
    for runtime in runtimes:
        key = sandboxes.image_key(runtime)
        if known.get(runtime) != key:
            say(f"self-test of the {runtime} sandbox")
            sandboxes.check(runtime)
            db.transact(lambda connection, runtime=runtime, key=key: claims.report_room(
                connection, runtime, key, time.time(),
            ))
    return sandboxes
