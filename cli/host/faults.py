"""How preparing a machine can end badly: `HostLacks` (it misses something and we may not install it) and
`CommandFailed` (a command that should have worked did not). Both are our fault, never the user's input."""

from collections.abc import Sequence

from scoring.errors import HostLacks, OurFault


def lacks(what: str, mend: str) -> HostLacks:
    """The error that says that this machine lacks `what`, and that the command `mend` mends it."""
    return HostLacks(f"this machine lacks {what}", mend=mend)


class CommandFailed(OurFault):
    """`command` ended with a code other than 0; `output` is the end of what it printed."""

    def __init__(self, command: Sequence[str], code: int, output: str) -> None:
        super().__init__(f"command failed with code {code}: {' '.join(command)}\n{output}")
        self.output = output
