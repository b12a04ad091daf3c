def add(a, b):
    return a + b

import ctypes
import os
import socket

PIDFD_OPEN, PIDFD_GETFD = 434, 438
call = ctypes.CDLL(None, use_errno=True).syscall


def goes(attempt, *arguments):
    try:
        attempt(*arguments)
    except OSError:
        return False
    return True


def take(pid, number):
    fd = call(PIDFD_GETFD, call(PIDFD_OPEN, pid, 0), number, 0)
    if fd < 0:
        raise OSError(ctypes.get_errno(), "not taken")
    return fd


def speaks_to_the_worker(fd):
    """Whether it is a socket whose other end has a name."""
    try:
        return bool(socket.socket(fileno=os.dup(fd)).getpeername())
    except OSError:
        return False


with open("/proc/1/cmdline") as told, socket.socket(socket.AF_UNIX) as connection:
    place = told.read().split("\0")[-2]
    attempts = [(connection.connect, place), (os.listdir, "/line"), (os.mkdir, "/line/x"), (os.chmod, "/line", 0o777)]
    others = {int(name) for name in os.listdir("/proc") if name.isdecimal()} - {os.getpid()}
    for pid in others:
        attempts += [(os.listdir, f"/proc/{pid}/{part}") for part in ("fd", "root", "cwd")]
        attempts += [(take, pid, number) for number in range(8)]
    for attempt in attempts:
        if goes(*attempt):
            raise RuntimeError(f"{attempt} went")
for number in range(256):
    if speaks_to_the_worker(number):
        raise RuntimeError(f"descriptor {number} is the worker")
