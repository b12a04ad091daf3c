"""The one error tree of Assay.

    AssayError                     anything that we raise on purpose
    ├── BadInput           422     the user's input; says file, sample and mend
    │   ├── TooLarge       413     over a published size cap
    │   ├── PackFault      422     a benchmark pack that cannot be used
    │   └── UsageFault     422     a call whose words are off (command line: exit 2)
    ├── NotAllowed         401     no token, or one that we do not know
    ├── NotFound           404     no such thing, or not this caller's
    ├── Conflict           409     the state of the thing forbids it
    └── OurFault           503     never a model's wrong answer
        ├── HostLacks      503     the machine lacks something; says what and the command that mends it
        └── SandboxFailed  503     a sandbox broke; the case is retried, then UNSCORED

Every door maps them in one place: `api/errors.py` to RFC 9457 documents, `cli/exits.py` to exit codes.
"""


class AssayError(Exception):
    """Base. `code` is a stable word for machines, `str(error)` a sentence for people, `mend` what to do about it."""

    status = 500
    permanent = True

    def __init__(self, message: str, *, code: str | None = None, mend: str | None = None):
        super().__init__(message)
        self.code = code or _snake(type(self).__name__)
        self.mend = mend


class BadInput(AssayError):
    status = 422


class TooLarge(BadInput):
    status = 413


class PackFault(BadInput):
    pass


class UsageFault(BadInput):
    pass


class NotAllowed(AssayError):
    status = 401


class NotFound(AssayError):
    status = 404


class Conflict(AssayError):
    status = 409


class OurFault(AssayError):
    status = 503
    permanent = False


class HostLacks(OurFault):
    """The machine lacks `message`; `mend` is the command that installs it."""

    permanent = True


class SandboxFailed(OurFault):
    """The sandbox itself broke (engine gone, agent died, protocol error): the case has no Outcome.

    `permanent`: no other try can help, so the case ends UNSCORED at once with `message` and `mend` for its reason. The message
    must be safe to show to anybody then; that of a passing failure is for operators.
    """

    def __init__(self, message: str, *, code: str | None = None, mend: str | None = None, permanent: bool = False):
        super().__init__(message, code=code, mend=mend)
        self.permanent = permanent


def _snake(name: str) -> str:
    return "".join(("_" if c.isupper() and i else "") + c.lower() for i, c in enumerate(name))
