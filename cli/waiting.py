"""Says that a job waits for a slot of the host: silence of minutes looks like a hang."""

import time
from collections.abc import Callable

from adapters.settings import Settings
from workers.sandbox.slots import Slots

PATIENCE_SECONDS = 10.0  # a slot is free for moments between two batches
AGAIN_SECONDS = 60.0


class SlotWatch:
    """Told again and again whether anything of the job runs; looks at the slots when nothing has for a while."""

    def __init__(self, settings: Settings, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic):
        self._settings, self._say, self._clock = settings, say, clock
        self._quiet_since = clock()
        self._said_at: float | None = None

    def look(self, is_running: Callable[[], bool]) -> None:
        """`is_running` is asked when it was not for some seconds: it costs a look into the database."""
        now = self._clock()
        since = self._quiet_since if self._said_at is None else max(self._quiet_since, self._said_at)
        patience = PATIENCE_SECONDS if self._said_at is None else AGAIN_SECONDS
        if now - since < patience:
            return
        if is_running() or self._is_free():
            self._quiet_since, self._said_at = now, None
            return
        self._said_at = now
        self._say(f"waiting for a slot: others hold all {self._settings.slots} of this host "
                  f"(locks in {self._settings.slot_dir}, number by ASSAY_SLOTS)")

    def _is_free(self) -> bool:
        slot = Slots(self._settings.slot_dir, self._settings.slots).acquire(0)
        if slot is not None:
            slot.release()
        return slot is not None
