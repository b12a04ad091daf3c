def double(x):
    return 2 * x


def halve(x):
    """the inverse of double"""
    return x / 2
