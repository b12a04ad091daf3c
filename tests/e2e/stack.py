"""A copy of the compose stack for tests: its own project, port, settings file and volumes."""

import json
import socket
import subprocess
import uuid
from pathlib import Path

from cli.client import Client
from cli.host.compose import Stack, down, up
from tests.conftest import docker, eventually


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class RunningStack:
    """Started by `start`, removed with its data by `remove`."""

    def __init__(self, folder: Path, benchmarks: Path, **settings: str):
        self.port = free_port()
        self.stack = Stack(project=f"assaytest{uuid.uuid4().hex[:8]}", env_file=folder / "stack.env")
        values = {
            "ASSAY_PORT": str(self.port), "ASSAY_BENCHMARKS_DIR": str(benchmarks),
            "ASSAY_SLOT_DIR": str(folder / "slots"), **settings,
        }
        self.stack.env_file.write_text("".join(f"{name}={value}\n" for name, value in values.items()))

    def start(self) -> "RunningStack":
        up(print, self.stack)
        eventually(self._room_is_ready, seconds=120)
        return self

    def remove(self) -> None:
        down(print, self.stack, volumes=True)

    def compose(self, *arguments: str) -> str:
        done = subprocess.run(self.stack.command(*arguments), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def client(self, name: str = "test") -> Client:
        unique = f"{name}-{uuid.uuid4().hex[:6]}"
        token = self.compose("exec", "-T", "gateway", "python", "-m", "cli", "token", "create", "--name", unique).strip()
        return Client(f"http://127.0.0.1:{self.port}", token)

    def containers(self, service: str) -> list[str]:
        return self.compose("ps", "--quiet", service).split()

    def sql(self, statement: str) -> list[list[str]]:
        """Rows of a query, asked inside the database's container."""
        printed = self.compose("exec", "-T", "postgres", "psql", "--username=assay", "--dbname=assay", "--no-align",
                               "--tuples-only", "--command", statement)
        return [line.split("|") for line in printed.splitlines() if line]

    def kill_nine(self, container: str) -> None:
        """SIGKILL from outside the engine, so that the restart policy sees a crash."""
        pid = json.loads(docker("inspect", container))[0]["State"]["Pid"]
        subprocess.run(["kill", "-9", str(pid)], check=True)


    def _room_is_ready(self) -> bool:
        return bool(self.sql("SELECT runtime FROM rooms"))
