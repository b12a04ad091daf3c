def add(a, b):
    return a + b

import os

home = os.getcwd()
writable = []
for top in ("/", "/dev", "/etc", "/opt", "/proc/sys", "/run", "/sys", "/tmp", "/usr", "/var", "/var/tmp", "/w", "/dev/shm"):
    try:
        open(os.path.join(top, "trace"), "w").close()
    except OSError:
        continue
    writable.append(top)
if writable:
    raise RuntimeError(f"writable: {writable}")
