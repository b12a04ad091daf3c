def add(a, b):
    return a + b

import os

if os.fork() == 0:
    os.setsid()
    while True:
        os.write(1, b"x")
