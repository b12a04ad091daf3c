"""Verdicts: pages of them, one of them, and what its program printed."""

import json
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Query

from adapters.db import attempts
from adapters.db.tokens import Caller
from api import links
from api.access import job_of, no_such, private_tasks
from api.answers import refusals
from api.deps import TheCaller, TheFront
from api.documents import Id, VerdictDocument, VerdictLog, VerdictPage
from api.front import Front
from scoring.canonical import readable
from scoring.errors import NotFound
from scoring.log import log_of
from scoring.repository.rounds import with_rounds
from scoring.verdict import VERDICTS, reason_shown

router = APIRouter(prefix="/v1", tags=["verdicts"])

PENDING = "PENDING"
Wanted = Literal[(*VERDICTS, PENDING)]
Word = Annotated[str | None, Query(min_length=1, max_length=1000, pattern=r"^[^\x00]+$")]
VerdictId = Annotated[int, Path(ge=1, le=2**63 - 1)]
WITHHELD = "this task is private: a program that has seen hidden tests could show them by what it prints or uses"


@router.get("/jobs/{job_id}/verdicts", response_model=VerdictPage, summary="The verdicts of a job, page by page",
            responses=refusals(401, 404, 422))
def job_verdicts(
    job_id: Id, front: TheFront, caller: TheCaller, task: Word = None, sample: Word = None,
    verdict: Annotated[Wanted | None, Query(description="PENDING gives those not judged yet.")] = None,
    after: Annotated[str | None, Query(pattern="^[1-9][0-9]{0,17}$", examples=["4711"],
                                       description="`next` of the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> VerdictPage:
    with front.db.read() as connection:
        job = job_of(connection, caller, job_id)
        rows = attempts.verdict_page(connection, job_id, after=int(after or 0), limit=limit + 1, task=task,
                                     verdict=verdict, sample_id=sample)
    private = private_tasks(front, job["benchmark_digest"]) if rows else frozenset()
    items = [VerdictDocument(**_verdict(front, row, row["task"] in private)) for row in rows[:limit]]
    following = str(rows[limit - 1]["id"]) if len(rows) > limit else None
    given = {"task": task, "sample": sample, "verdict": verdict, "limit": limit, "after": following}
    query = urlencode({name: value for name, value in given.items() if value is not None})
    path = links.at(front, f"/v1/jobs/{job_id}/verdicts?{query}")
    return VerdictPage(items=items, next=following, links={"next": path} if following else {})


@router.get("/verdicts/{verdict_id}", response_model=VerdictDocument, summary="One verdict",
            responses=refusals(401, 404, 422))
def one_verdict(verdict_id: VerdictId, front: TheFront, caller: TheCaller) -> VerdictDocument:
    row, is_private = _own_verdict(front, caller, verdict_id)
    return VerdictDocument(**_verdict(front, row, is_private))


@router.get("/verdicts/{verdict_id}/log", response_model=VerdictLog, summary="The answer, and what its program printed",
            responses=refusals(401, 404, 422))
def verdict_log(verdict_id: VerdictId, front: TheFront, caller: TheCaller) -> VerdictLog:
    """For a private task only the submitted answer and the verdict are given (`withheld` is true)."""
    row, is_private = _own_verdict(front, caller, verdict_id)
    common = {**_verdict(front, row, is_private), "answer": _answer_text(row["answer"])}
    if is_private:
        return VerdictLog(**common, withheld=True, withheld_reason=WITHHELD)
    if row["outcome"] is None:
        return VerdictLog(**common, withheld=False)
    outcome = log_of(row["verdict"], row["outcome"])
    facts = {name: getattr(outcome, name)
             for name in ("exit_code", "signal", "timed_out", "cpu_ms", "wall_ms", "peak_kib")}
    texts = {"stdout": readable(with_rounds(outcome)), "stderr": readable(outcome.stderr)}
    return VerdictLog(**common, **facts, **texts, withheld=False)


def _own_verdict(front: Front, caller: Caller, verdict_id: int) -> tuple[dict[str, Any], bool]:
    """The detail, and whether its task is private. Raises NotFound."""
    with front.db.read() as connection:
        row = attempts.verdict_detail(connection, verdict_id)
        if row is None:
            raise no_such("verdict")
        try:
            job = job_of(connection, caller, row["job_id"])
        except NotFound:
            raise no_such("verdict") from None
    return row, row["task"] in private_tasks(front, job["benchmark_digest"])


def _verdict(front: Front, row: dict[str, Any], is_private: bool) -> dict[str, Any]:
    here = links.at(front, f"/v1/verdicts/{row['id']}")
    return {
        "id": row["id"], "job_id": row["job_id"], "task": row["task"], "sample": row["sample_id"],
        "attempt": row["attempt"], "verdict": row["verdict"],
        "reason": reason_shown(row["verdict"], row["reason"], is_private=is_private),
        "weak_guarantee": row["weak_guarantee"],
        # How many tests passed would let a search find hidden values, one test at a time.
        "tests_passed": None if is_private else row["tests_passed"],
        "tests_total": None if is_private else row["tests_total"], "reused": bool(row["reused"]),
        "failure": None if is_private or row["failure"] is None else readable(row["failure"]),
        "links": {"verdict": here, "log": f"{here}/log", "job": links.at(front, f"/v1/jobs/{row['job_id']}")},
    }


def _answer_text(answer: Any) -> str | None:
    if answer is None or isinstance(answer, str):
        return answer if answer is None else readable(answer)
    return readable(json.dumps(answer, ensure_ascii=False))

