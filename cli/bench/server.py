"""A server of our own for measurements: `./assay serve` as a child process, with a fresh home."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx

from adapters.db import tokens
from adapters.db.engine import Database
from adapters.db.migrate import migrate
from adapters.settings import ROOT, Settings
from cli.host.passthrough import environment
from scoring.errors import OurFault

START_SECONDS = 180


class MeasuredServer:
    """Started at `with`, stopped at its end. `peak_rss_mib` is the gateway process's own peak, without its workers."""

    def __init__(self, home: Path, benchmarks: Path | None = None):
        self.home = home
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        settings = Settings(home=home)
        db = Database(settings.resolved_database_url())
        migrate(db)
        self.token = db.transact(lambda connection: tokens.create(connection, name="bench", role="admin", now=time.time()))
        db.close()
        variables = {**environment(), "PYTHONPATH": str(ROOT), "ASSAY_HOME": str(home), "ASSAY_LOG_LEVEL": "warning"}
        if benchmarks:
            variables["ASSAY_BENCHMARKS"] = str(benchmarks)
        self._variables = variables
        self._process: subprocess.Popen | None = None

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "cli", "serve", "--port", str(self.port)]
        self._process = subprocess.Popen(command, env=self._variables, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise OurFault("the server did not start; its log above says why")
            time.sleep(0.1)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def peak_rss_mib(self) -> float:
        """VmHWM of the server process."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=2).status_code == 200
        except httpx.TransportError:
            return False


def cores() -> int:
    return len(os.sched_getaffinity(0))
