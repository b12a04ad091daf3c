import time


def add(a, b):
    time.sleep(1000)


def mul(a, b):
    return a * b
