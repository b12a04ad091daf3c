import os


def add(a, b):
    for _ in range(100):
        child = os.fork()
        if child == 0:
            os.fork()
            os._exit(0)
        os.waitpid(child, 0)
    return a + b
