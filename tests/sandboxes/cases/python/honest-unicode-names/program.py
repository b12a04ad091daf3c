def сумма(числа):
    return sum(числа)


def total(xs):
    return сумма(xs)
