def add(a, b):
    return a + b

import os

os.mkdir("many")
for number in range(20_000):
    open(f"many/{number}", "w").close()
os.chmod("many", 0)
os.chmod(".", 0)
