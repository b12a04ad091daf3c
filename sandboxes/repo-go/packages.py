"""The packages of a tree, and which of them are compiled from what."""

import json

FIELDS = "ImportPath,Dir,Name,ForTest,Deps,TestGoFiles,XTestGoFiles"
LISTED = ["list", "-test", f"-json={FIELDS}", "./..."]  # of the go command


def read(text):
    """One entry per package of what the go command lists: its path, its folder, whether it has tests, and all packages that
    its tests are compiled from.

    `go list -test` names a package compiled for the tests of another `p [q.test]`, and the binary `q.test`.
    """
    packages, binaries = {}, {}
    for one in _documents(text):
        path = one["ImportPath"]
        deps = {name.partition(" ")[0] for name in one.get("Deps", ())}
        if path.endswith(".test") and one["Name"] == "main":
            binaries[path.removesuffix(".test")] = {name for name in deps if not name.endswith("_test")}
        elif not one.get("ForTest"):
            tests = bool(one.get("TestGoFiles") or one.get("XTestGoFiles"))
            packages[path] = {"path": path, "folder": one["Dir"], "tests": tests, "deps": deps}
    for path, deps in binaries.items():
        packages[path]["deps"] |= deps
    return list(packages.values())


def _documents(text):
    decoder, at = json.JSONDecoder(), 0
    while rest := text[at:].lstrip():
        value, length = decoder.raw_decode(rest)
        at = len(text) - len(rest) + length
        yield value


def reached(packages, paths):
    """The import paths of packages whose tests are compiled from any of these files. What is no Go may be embedded by every
    package above it.

    >>> a, b, c = ({"path": name, "folder": f"/r/{name}", "deps": deps} for name, deps in (("a", {"b"}), ("b", ()), ("c", ())))
    >>> [sorted(reached([a, b, c], [path])) for path in ("/r/b/x.go", "/r/b/data/x.go", "/r/c/data/x.txt")]
    [['a', 'b'], [], ['c']]
    """
    own = {package["path"] for package in packages if any(_is_of(path, package["folder"]) for path in paths)}
    return {package["path"] for package in packages if own & {package["path"], *package["deps"]}}


def _is_of(path, folder):
    return path.rpartition("/")[0] == folder or (not path.endswith(".go") and path.startswith(f"{folder}/"))
