class Huge:
    def __repr__(self):
        return "\x01" * 1_000_000


def f(x):
    return Huge()
