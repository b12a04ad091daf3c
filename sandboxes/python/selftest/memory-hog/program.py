hoard = bytearray(256 * 2**20)
