def add(a, b):
    return a + b

import os

for act in (lambda: os.setuid(0), lambda: os.setgid(0), lambda: os.setgroups([0]), lambda: os.setresuid(20001, 20001, 20001)):
    try:
        act()
    except OSError:
        continue
    raise RuntimeError("became someone else")
if "CapEff:\t0000000000000000" not in open("/proc/self/status").read():
    raise RuntimeError("there are capabilities")
