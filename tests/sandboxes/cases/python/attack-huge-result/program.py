def total(xs):
    return "x" * 2**25
