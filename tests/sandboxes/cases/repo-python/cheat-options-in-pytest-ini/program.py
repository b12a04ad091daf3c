def add(a, b):
    return None

def mul(a, b):
    return a * b
