"""Carries out one repository case: places its files, builds, runs its tests, and reports what came of it.

warm.py forks this, in a fresh process under a fresh uid. Descriptor 3 holds the job: a marshalled tuple `(runner,
program, payload, nonce)`. Descriptor 4 takes the report: the nonce, then JSON. The nonce never enters a process that
runs code of the tree: this one stays their parent, out of reach although all have one uid.
"""

import ctypes
import importlib
import json
import marshal
import os

import policy
from job import BuildFailed, Job
from placing import Watched, place
from shell import Shell
from spare import Spare

JOB, REPORT = 3, 4
PR_SET_DUMPABLE = 4
MESSAGE_CHARS = 2000


def main(session=None):
    """Never returns. `session`: what a process of the room's tool can be made of without executing it, if there is such."""
    spare = Spare(session.become) if session else None
    with open(JOB, "rb") as file:
        _, program, payload, nonce = marshal.loads(file.read())
    hide()
    os.set_inheritable(REPORT, False)
    os.umask(0o022)  # the tree's files may be read by whoever the tests become
    try:
        found = carried_out(Job.read(program, payload), spare)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is ours: no outcome then, and no verdict
        found = {"fault": f"the case could not be carried out: {error!r}"[:MESSAGE_CHARS]}
    send(nonce, found)


def carried_out(job, spare):
    tool = importlib.import_module(f"tools.{job.tool}")
    try:
        place(job)
    except BuildFailed as fault:
        return policy.unbuilt(fault)
    watched = Watched(test_files(job))
    found = policy.carry_out(tool, job, Shell(os.getcwd(), spare))
    found["flags"] += [f"tampering: {name} was changed while the tests ran" for name in watched.changed()]
    if found["error"]:
        found["error"]["message"] = found["error"]["message"][:MESSAGE_CHARS]
    return found


def test_files(job):
    """The files that the required tests stand in, as far as their ids name files."""
    return sorted({name.partition("::")[0] for name in (*job.first, *job.required) if "::" in name} - {job.target})


def hide():
    """Nobody but root may read or trace this process from here on, whatever uid they have."""
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_DUMPABLE)")


def send(nonce, found):
    """Sends the report and ends this process."""
    view = memoryview(nonce + json.dumps(found).encode("ascii"))
    while view:
        view = view[os.write(REPORT, view):]
    os._exit(0)
