"""Ctrl-C while an endless answer runs: what is said at once, and that a second one ends at once and loses nothing."""

import json
import signal
import subprocess
import sys
import time
import zipfile
from contextlib import contextmanager

import pytest
from sqlalchemy import select

from adapters.db import claims, tables
from adapters.db.engine import Database
from adapters.settings import Settings
from cli.host.passthrough import environment
from tests.conftest import ROOT, eventually

PACK = """name: endless
version: "1"
tasks:
  T: {kind: python-tests, data: t.jsonl, metrics: [pass@1], limits: {cpu_seconds: 300, wall_seconds: 900}}
"""
ENDLESS = "    while True:\n        pass\n"
SOON = 12  # seconds: far less than the 30 for which cases in hand are waited for, and enough for a busy machine


@pytest.fixture(scope="module")
def endless(tmp_path_factory):
    """A folder with a pack of two samples, and answers to it of which the second never ends."""
    folder = tmp_path_factory.mktemp("endless")
    (folder / "packs" / "endless").mkdir(parents=True)
    (folder / "packs" / "endless" / "benchmark.yaml").write_text(PACK)
    samples = [{"inputs": {"prompt": "def f():\n", "tests": f"assert f() == {number}\n", "entry_point": "f"},
                "outputs": {"solution": f"    return {number}\n"}, "meta": {"id": number}} for number in (1, 2)]
    (folder / "packs" / "endless" / "t.jsonl").write_text("".join(json.dumps(sample) + "\n" for sample in samples))
    with zipfile.ZipFile(folder / "answers.zip", "w") as archive:
        archive.writestr("answers.jsonl", "".join(
            json.dumps({"task": "T", "id": number, "output": output}) + "\n"
            for number, output in ((1, "    return 1\n"), (2, ENDLESS))))
    return folder


@contextmanager
def started(folder, home, *arguments):
    """The command line in a process whose standard error goes to a file; killed if it does not end."""
    settings = {"ASSAY_HOME": str(home), "ASSAY_BENCHMARKS": str(folder / "packs"), "ASSAY_SLOT_DIR": str(folder / "slots"),
                "ASSAY_SLOTS": "1"}
    with (folder / "said").open("wb") as said, subprocess.Popen(
            [sys.executable, "-m", "cli", *map(str, arguments)], cwd=ROOT, stdout=said, stderr=said,
            env={**environment(), **settings}) as run:
        try:
            yield run
        finally:
            run.kill()


def said(folder, words):
    return eventually(lambda: words in (folder / "said").read_text(), seconds=240)


def database(home):
    return Database(Settings(home=home).resolved_database_url())


def in_hand(home):
    """Whether the first answer is judged and the endless one runs."""
    def read(connection):
        return sorted(connection.execute(select(tables.cases.c.state)).scalars())
    return eventually(lambda: database(home).query(read)[-2:] == ["CLAIMED", "DONE"], seconds=240)


def interrupted_twice(run, folder, first):
    run.send_signal(signal.SIGINT)
    assert said(folder, first)
    began = time.monotonic()
    run.send_signal(signal.SIGINT)
    code = run.wait(timeout=60)
    return code, time.monotonic() - began


def test_score_says_what_is_kept_and_a_second_interrupt_ends_at_once(endless, tmp_path):
    home = tmp_path / "home"
    with started(endless, home, "score", endless / "answers.zip", "--benchmark", endless / "packs" / "endless") as run:
        said(endless, "running: ")
        in_hand(home)
        code, seconds = interrupted_twice(run, endless, "cancelling: what runs now is finished and kept (30 s at most)")
    assert code == 4 and seconds < SOON
    assert "cancelled; what was run by now is kept" in (endless / "said").read_text()


def test_serve_ends_at_a_second_interrupt_and_the_endless_answer_waits_unblamed(endless, tmp_path):
    """It took half a minute, however often one pressed; the answer in hand was blamed for its worker's end."""
    home = tmp_path / "home"
    with started(endless, home, "serve", "--port", "0") as run:
        said(endless, "listening on")
        submit(endless, home)
        in_hand(home)
        code, seconds = interrupted_twice(run, endless, "30 s at most")
    assert code == 0 and seconds < SOON
    assert "stopped; the next start runs 1 answer that" in (endless / "said").read_text()
    db = database(home)
    rows = db.query(lambda connection: connection.execute(select(tables.cases.c.state, tables.cases.c.tries)).all())
    assert sorted(map(tuple, rows)) == [("DONE", 0), ("PENDING", 0)]
    assert db.query(claims.live_leases) == set()


def submit(folder, home):
    url = next(line.split()[2] for line in (folder / "said").read_text().splitlines() if line.startswith("listening on"))
    settings = {"ASSAY_HOME": str(home), "ASSAY_URL": url}
    for arguments in (["token", "create", "--name", "ann"], ["submit", folder / "answers.zip", "--benchmark", "endless"]):
        done = subprocess.run([sys.executable, "-m", "cli", *map(str, arguments)], cwd=ROOT, capture_output=True, text=True,
                              env={**environment(), **settings}, check=True)
        settings["ASSAY_TOKEN"] = done.stdout.strip()
