def add(a, b):
    return a + b

import os

os.write(1, b'\xff\xfe\x00\xc3')
os.write(2, bytes(range(256)))
