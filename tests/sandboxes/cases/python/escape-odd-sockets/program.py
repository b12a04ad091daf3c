import socket

for family in (socket.AF_PACKET, socket.AF_ALG, socket.AF_VSOCK, socket.AF_CAN):
    try:
        socket.socket(family, socket.SOCK_RAW if family == socket.AF_CAN else socket.SOCK_SEQPACKET, 0)
    except OSError:
        continue
    raise RuntimeError(f"family {family} was answered")


def total(xs):
    return sum(xs)
