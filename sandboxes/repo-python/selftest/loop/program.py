def add(a, b):
    while True:
        pass

def mul(a, b):
    return a * b
