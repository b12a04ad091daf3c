def add(a, b):
    return a + b

with open("/dev/zero", "rb") as zeros:
    for _ in range(500):
        zeros.read(2**20)
