import time


def total(xs):
    time.sleep(100)
