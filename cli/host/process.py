"""Running the commands of other programs: lists in, text out, errors as `CommandFailed`."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from cli.host.faults import CommandFailed

# Enough to show a compiler's or package manager's last error without flooding the terminal.
TAIL_LINES = 40


def run(
    command: Sequence[str],
    *,
    feed: str | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> str:
    """Run `command` to its end and return its standard output.

    `feed` goes to its standard input, which is otherwise empty: no command may wait for a person.
    Raises CommandFailed with the end of both outputs when the code is not 0 or the program does not exist.
    """
    try:
        done = subprocess.run(
            command,
            input=feed if feed is not None else "",
            capture_output=True,
            text=True,
            errors="replace",
            env=env,
            cwd=cwd,
            check=False,
        )
    except FileNotFoundError as missing:
        raise CommandFailed(command, 127, str(missing)) from missing
    if done.returncode != 0:
        raise CommandFailed(command, done.returncode, tail(done.stdout + done.stderr))
    return done.stdout


def works(command: Sequence[str]) -> bool:
    """Whether `command` exists and ends with code 0: the way to ask a yes-or-no question of a program."""
    try:
        run(command)
    except CommandFailed:
        return False
    return True


def tail(text: str) -> str:
    """The last lines of `text`."""
    return "\n".join(text.strip().splitlines()[-TAIL_LINES:])
