"""The memory of a program with all its processes and files, by a cgroup that the host lends to this container at /cg.

The zygote lives in the group `programs` below it, so whatever is forked from it is charged there without being moved;
moving a process costs more than forking one. In rooms without a zygote each program moves itself there before it begins.
What stands there while nothing runs (the idle baseline) and what an empty program of the python room takes are no program's
own and are subtracted. The judge lives in `helpers`; where tests of other languages run there, what an answer sends can make
them huge, so that group has a limit as well.

Version 1 has been run; version 2 only on a tree of files that looks like it.
"""

import os

LENT = "/cg"
OWN = 0  # the process that writes itself into a group
# The kernel counts up to 64 pages per CPU ahead, so two equal programs differ by that much. The baseline errs downwards.
COUNTED_AT_ONCE = 64 * 4096
NAMES = {  # version: (limit, current, peak, events, what resets the peak)
    1: ("memory.limit_in_bytes", "memory.usage_in_bytes", "memory.max_usage_in_bytes", "memory.oom_control", "0"),
    2: ("memory.max", "memory.current", "memory.peak", "memory.events", "reset"),
}


class Meter:
    """Raises OSError where the group cannot be used."""

    def __init__(self, lent=LENT):
        self.version = 1 if os.path.exists(f"{lent}/memory.usage_in_bytes") else 2
        self.limit, self.current, self.peak, self.events, self.reset = NAMES[self.version]
        self.programs, self.helpers = f"{lent}/programs", f"{lent}/helpers"
        if self.version == 2:
            _write(f"{lent}/cgroup.subtree_control", "+memory")
        for group in (self.programs, self.helpers):
            os.makedirs(group, exist_ok=True)
        self.limited_to = self.helpers_limited_to = None
        # Writing is how version 2 resets a peak, and only for the descriptor that wrote.
        self.peak_file = os.open(f"{self.programs}/{self.peak}", os.O_RDWR)
        self.current_file = os.open(f"{self.programs}/{self.current}", os.O_RDONLY)
        self.kills = [Gauge((f"{group}/{self.events}", "oom_kill")) for group in (self.programs, self.helpers)]
        self.idle = self.empty = 0

    def admit(self, pid, group):
        """Moves a process, which must not have forked yet."""
        _write(f"{group}/cgroup.procs", str(pid))

    def begin(self, limit_bytes):
        """A program is about to start; all its processes together may take this much above the idle baseline."""
        os.pwrite(self.peak_file, self.reset.encode(), 0)
        self.idle = int(os.pread(self.current_file, 32, 0))
        if limit_bytes != self.limited_to:
            _write(f"{self.programs}/{self.limit}", str(self.idle + limit_bytes))
            self.limited_to = limit_bytes

    def limit_helpers(self, limit_bytes):
        """All helpers together may take this much. Raises OSError if they take more already."""
        if limit_bytes != self.helpers_limited_to:
            _write(f"{self.helpers}/{self.limit}", str(limit_bytes))
            self.helpers_limited_to = limit_bytes

    def peak_bytes(self):
        """The highest use since `begin`, above the idle baseline."""
        return max(0, int(os.pread(self.peak_file, 32, 0)) - self.idle - self.empty)

    def oom_kills(self):
        """Processes of both groups that the kernel killed for memory so far; None where it does not say."""
        found = [kills.read() for kills in self.kills]
        return None if None in found else sum(found)


def lent():
    """The group that the host lends; None where it lends none, or one that cannot be used: then rusage has to do."""
    try:
        return Meter() if os.path.isdir(LENT) else None
    except OSError as error:
        os.write(2, f"memory is measured without a cgroup: {error}\n".encode())
        return None


class Gauge:
    """A number that the kernel keeps in one of several places: `(path, name of its line or "")`, the first that is there.

    The file stays open: opening it anew would cost a short program as much as all else that is measured.
    """

    def __init__(self, *places):
        self.file, self.name = None, ""
        for path, name in places:
            if os.path.exists(path):
                self.file, self.name = os.open(path, os.O_RDONLY), name.encode()
                return

    def read(self):
        """The number now; None where the kernel does not say."""
        if self.file is None:
            return None
        text = os.pread(self.file, 4096, 0)
        if not self.name:
            return int(text)
        words = text.split()
        return int(words[words.index(self.name) + 1]) if self.name in words else None


def _write(path, text):
    with open(path, "w") as file:
        file.write(text)
