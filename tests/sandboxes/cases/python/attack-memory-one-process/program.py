hoard = []
while True:
    hoard.append(bytearray(2**20))
