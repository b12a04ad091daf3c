"""The published size limit holds to the byte, is told early, and memory stays flat whatever comes."""

import http.client
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.api.world import ANSWERS, OPEN, Door, assert_problem, make_world, serving, zipped

LIMIT = 100_000
MIB = 1024**2


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    return make_world(tmp_path_factory.mktemp("home"), max_upload_bytes=LIMIT)


def padded(size: int) -> bytes:
    """A sound archive of exactly `size` bytes."""
    base = len(zipped({"answers.jsonl": ""}, padding=1)) - 1
    return zipped({"answers.jsonl": ""}, padding=size - base)


def test_an_upload_of_the_limit_is_taken_and_one_byte_more_is_not(world, ann):
    assert ann.upload(padded(LIMIT)).status_code == 202
    before = world.left_behind()
    found = assert_problem(ann.upload(padded(LIMIT + 1)), 413, "too_large")
    assert str(LIMIT) in found["detail"] and world.left_behind() == before


def head_of(world, url: str, **headers: str) -> http.client.HTTPConnection:
    """A connection on which only the head of an upload was sent."""
    address = urlsplit(url)
    connection = http.client.HTTPConnection(address.hostname, address.port, timeout=5)
    connection.putrequest("POST", "/v1/submissions")
    given = {"Authorization": f"Bearer {world.tokens['ann']}", "Content-Type": "multipart/form-data; boundary=B", **headers}
    for name, value in given.items():
        connection.putheader(name, value)
    connection.endheaders()
    return connection


def test_a_declared_length_over_the_limit_is_answered_before_the_body_is_sent(world, url):
    answer = head_of(world, url, **{"Content-Length": str(10 * LIMIT)}).getresponse()
    assert answer.status == 413 and str(LIMIT).encode() in answer.read()


def test_an_undeclared_length_is_answered_once_the_limit_is_passed(world, url):
    connection = head_of(world, url, **{"Transfer-Encoding": "chunked"})
    part = b'--B\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n' + b"x" * (LIMIT + 200)
    connection.send(b"%x\r\n%s\r\n" % (len(part), part))  # the body goes on; the answer does not wait for it
    answer = connection.getresponse()
    assert answer.status == 413 and str(LIMIT).encode() in answer.read()
    assert list((world.home / "spool").iterdir()) == []


def test_a_caller_that_leaves_leaves_nothing_behind(world, url):
    before = world.left_behind()
    connection = head_of(world, url, **{"Content-Length": "50000"})
    connection.send(b'--B\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n' + b"x" * 20_000)
    for _ in range(100):
        if list((world.home / "spool").iterdir()):
            break
        time.sleep(0.02)
    assert list((world.home / "spool").iterdir()), "the upload never began"
    connection.sock.shutdown(socket.SHUT_RDWR)
    connection.close()
    for _ in range(100):
        if world.left_behind() == before:
            break
        time.sleep(0.02)
    assert world.left_behind() == before


def test_what_a_killed_gateway_spooled_is_dropped_at_the_next_start(tmp_path):
    world = make_world(tmp_path)
    spool = tmp_path / "spool"
    spool.mkdir()
    for name, age in (("old.upload", 7200), ("new.upload", 0)):
        (spool / name).write_bytes(b"x")
        os.utime(spool / name, (time.time() - age,) * 2)
    with serving(world.front) as url, Door(url, None) as door:
        assert door.get("/healthz").status_code == 200
    assert [path.name for path in spool.iterdir()] == ["new.upload"]


SERVER = "import sys, uvicorn; uvicorn.run('api.app:service', factory=True, port=int(sys.argv[1]), log_config=None)"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def peak_mib(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
def test_memory_stays_flat_while_a_large_upload_streams(tmp_path):
    world, port = make_world(tmp_path), free_port()
    command = ["env", f"ASSAY_HOME={tmp_path}", f"ASSAY_BENCHMARKS={tmp_path / 'packs'}", sys.executable, "-c", SERVER,
               str(port)]
    server = subprocess.Popen(command, cwd=Path(__file__).parents[2], stdout=subprocess.DEVNULL)
    try:
        with Door(f"http://127.0.0.1:{port}", world.tokens["ann"]) as ann:
            wait_for(ann)
            assert ann.upload(ANSWERS).status_code == 202
            before = peak_mib(server.pid)
            assert upload_padding(ann, 200 * MIB, tmp_path / "large.zip").status_code == 202
            assert peak_mib(server.pid) - before < 24
    finally:
        server.terminate()
        server.wait(10)


def wait_for(door: Door) -> None:
    for _ in range(200):
        try:
            return door.get("/healthz").raise_for_status()
        except httpx.ConnectError:
            time.sleep(0.05)
    raise AssertionError("the server did not start")


def upload_padding(door: Door, size: int, path: Path) -> httpx.Response:
    path.write_bytes(zipped({"answers.jsonl": ""}, padding=size))
    with path.open("rb") as file:
        return door.post("/v1/submissions", files={"file": ("large.zip", file)}, data={"benchmark": OPEN})
