"""Getting the machine ready for what a command needs, with progress on stderr."""

import sys
import tempfile
import time
from collections.abc import Collection

from adapters import images
from adapters.db import claims
from adapters.db.engine import Database
from adapters.judge import NO_JUDGE
from adapters.queue import JUDGE
from adapters.settings import Settings
from cli.host.engine import ensure_engine
from cli.host.images import build_images
from scoring.errors import HostLacks
from workers.providers import needing_containers, provider_for
from workers.sandbox.contract import SandboxProvider


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def ready_folders(settings: Settings) -> None:
    """The home and the folder of slot locks can be written to. Raises HostLacks that names the setting to change."""
    for folder, name in ((settings.home, "ASSAY_HOME"), (settings.slot_dir, "ASSAY_SLOT_DIR")):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            raise HostLacks(f"the folder {folder} cannot be used: {error.strerror}", mend=f"set {name} to another") from error


def ready_sandboxes(settings: Settings, db: Database, runtimes: list[str], *, needed: Collection[str] | None = None
                    ) -> SandboxProvider:
    """Engine, images and self-tests for these runtimes; each missing piece is made. Comparing texts needs no engine.

    A room that passed with the very same image on this database is not tested again. Of the runtimes some may be ready
    for packs to come only: `needed` are those of which it is told what they lack, all when it is None.
    Raises HostLacks when the machine cannot, with the mend.
    """
    if programs := needing_containers(runtimes):
        ensure_engine(say)
        build_images([images.sandbox_image(runtime) for runtime in programs], say)
    if JUDGE in (runtimes if needed is None else needed) and not settings.judge_url:
        say(f"no judge is configured, so judged samples will be UNSCORED: {NO_JUDGE}")
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
