"""What the rooms' builders share: the command that a build ends in, its failure, and running a compiler."""

import os
import subprocess

# Long enough for the first errors; a compiler that is made to write more is ended by the kernel.
MESSAGE_BYTES = 64 * 1024
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


class BuildFailed(Exception):
    """The program is none: the compiler's message, the line of the program where it is known, and whether the compiler was
    ended by a signal and so has not decided anything.
    """

    def __init__(self, message, line="", ended=False):
        super().__init__(message)
        self.line, self.ended = line, ended


class Command:
    """What to execute: a path or the descriptor of a file in memory, all arguments, the whole environment. `files`: name and
    bytes of what lies in the folder when it starts; `stdin`: which of the descriptors that it gets from 3 on is its standard
    input as well.
    """

    # No dataclass: to import that module costs every case some milliseconds.
    def __init__(self, executable, arguments, environment=None, files=None, stdin=None):
        self.executable, self.arguments = executable, arguments
        self.environment = own_environment() if environment is None else environment
        self.files, self.stdin = files or {}, stdin


def own_environment(**more):
    home = os.getcwd()
    return {**ENVIRONMENT, "HOME": home, "TMPDIR": home, **more}


def compile_with(arguments, line=lambda message: "", **environment):
    """Runs a compiler under the program's own limits. Raises BuildFailed with what it said when it fails.

    `line` finds the line of the program in that text.
    """
    with open("compiler-says", "w+b") as said:
        # Its files stay below the agent's limit on files; what it says is held much lower by reading only a part.
        done = subprocess.run(arguments, stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False,
                              env=own_environment(**environment))
        said.seek(0)
        message = said.read(MESSAGE_BYTES).decode("utf-8", "replace")
    os.unlink("compiler-says")
    if done.returncode < 0:
        message += f"\nthe compiler was ended by signal {-done.returncode}"
    if done.returncode != 0:
        raise BuildFailed(message, line(message), ended=done.returncode < 0)


def write_source(name, text):
    """A source file in UTF-8."""
    with open(name, "wb") as file:
        file.write(encoded(text))


def encoded(text):
    """A source in UTF-8. A lone surrogate, which no file can hold, is the program's fault."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BuildFailed("the program holds a lone surrogate, which is no character") from error


def into_memory(name):
    """A descriptor of the file's content in memory, from which it can be executed; the file is removed.

    The program's folder is mounted without the right to execute files in it, and shall be empty when it starts.
    """
    memory = os.memfd_create(name)
    with open(name, "rb") as file:
        while chunk := file.read(1 << 20):
            view = memoryview(chunk)
            while view:
                view = view[os.write(memory, view):]
    os.unlink(name)
    return memory


def memory_mib():
    """How much memory the program may have. The agent, or the judge, says so to whoever builds; programs are not told."""
    return int(os.environ["ASSAY_MEMORY_MIB"])  # noqa: TID251 - no setting of anybody's
