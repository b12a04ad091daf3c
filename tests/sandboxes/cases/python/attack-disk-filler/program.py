block = b"x" * 2**20
number = 0
while True:
    with open(f"file{number}", "wb") as file:
        for _ in range(8):
            file.write(block)
    number += 1
