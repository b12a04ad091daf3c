"""The client of the command line against a live service."""

import http.server
import re
import socket
import threading
import time

import pytest

from adapters.db import attempts, jobs
from cli.client import Client, Submit
from scoring.errors import BadInput, Conflict, NotAllowed, NotFound, OurFault, TooLarge, UsageFault
from tests.api.world import ANSWERS, OPEN, finished_job, make_world, running_job, serving


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    return make_world(tmp_path_factory.mktemp("home"), max_upload_bytes=500_000)


@pytest.fixture
def client(world, url):
    with Client(url, world.tokens["ann"], patience=5) as made:
        yield made


@pytest.fixture
def archive(tmp_path):
    path = tmp_path / "answers.zip"
    path.write_bytes(ANSWERS)
    return path


def test_an_archive_is_sent_with_progress(client, world, archive):
    seen = []
    accepted = client.submit(Submit(archive, OPEN, profile="mera-1", partial=True, metadata={"model": "m"}),
                             on_sent=lambda sent, total: seen.append((sent, total)))
    status = client.status(accepted["job_id"])
    assert (status["state"], status["profile"], status["partial"], status["metadata"]) == (
        "QUEUED", "mera-1", True, {"model": "m"})
    assert seen[-1] == (len(ANSWERS), len(ANSWERS))


def test_a_key_of_the_caller_makes_one_job(client, archive):
    first, again = (client.submit(Submit(archive, OPEN), idempotency_key="mine") for _ in range(2))
    assert (first["job_id"], again["repeated"]) == (again["job_id"], True)


def test_waiting_shows_every_change_and_ends_with_the_job(client, world):
    job_id, seen = running_job(world, "ann"), []

    def cancel_soon():
        time.sleep(0.8)
        with world.front.db.write() as connection:
            jobs.cancel(connection, job_id, now=time.time(), reason="test")

    threading.Thread(target=cancel_soon).start()
    assert client.wait(job_id, lambda status: seen.append(status["state"]))["state"] == "CANCELLED"
    assert seen == ["RUNNING", "CANCELLED"]


def test_results_come_whole(client, world):
    job_id = finished_job(world, "ann")
    rows = list(client.verdicts(job_id))
    with world.front.db.read() as connection:
        assert [row["id"] for row in rows] == [row["id"] for row in attempts.verdict_page(connection, job_id)]
    assert [row["sample"] for row in client.verdicts(job_id, verdict="PASSED")] == ["1"]
    assert client.report(job_id)["content"]["profile"] == "strict"
    assert client.log(rows[0]["id"])["answer"] == "answer 1"
    assert client.problems(job_id) == [] and client.diff(job_id, against=job_id)
    assert client.benchmarks()[0]["name"] == OPEN and client.limits()["max_entries"] == 2000


def test_pages_are_joined(client, world, monkeypatch):
    monkeypatch.setattr("cli.client.client.PAGE", 1)
    assert len(list(client.verdicts(finished_job(world, "ann")))) == 2


def test_cancel_and_rescore(client, world):
    job_id = running_job(world, "ann")
    status = client.cancel(job_id)
    assert status["state"] == "CANCELLED"
    again = client.rescore(status["submission_id"], profile="mera-1")
    assert client.status(again["job_id"])["profile"] == "mera-1"


@pytest.mark.parametrize(("call", "kind", "code"), [
    (lambda client, path: client.status("0" * 32), NotFound, "no_such_job"),
    (lambda client, path: client.status("../limits"), NotFound, "no_such_route"),
    (lambda client, path: client.submit(Submit(path, "opne")), BadInput, "unknown_benchmark"),
    (lambda client, path: client.submit(Submit(path.with_name("none.zip"), OPEN)), BadInput, "no_such_file"),
    (lambda client, path: client.submit(Submit(path, OPEN, metadata={"a": "x" * 70_000})), BadInput, "bad_request_fields"),
])
def test_refusals_are_our_own_errors(client, archive, call, kind, code):
    with pytest.raises(kind) as caught:
        call(client, archive)
    assert caught.value.code == code and caught.value.mend


def test_a_too_large_archive_is_refused_with_the_limit(client, tmp_path):
    path = tmp_path / "large.zip"
    path.write_bytes(b"x" * 40_000_000)
    with pytest.raises(TooLarge, match="500000"):
        client.submit(Submit(path, OPEN))


def test_conflicts_and_unknown_tokens(client, world, url):
    with pytest.raises(Conflict):
        client.report(running_job(world, "ann"))
    with Client(url, "assay_unknown", patience=1) as stranger, pytest.raises(NotAllowed):
        stranger.status("0" * 32)


def test_restarts_of_the_gateway_are_waited_out(tmp_path):
    world = make_world(tmp_path)
    job_id = running_job(world, "ann")
    with serving(world.front) as url:
        port = int(url.rsplit(":", 1)[1])
    later = threading.Timer(1.0, lambda: finish_and_serve(world, job_id, port))
    later.start()
    with Client(url, world.tokens["ann"], patience=20) as client:
        assert client.wait(job_id)["state"] == "CANCELLED"


def finish_and_serve(world, job_id, port):
    with world.front.db.write() as connection:
        jobs.cancel(connection, job_id, now=time.time(), reason="test")
    with serving(world.front, port):
        time.sleep(3)


class Stranger(http.server.BaseHTTPRequestHandler):
    """Something that is no Assay: away at first, then it knows nothing."""

    answers = [503, 404]

    def do_GET(self):
        self.send_response(self.answers.pop(0))
        self.end_headers()
        self.wfile.write(b"<html>")

    def log_message(self, *_):
        pass


def test_a_service_that_stays_away_is_our_fault_within_the_patience():
    with Client("http://127.0.0.1:1", "assay_x", patience=0.5) as client, pytest.raises(OurFault, match="cannot be reached"):
        client.status("0" * 32)


def test_where_nobody_listens_it_is_told_at_once():
    """With the service stopped, `status` and `cancel` were silent for two minutes."""
    began, said = time.monotonic(), []
    with Client("http://127.0.0.1:1", "assay_x", patience=60, say=said.append) as client:
        for ask in (client.status, client.cancel, client.rescore):
            with pytest.raises(OurFault, match="cannot be reached: nobody listens there"):
                ask("0" * 32)
    assert time.monotonic() - began < 10 and said == []


def test_a_host_that_nobody_knows_is_told_at_once():
    try:
        socket.getaddrinfo("no-such-host.invalid", 80)
    except socket.gaierror as error:
        if error.errno != socket.EAI_NONAME:
            pytest.skip(f"no name server answers here: {error}")
    began = time.monotonic()
    with Client("http://no-such-host.invalid", "assay_x", patience=60) as client:
        with pytest.raises(OurFault, match="cannot be reached: no host has this name"):
            client.status("0" * 32)
    assert time.monotonic() - began < 20


class BreaksOff(http.server.BaseHTTPRequestHandler):
    """Takes a connection and ends it without an answer; nobody listens after that."""

    def do_GET(self):
        self.server.socket.close()

    def log_message(self, *_):
        pass


def test_a_service_that_was_there_is_tried_again_and_each_time_is_told():
    said = []
    server = http.server.HTTPServer(("127.0.0.1", 0), BreaksOff)
    threading.Thread(target=server.handle_request, daemon=True).start()
    with Client(f"http://127.0.0.1:{server.server_port}", "assay_x", patience=2, say=said.append) as client:
        with pytest.raises(OurFault, match="nobody listens there"):
            client.status("0" * 32)
    assert len(said) >= 2 and all(re.search(r"is away \(.+\); retrying in \d+ s$", line) for line in said)
    assert "nobody listens there" in said[-1] and "nobody listens there" not in said[0]


def test_a_stranger_at_the_address_is_recognised():
    with http.server.HTTPServer(("127.0.0.1", 0), Stranger) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with Client(f"http://127.0.0.1:{server.server_port}", "assay_x", patience=5) as client:
            with pytest.raises(NotFound, match="answered 404"):
                client.status("0" * 32)
        server.shutdown()


@pytest.mark.parametrize(("url", "token"), [("localhost:8080", "assay_x"), ("http://x:y", "assay_x"), ("http://x", ""),
                                            ("http://x", "a b"), ("http://x", "ключ"), ("http://x", "a\n")])
def test_odd_addresses_and_tokens_are_usage_faults(url, token):
    with pytest.raises(UsageFault):
        Client(url, token)
