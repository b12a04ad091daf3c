"""Numbers of things, for sentences."""


def counted(number: int, noun: str, plural: str = "") -> str:
    """`number` with the noun in its form: `plural` where an s at the end does not make it.

    >>> counted(1, "run"), counted(0, "run"), counted(1200, "pass", "passes")
    ('1 run', '0 runs', '1,200 passes')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
