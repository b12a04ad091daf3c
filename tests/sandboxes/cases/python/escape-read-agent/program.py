def add(a, b):
    return a + b

import os

for name in ("environ", "mem", "maps", "fd/0", "cwd/x", "root/etc"):
    try:
        os.listdir(f"/proc/1/{name}") if name.endswith("etc") else open(f"/proc/1/{name}", "rb").read(1)
    except OSError:
        continue
    raise RuntimeError(f"/proc/1/{name} could be read")
