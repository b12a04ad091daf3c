import mmap

area = mmap.mmap(-1, 150 * 2**20)
for page in range(0, len(area), 4096):
    area[page] = 1

def add(a, b):
    return a + b
