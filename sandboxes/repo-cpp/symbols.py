"""What an answer's object may not do to the programs that it is linked into: use what only tests define, or take over names.

It compares the object with the one that the untouched tree had, so whatever the original did is right.
"""

WEAK = set("VWi")
DEFINED = set("ABCDGRST") | WEAK
# Replacing these is everybody's right.
REPLACEABLE = ("_Znw", "_Zna", "_Zdl", "_Zda")
DEFINES = "tampering: the answer defines {}, which belongs to the {}"
REFERS = "tampering: the answer refers to {}, which belongs to the tests"


def wrongs(record, target, shell):
    """Sentences. `record`: of repo-cpp/prepare.py, with "objects": {target: {path: its original symbols}} and "names":
    {"tests": names that only tests define, "libraries": those of the standard library}.
    """
    names = {kind: set(listed) for kind, listed in record["names"].items()}
    objects = record["objects"].get(target, {})
    return [wrong for path, before in objects.items() for wrong in compared(symbols_of(path, shell), before, names)]


def compared(now, before, names):
    """
    >>> names = {"tests": {"failures"}, "libraries": {"strcmp"}}
    >>> compared({"defined": ["f", "strcmp"], "wanted": ["failures"]}, {"defined": ["f"], "wanted": []}, names)[0]
    'tampering: the answer defines strcmp, which belongs to the libraries'
    """
    defined = sorted(set(now["defined"]) - set(before["defined"]))
    wanted = sorted(set(now["wanted"]) - set(before["wanted"]))
    found = [DEFINES.format(name, kind) for kind in ("libraries", "tests") for name in defined
             if name in names[kind] and not name.startswith(REPLACEABLE)]
    return found + [REFERS.format(name) for name in wanted if name in names["tests"]]


def symbols_of(path, shell):
    """Names that an object defines and wants. Weak ones of C++ are instances of templates, which everybody defines."""
    listing = shell.run(["nm", "--extern-only", "--format=posix", path], listen=1).heard.decode("utf-8", "replace")
    rows = [line.split() for line in listing.splitlines()]
    kinds = [(row[0], row[1]) for row in rows if len(row) > 1]
    return {
        "defined": [name for name, kind in kinds if kind in DEFINED and not (kind in WEAK and name.startswith("_Z"))],
        "wanted": [name for name, kind in kinds if kind == "U"],
    }
