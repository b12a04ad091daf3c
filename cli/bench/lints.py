"""The lints of `./assay bench text`: in sandboxes as a job runs them, and by a process for each file as the reference does."""

import contextlib
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from adapters.settings import Settings
from cli.bench import sandbox
from cli.bench.published import install_published
from scoring import together
from scoring.benchmark import Limits
from scoring.case import Case
from scoring.errors import OurFault
from scoring.tasks.lint import LINTERS, RUNNER
from workers.sandbox.contract import SandboxProvider

LIMITS = Limits(cpu_seconds=10, wall_seconds=60, memory_mib=256, output_kib=256)
LINTER = "flake8"


def in_sandboxes(programs: Sequence[str]) -> float:
    """Seconds over two slots, with a sandbox for each batch of cases, its start and end included."""
    cases = [_case(program) for program in programs]
    with TemporaryDirectory(prefix="assay-bench-") as folder, contextlib.ExitStack() as held:
        settings = Settings(home=Path(folder))
        slots = [sandbox.hold_slot(settings, held) for _ in range(sandbox.SLOTS)]
        provider = sandbox.ready_rooms(settings)
        size = together.batch_size(cases[0], settings.batch_cases)
        batches = [cases[start:start + size] for start in range(0, len(cases), size)]
        began = time.perf_counter()
        with ThreadPoolExecutor(len(slots)) as workers:
            list(workers.map(lambda number: _run(provider, slots[number], batches[number::len(slots)]), range(len(slots))))
        return time.perf_counter() - began


def _case(program: str) -> Case:
    payload = {"linter": LINTER, "version": LINTERS[LINTER], "noqa": True, "count": 1}
    return Case("python", RUNNER, program, payload, LIMITS)


def _run(provider: SandboxProvider, slot: int, batches: list[list[Case]]) -> None:
    """Raises OurFault where linting did not end well, since its time says nothing then."""
    for batch in batches:
        with provider.open("python", slot, {"assay.lease": "bench"}, LIMITS) as room:
            for group in together.groups(batch, lambda case: case):
                if together.parted(room.run(together.joined(group)), len(group)) is None:
                    raise OurFault("the linter did not get through a batch of files")


def one_by_one(programs: Sequence[str]) -> float:
    """Seconds of one process after the other."""
    with TemporaryDirectory(prefix="assay-bench-") as folder:
        install_published(Path(folder))
        began = time.perf_counter()
        for number, program in enumerate(programs):
            name = Path(folder, f"program{number}.py")
            name.write_text(program, "utf-8")
            subprocess.run([sys.executable, "-m", LINTER, "--isolated", "--exit-zero", name.name], cwd=folder,
                           env={"PYTHONPATH": folder}, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - began
