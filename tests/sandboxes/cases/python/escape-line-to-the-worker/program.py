def add(a, b):
    return a + b

import os
import socket


def goes(attempt, *arguments):
    try:
        attempt(*arguments)
    except OSError:
        return False
    return True


with socket.socket(socket.AF_UNIX) as connection:
    for attempt in ((connection.connect, "/line/agent.sock"), (os.listdir, "/line"), (os.mkdir, "/line/x"), (os.chmod, "/line", 0o777)):
        if goes(*attempt):
            raise RuntimeError(f"{attempt} went")
