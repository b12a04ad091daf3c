def total(xs):
    return {n * (2**61 - 1) for n in range(2000)}
