import socket


def add(a, b):
    return a + b


with socket.socket() as door:
    door.settimeout(2)
    try:
        door.connect(("192.0.2.1", 80))
    except OSError:
        pass
    else:
        raise RuntimeError("the network answered")
