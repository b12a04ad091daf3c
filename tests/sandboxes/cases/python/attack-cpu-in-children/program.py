import os
import time

def burn(seconds):
    while time.process_time() < seconds:
        pass

for _ in range(6):
    if os.fork() == 0:
        burn(0.4)
        os._exit(0)
    os.wait()

def add(a, b):
    return a + b
