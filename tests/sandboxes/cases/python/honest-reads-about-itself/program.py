import os


def total(xs):
    assert "VmRSS" in open("/proc/self/status").read() and open("/proc/self/maps").read()
    assert os.listdir("/proc/self/fd")
    return sum(xs)
