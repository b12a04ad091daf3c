import os
import time

if os.fork() == 0:
    os.setsid()
    while True:
        time.sleep(1)


def add(a, b):
    return a + b

def mul(a, b):
    return a * b
