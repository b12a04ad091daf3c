"""A running service as seen from the command line."""

import json
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cli.client.counted import CountedFile, Sent
from cli.client.wire import Wire, retry_after
from scoring import states
from scoring.errors import BadInput

PAGE = 1_000
JOBS = 200  # as many as the service lists


@dataclass(frozen=True)
class Submit:
    """What to send. Fields are those of the upload form."""

    archive: Path
    benchmark: str
    profile: str | None = None
    partial: bool = False
    no_cache: bool = False
    metadata: dict[str, Any] = field(default_factory=dict)


class Client:
    """Every method raises the AssayError that the service's problem document describes, and OurFault when the service
    stays away longer than `patience` seconds, or nobody listens there to begin with. Documents are those of docs/api.md."""

    def __init__(self, url: str, token: str, *, patience: float = 120.0, say: Callable[[str], None] = lambda _: None):
        """`say` gets a line before each new try. Raises UsageFault for an address or a token that cannot be one."""
        self._wire = Wire(url, token, patience=patience, say=say)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self._wire.close()

    def submit(self, wanted: Submit, *, idempotency_key: str | None = None, on_sent: Sent | None = None
               ) -> dict[str, Any]:
        """Streams the archive up; `{submission_id, job_id, repeated, links}`.

        `on_sent(bytes so far, bytes in all)` is called as it goes. Without an `idempotency_key` of the caller's a
        fresh one is used, so that an upload repeated after a lost connection makes one job only. Raises BadInput when
        there is no such file.
        """
        if not wanted.archive.is_file():
            raise BadInput(f"there is no file {wanted.archive}", code="no_such_file", mend="check the path")
        fields = {"benchmark": wanted.benchmark, "metadata": json.dumps(wanted.metadata),
                  "partial": str(wanted.partial).lower(), "no_cache": str(wanted.no_cache).lower()}
        if wanted.profile is not None:
            fields["profile"] = wanted.profile
        headers = {"Idempotency-Key": idempotency_key or uuid.uuid4().hex}
        with CountedFile(wanted.archive, on_sent) as file:
            return self._wire.ask(
                "POST", "/v1/submissions", headers=headers, data=fields,
                prepare=lambda: {"files": {"file": (wanted.archive.name, file.rewound(), "application/zip")}},
            ).json()

    def jobs(self) -> list[dict[str, Any]]:
        """The newest that the token may see, newest first."""
        return self._wire.ask("GET", "/v1/jobs", params={"limit": JOBS}).json()["items"]

    def status(self, job_id: str) -> dict[str, Any]:
        return self._wire.ask("GET", f"/v1/jobs/{_word(job_id)}").json()

    def wait(self, job_id: str, watch: Callable[[dict[str, Any]], None] = lambda _: None) -> dict[str, Any]:
        """Polls until the job has ended; its last status. `watch` gets every status that differs from the one before.

        Restarts of the gateway and its stores are waited out, also one that is under way at the first poll.
        """
        etag, status = "", {}
        while True:
            answer = self._wire.ask("GET", f"/v1/jobs/{_word(job_id)}", expected=True,
                                    headers={"If-None-Match": etag} if etag else {})
            if answer.status_code != 304:
                etag, status = answer.headers.get("ETag", ""), answer.json()
                watch(status)
            if status["state"] in states.TERMINAL:
                return status
            time.sleep(retry_after(answer) or 1.0)

    def report(self, job_id: str) -> dict[str, Any]:
        """Raises Conflict until the job is DONE."""
        return self._wire.ask("GET", f"/v1/jobs/{_word(job_id)}/report").json()

    def problems(self, job_id: str) -> list[dict[str, Any]]:
        return self._wire.ask("GET", f"/v1/jobs/{_word(job_id)}/problems").json()["items"]

    def verdicts(self, job_id: str, *, task: str | None = None, sample: str | None = None, verdict: str | None = None
                 ) -> Iterator[dict[str, Any]]:
        """All verdicts that fit, page by page."""
        wanted = {"task": task, "sample": sample, "verdict": verdict, "limit": PAGE}
        parameters = {name: value for name, value in wanted.items() if value is not None}
        while True:
            page = self._wire.ask("GET", f"/v1/jobs/{_word(job_id)}/verdicts", params=parameters).json()
            yield from page["items"]
            if page["next"] is None:
                return
            parameters["after"] = page["next"]

    def log(self, verdict_id: int) -> dict[str, Any]:
        return self._wire.ask("GET", f"/v1/verdicts/{verdict_id}/log").json()

    def cancel(self, job_id: str) -> dict[str, Any]:
        """The status then. Raises Conflict when the job had ended in another way."""
        return self._wire.ask("POST", f"/v1/jobs/{_word(job_id)}/cancel").json()

    def rescore(self, submission_id: str, **changes: Any) -> dict[str, Any]:
        """A new job; `changes` are `benchmark`, `profile`, `partial`, `no_cache`. Sent twice it would make two."""
        path = f"/v1/submissions/{_word(submission_id)}/jobs"
        return self._wire.ask("POST", path, json=changes, repeatable=False).json()

    def diff(self, job_id: str, *, against: str) -> dict[str, Any]:
        return self._wire.ask("GET", f"/v1/jobs/{_word(job_id)}/diff", params={"against": against}).json()

    def benchmarks(self) -> list[dict[str, Any]]:
        return self._wire.ask("GET", "/v1/benchmarks").json()["items"]

    def limits(self) -> dict[str, int]:
        return self._wire.ask("GET", "/v1/limits").json()


def _word(identifier: str) -> str:
    """An id as typed, as one segment of a path."""
    return quote(identifier, safe="")
