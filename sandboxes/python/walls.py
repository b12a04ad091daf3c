"""What a program's process gives up by itself, beyond its user: Landlock, by the kernel's own numbers.

After `close_in` (or `enter`) it and its children can write only in their folder and to /dev/null, zero, full and random, cannot
signal a process outside, and cannot reach an abstract socket outside. Reading stays as the file modes have it. Kernels
before 5.13 have no Landlock and those before 6.12 only its first half; `level()` says which, and the worker is told.
"""

import ctypes
import os
import struct

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_VERSION_FLAG, _PATH_BENEATH = 1, 1
_PR_SET_DUMPABLE = 4
_WRITE_FILE, _REMOVE_AND_MAKE = 1 << 1, sum(1 << bit for bit in range(4, 13))
_REFER, _TRUNCATE = 1 << 13, 1 << 14  # from level 2, from level 3
_SCOPES = 0b11  # abstract sockets and signals, from level 6
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")

_libc = ctypes.CDLL(None, use_errno=True)
# Looked up once: in a forked child the search itself copies dozens of pages.
_prctl, _syscall = _libc.prctl, _libc.syscall


def level():
    """The kernel's Landlock level, 0 without."""
    return max(0, _syscall(_CREATE_RULESET, None, 0, _VERSION_FLAG))


def stay_readable():
    """Lets the process read its own /proc entries again, which changing the user took away. Nothing else may."""
    _prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)


class Walls:
    """Rules of one kernel: `close_in` for a process by itself, `prepare` and `enter` for many that are forked from one."""

    def __init__(self):
        self.level = level()
        self.rights = _WRITE_FILE | _REMOVE_AND_MAKE
        self.rights |= (_REFER if self.level >= 2 else 0) | (_TRUNCATE if self.level >= 3 else 0)
        attributes = struct.pack("QQQ", self.rights, 0, _SCOPES if self.level >= 6 else 0)
        self.attributes = attributes if self.level >= 6 else attributes[:8]
        self.ruleset = None

    def close_in(self, *folders):
        """From here on the process writes in these folders only. Raises OSError if the kernel has Landlock and refuses."""
        self.prepare(*folders)
        self.enter()
        if self.ruleset is not None:
            os.close(self.ruleset)

    def prepare(self, *folders):
        """Says once what `enter` shall hold every child to: a rule costs a short program more than being held to all."""
        if not self.level:
            return
        self.ruleset = _called(_CREATE_RULESET, self.attributes, len(self.attributes), 0)
        for folder in folders:
            self._allow(folder, self.rights)
        for device in filter(os.path.exists, _DEVICES):
            self._allow(device, _WRITE_FILE | (self.rights & _TRUNCATE))

    def enter(self):
        """From here on the process writes only where `prepare` allowed it."""
        if self.ruleset is not None:
            _called(_RESTRICT_SELF, self.ruleset, 0)

    def _allow(self, path, rights):
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        _called(_ADD_RULE, self.ruleset, _PATH_BENEATH, struct.pack("=Qi", rights, place), 0)
        os.close(place)


def _called(number, *arguments):
    result = _syscall(number, *arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"Landlock call {number}: {os.strerror(code)}")
    return result
