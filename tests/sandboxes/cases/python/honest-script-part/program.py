def add(a, b):
    return a + b

if __name__ == '__main__':
    add(int(input()), int(input()))
