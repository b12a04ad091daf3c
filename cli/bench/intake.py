"""`./assay bench intake`: what an upload costs the gateway, and how fast it answers polls while a job runs."""

import os
import statistics
import tempfile
import threading
import time
import zipfile
from pathlib import Path

import httpx

from cli.bench.load import NAME, write_load
from cli.bench.server import MeasuredServer, cores
from cli.client import Client, Submit
from scoring import states

UPLOAD_BYTES = 1024**3
CHUNK = 1024**2
POLL_SECONDS = 10.0
POLLERS = 4
BUSY_SAMPLES = 4_000  # more than the workers get done while we poll


def run() -> dict:
    """`{"upload": {bytes, seconds, mib_per_second, peak_rss_mib, peak_rss_before_mib}, "polls": {n, per_second,
    p50_ms, p99_ms, pollers, not_modified, job_active}, "cores"}`; seconds of wall time, MiB of the gateway process."""
    with tempfile.TemporaryDirectory(prefix="assay-bench-") as name:
        folder = Path(name)
        work = write_load(folder, BUSY_SAMPLES)
        with MeasuredServer(folder / "home", folder) as server, Client(server.url, server.token) as client:
            upload = _upload(server, client, folder)
            polls = _polls(server, client, work)
        return {"upload": upload, "polls": polls, "cores": cores()}


def _upload(server: MeasuredServer, client: Client, folder: Path) -> dict:
    archive = _large_archive(folder / "large.zip")
    before = server.peak_rss_mib()
    began = time.monotonic()
    client.submit(Submit(archive, NAME))
    seconds = time.monotonic() - began
    size = archive.stat().st_size
    archive.unlink()
    return {
        "bytes": size, "seconds": round(seconds, 2), "mib_per_second": round(size / 2**20 / seconds, 1),
        "peak_rss_before_mib": round(before, 1), "peak_rss_mib": round(server.peak_rss_mib(), 1),
    }


def _large_archive(path: Path) -> Path:
    """A valid ZIP of a little over 1 GiB whose one member does not compress; its content is rejected later."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        for number in range(2):  # a member may be 1 GiB at most
            with archive.open(zipfile.ZipInfo(f"noise-{number}.txt"), "w", force_zip64=True) as member:
                for _ in range(UPLOAD_BYTES // CHUNK // 2):
                    member.write(os.urandom(CHUNK))
    return path


def _polls(server: MeasuredServer, client: Client, work: Path) -> dict:
    job = client.submit(Submit(work, NAME, no_cache=True))["job_id"]
    while client.status(job)["state"] in (states.QUEUED, states.PARSING):
        time.sleep(0.1)
    latencies: list[float] = []
    not_modified: list[int] = []
    stop = time.monotonic() + POLL_SECONDS
    pollers = [threading.Thread(target=_poll, args=(server, job, stop, latencies, not_modified)) for _ in range(POLLERS)]
    for poller in pollers:
        poller.start()
    for poller in pollers:
        poller.join()
    active = client.status(job)["state"] == states.RUNNING
    if active:
        client.cancel(job)
    cuts = statistics.quantiles(latencies, n=100)
    return {
        "n": len(latencies), "per_second": round(len(latencies) / POLL_SECONDS, 1), "pollers": POLLERS,
        "p50_ms": round(cuts[49] * 1000, 2), "p99_ms": round(cuts[98] * 1000, 2), "not_modified": len(not_modified),
        "job_active": active,
    }


def _poll(server: MeasuredServer, job: str, stop: float, latencies: list[float], not_modified: list[int]) -> None:
    headers = {"Authorization": f"Bearer {server.token}"}
    with httpx.Client(base_url=server.url, headers=headers) as http:
        while time.monotonic() < stop:
            began = time.perf_counter()
            answer = http.get(f"/v1/jobs/{job}", headers=headers)
            latencies.append(time.perf_counter() - began)
            headers["If-None-Match"] = answer.headers.get("ETag", "")
            if answer.status_code == 304:
                not_modified.append(1)
