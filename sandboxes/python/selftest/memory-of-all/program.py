import os
import time

for _ in range(4):
    if os.fork() == 0:
        hoard = bytearray(100 * 2**20)
        hoard[::4096] = b"x" * len(hoard[::4096])
        time.sleep(15)
        os._exit(0)
for _ in range(4):
    os.wait()
