def odd():
    return chr(0xD800) + chr(0)
