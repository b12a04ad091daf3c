class Own(ValueError):
    pass


def fail(how):
    if how == "own":
        raise Own("mine", 3)
    if how == "key":
        raise KeyError("k")
    if how == "deep":
        return fail(how)
    raise ZeroDivisionError("no")
