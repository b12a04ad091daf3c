"""What one environment's build says of itself: each step, and while a step takes long, that it goes on."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from scoring.counting import counted

RUNS_EVERY_SECONDS = 10.0  # a suite of a second is run a hundred times
SILENCE_SECONDS = 30.0  # of a step that says nothing: longer looks like a hang
TICK_SECONDS = 1.0


class Telling:
    """Lines go to `say`. Steps and runs are told from any thread."""

    def __init__(self, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic):
        self._say, self._clock, self._mutex = say, clock, threading.Lock()
        self._step, self._runs = "", 0
        self._began = self._said_at = clock()

    def step(self, line: str) -> None:
        """A step begins, or has something to say."""
        with self._mutex:
            self._step, self._runs, self._began = line.partition("\n")[0], 0, self._clock()
            self._out(line)

    def ran(self) -> None:
        """The tests have run once more."""
        with self._mutex:
            self._runs += 1
            if self._clock() - self._said_at > RUNS_EVERY_SECONDS:
                self._out(f"{counted(self._runs, 'run')} of the tests so far")

    def tick(self) -> None:
        """Nothing may have happened for a while."""
        with self._mutex:
            if self._step and self._clock() - self._said_at > SILENCE_SECONDS:
                runs = f", {counted(self._runs, 'run')} of the tests so far" if self._runs else ""
                self._out(f"{self._step}: {self._clock() - self._began:.0f} s{runs}")

    @contextmanager
    def ticking(self) -> Iterator[None]:
        """Ticks for the length of the block."""
        ended = threading.Event()

        def ticks() -> None:
            while not ended.wait(TICK_SECONDS):
                self.tick()
        thread = threading.Thread(target=ticks, daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def _out(self, line: str) -> None:
        self._said_at = self._clock()
        self._say(line)
