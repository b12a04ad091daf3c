"""Exit codes, in one place: 0 done; 1 scored with UNSCORED cases, or a check or test failed; 2 bad input, usage or
REJECTED; 3 our own failure or the host lacks something; 4 cancelled."""

import sys
import traceback

from pydantic import ValidationError

from scoring import states
from scoring.errors import AssayError, OurFault

OK, INCOMPLETE, BAD_INPUT, OUR_FAULT, CANCELLED = 0, 1, 2, 3, 4


def exit_code_of(error: Exception) -> int:
    if isinstance(error, ValidationError) and error.title == "Settings":
        return BAD_INPUT
    if isinstance(error, OurFault) or not isinstance(error, AssayError):
        return OUR_FAULT
    return BAD_INPUT


def exit_code_of_job(state: str, *, unscored: int) -> int:
    """The code for a job that has ended."""
    if state == states.DONE:
        return INCOMPLETE if unscored else OK
    return {states.REJECTED: BAD_INPUT, states.CANCELLED: CANCELLED}.get(state, OUR_FAULT)


def explain(error: Exception) -> None:
    """What went wrong and what to do, on stderr; a traceback only for what we did not foresee."""
    if isinstance(error, ValidationError) and error.title == "Settings":
        for fault in error.errors():
            print(f"error: ASSAY_{str(fault['loc'][0]).upper()}: {fault['msg'].removeprefix('Value error, ')}", file=sys.stderr)
        return
    if not isinstance(error, AssayError):
        traceback.print_exception(error)
        return
    print(f"error: {error}", file=sys.stderr)
    if error.mend:
        print(f"  mend: {error.mend}", file=sys.stderr)
