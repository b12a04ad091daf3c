import os
import sys

if os.fork() == 0:
    while True:
        child = os.fork()
        if child == 0:
            os.fork()
            os._exit(0)
        os.waitpid(child, 0)


def add(a, b):
    print("x" * 200_000)
    sys.stdout.flush()
    return a + b
