import itertools


def total(xs):
    return itertools.count()
