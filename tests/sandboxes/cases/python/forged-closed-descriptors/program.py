def add(a, b):
    return a + b

import os

os.closerange(3, 256)
