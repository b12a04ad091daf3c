"""What a program's process gives up by itself, beyond its user: Landlock, by the kernel's own numbers.

After `close_in` it and its children can write only in their folder and to /dev/null, zero, full and random, cannot
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


def level():
    """The kernel's Landlock level, 0 without."""
    return max(0, _libc.syscall(_CREATE_RULESET, None, 0, _VERSION_FLAG))


def stay_readable():
    """Lets the process read its own /proc entries again, which changing the user took away. Nothing else may."""
    _libc.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)


class Walls:
    """Prepared once, before programs are forked; `close_in` is called in each of them."""

    def __init__(self):
        self.level = level()
        self.rights = _WRITE_FILE | _REMOVE_AND_MAKE
        self.rights |= (_REFER if self.level >= 2 else 0) | (_TRUNCATE if self.level >= 3 else 0)
        attributes = struct.pack("QQQ", self.rights, 0, _SCOPES if self.level >= 6 else 0)
        self.attributes = attributes if self.level >= 6 else attributes[:8]
        self.devices = [os.open(path, os.O_PATH | os.O_CLOEXEC) for path in _DEVICES if os.path.exists(path)]

    def close_in(self, *folders):
        """From here on the process writes in these folders only. Raises OSError if the kernel has Landlock and refuses."""
        if not self.level:
            return
        ruleset = _called(_CREATE_RULESET, self.attributes, len(self.attributes), 0)
        for folder in folders:
            inside = os.open(folder, os.O_PATH | os.O_CLOEXEC)
            _called(_ADD_RULE, ruleset, _PATH_BENEATH, struct.pack("=Qi", self.rights, inside), 0)
            os.close(inside)
        for device in self.devices:
            rights = _WRITE_FILE | (self.rights & _TRUNCATE)
            _called(_ADD_RULE, ruleset, _PATH_BENEATH, struct.pack("=Qi", rights, device), 0)
        _called(_RESTRICT_SELF, ruleset, 0)
        os.close(ruleset)


def _called(number, *arguments):
    result = _libc.syscall(number, *arguments)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"Landlock call {number}: {os.strerror(code)}")
    return result
