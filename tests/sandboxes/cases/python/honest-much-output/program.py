def total(xs):
    print("x" * 13_000)
    return sum(xs)
