"""The ways in which preparing a machine can end badly.

HostFault
├── HostLacks       the machine misses something and we may not install it: says what, and the command that mends it
└── CommandFailed   a command that should have worked did not: says which, and the end of its output

Both mean exit code 3 to the command line.
"""

from collections.abc import Sequence


class HostFault(Exception):
    """Base of this module's errors; never raised itself."""


class HostLacks(HostFault):
    """The machine lacks `what`; the user can mend it with the command `mend`."""

    def __init__(self, what: str, mend: str) -> None:
        super().__init__(f"this machine lacks {what}\n  mend it with: {mend}")
        self.what = what
        self.mend = mend


class CommandFailed(HostFault):
    """`command` ended with a code other than 0; `output` is the end of what it printed."""

    def __init__(self, command: Sequence[str], code: int, output: str) -> None:
        super().__init__(f"command failed with code {code}: {' '.join(command)}\n{output}")
        self.command = list(command)
        self.code = code
        self.output = output
