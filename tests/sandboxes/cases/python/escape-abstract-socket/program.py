import socket

listener = socket.socket(socket.AF_UNIX)
listener.bind("\0left-behind")
listener.listen()


def total(xs):
    return sum(xs)
