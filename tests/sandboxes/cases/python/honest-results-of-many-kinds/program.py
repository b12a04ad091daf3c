import math


class Shy:
    def __repr__(self):
        raise KeyError("shy")


def kind(name):
    if name == "exit":
        raise SystemExit(0)
    return {"nan": math.nan, "tuple": (1, "a"), "text": "é", "none": None, "shy": Shy(), "true": True, "big": "x" * 2**20 * 2}[name]
