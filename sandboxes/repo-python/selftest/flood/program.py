import os

while True:
    for fd in range(5, 32):
        try:
            os.write(fd, b"x" * 65536)
        except OSError:
            continue
