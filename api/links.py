"""Where things are."""

from api.front import Front


def at(front: Front, path: str) -> str:
    """`path` under the public address when one is set, else relative to the host that was asked."""
    return front.settings.public_url.rstrip("/") + path


def of_job(front: Front, job_id: str, submission_id: str) -> dict[str, str]:
    job = at(front, f"/v1/jobs/{job_id}")
    return {
        "job": job, "events": f"{job}/events", "report": f"{job}/report", "verdicts": f"{job}/verdicts",
        "problems": f"{job}/problems", "cancel": f"{job}/cancel",
        "submission": at(front, f"/v1/submissions/{submission_id}"),
    }
