def apply(function, xs):
    return [function(x) for x in xs]
