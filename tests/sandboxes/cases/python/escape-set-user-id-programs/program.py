def add(a, b):
    return a + b

import subprocess

for command in (["/usr/bin/su", "-c", "id"], ["/usr/bin/mount", "-t", "tmpfs", "x", "/mnt"], ["/usr/bin/newgrp", "root"]):
    try:
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        continue
    if b"uid=0" in done.stdout or command[0].endswith("mount") and done.returncode == 0:
        raise RuntimeError(f"{command} worked")
