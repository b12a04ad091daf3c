"""In which order tests run, and when enough is known: one rule for all tools, and the report that comes of it."""

from job import BuildFailed, Ran


def carry_out(tool, job, shell):
    """Builds and tests; returns the report (sandboxes/README.md has its fields).

    A tool is a module with `build(job, shell)` and `run(job, shell, wanted, done) -> Ran` (`wanted`: a set of ids, or None
    for all but those `done`). One that keeps the order itself, in one process, has `session(job, shell) -> Ran` instead
    of `run`.
    """
    try:
        tool.build(job, shell)
    except BuildFailed as fault:
        return unbuilt(fault)
    if job.mode == "collect":
        return report(collect=tool.collect(job, shell))
    if hasattr(tool, "session"):
        return report(rest=tool.session(job, shell))
    if not job.stops_early or not job.first:
        return report(rest=_run(tool, job, shell, None, set()))
    first = _run(tool, job, shell, set(job.first), set())
    if not first.complete or not first.builds or not set(job.required) & set(job.first) <= set(first.passed):
        first.stopped = True
        return report(first=first)
    return report(first=first, rest=_run(tool, job, shell, None, set(job.first)))


def _run(tool, job, shell, wanted, done):
    """One run, repeated as often as the job says while it fails; the last one counts."""
    for _ in range(job.retries):
        ran = tool.run(job, shell, wanted, done)
        if ran.status == 0:
            return ran
    return tool.run(job, shell, wanted, done)


def unbuilt(fault):
    error = {"type": fault.kind, "message": str(fault), "line": fault.line}
    return report(rest=Ran(complete=False, builds=False, error=error))


def report(first=None, rest=None, collect=None):
    parts = [part for part in (first, rest, collect) if part is not None]
    last = parts[-1]
    ids = [name for part in parts for name in part.ids()]
    seen, doubled = set(), set()
    for name in ids:
        (doubled if name in seen else seen).add(name)
    tests = {kind: [name for part in parts for name in getattr(part, kind)] for kind in ("passed", "failed", "skipped")}
    found = {
        "phase": "done" if all(part.complete for part in parts) else "run",
        "error": next((part.error for part in parts if part.error), None),
        "results": [],
        "tests": {**tests, "doubled": sorted(doubled)},
        "ms": {name: ms for part in parts for name, ms in part.ms.items()},
        "statuses": {"build": None, "first": first and first.status, "rest": rest and rest.status},
        "ran": sum(len(part.passed) + len(part.failed) for part in parts),
        "stopped": last.stopped,
        "flags": sorted({flag for part in parts for flag in part.flags}),
        "compiled": all(part.builds for part in parts),
    }
    if not found["compiled"]:
        found["phase"] = "compile"
    if any(part.subtests for part in parts):
        found["tests"]["subtests"] = [name for part in parts for name in part.subtests]
    if collect is not None:
        found["tests"]["collected"] = collect.collected
    marks = next((part.marks for part in parts if part.marks), None)
    return found if marks is None else {**found, "stdout_marks": marks}
