def add(a, b):
    return a + b

import os

for act in (lambda: os.listdir("/w"), lambda: os.mkdir("/w/30000"), lambda: os.rename(os.getcwd(), "/w/x")):
    try:
        act()
    except OSError:
        continue
    raise RuntimeError("the work folder is open")
