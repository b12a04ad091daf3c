"""The programming languages whose texts can be compared as code."""

LANGUAGES = ("python", "java", "go", "javascript", "c_sharp", "c", "cpp")
_ALIASES = {"js": "javascript", "csharp": "c_sharp", "c#": "c_sharp", "cs": "c_sharp", "c++": "cpp", "golang": "go",
            "py": "python"}


def known(name: object) -> str | None:
    """Our name of a language, however a data set spells it; None where there is none.

    >>> known("C#"), known("csharp"), known("Java"), known("cobol")
    ('c_sharp', 'c_sharp', 'java', None)
    """
    lower = str(name).lower()
    found = _ALIASES.get(lower, lower)
    return found if found in LANGUAGES else None
