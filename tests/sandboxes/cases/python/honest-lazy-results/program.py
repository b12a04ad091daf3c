import collections


def squares(xs):
    return (x * x for x in xs)


def kinds(xs):
    return [map(str, xs), zip(xs, xs), dict.fromkeys(xs).keys(), collections.Counter(xs), collections.OrderedDict({1: 2})]
