def add(a, b):
    return a + b

import os

if os.fork():
    os.wait()
