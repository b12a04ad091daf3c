import socket

try:
    socket.create_connection(("192.0.2.1", 80), timeout=1)
except OSError:
    pass
else:
    raise AssertionError("a network")


def add(a, b):
    return a + b

def mul(a, b):
    return a * b
