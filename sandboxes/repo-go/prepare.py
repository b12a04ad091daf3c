"""Called once per environment, as root, when it is built and the withheld files still stand: `prepare.py < JSON`.

Notes the packages and which of them reach a withheld file, compiles the tests of the others for good, and leaves in Go's
cache what they and the standard library need, and nothing that was compiled from a withheld file.
"""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from tools import go

FIELDS = "ImportPath,Dir,Name,ForTest,Deps,TestGoFiles,XTestGoFiles"


def main():
    withheld = {go.folder_of(path) for path in json.load(sys.stdin)["withheld"]}
    packages = merged(documents(command("list", "-test", f"-json={FIELDS}", "./...")))
    own = {package["path"] for package in packages if package["folder"] in withheld}
    reached = {package["path"] for package in packages if own & {package["path"], *package["deps"]}}
    outside = {name for package in packages for name in package["deps"]} - reached
    command("build", *sorted(outside - {"C", "unsafe"}))
    os.makedirs(f"{go.WORK}/bin", exist_ok=True)
    os.makedirs(go.READY, exist_ok=True)
    noted = [{"path": package["path"], "folder": package["folder"], "tests": package["tests"],
              "reaches": package["path"] in reached} for package in packages]
    for package in noted:
        if package["tests"] and not package["reaches"]:
            command("test", "-c", "-vet=off", "-ldflags=-s -w", "-o", go.binary_of(package), package["path"])
    with open(go.PACKAGES, "w") as file:
        json.dump(noted, file)
    # Of the rest each file would be copied into the environment's layer, even though its mode stays.
    subprocess.run(["find", go.WORK, "!", "-perm", "-o=w", "-exec", "chmod", "a+rwX", "{}", "+"], check=True)


def command(*arguments):
    done = subprocess.run(["go", *arguments], cwd=go.REPO, env={**os.environ, **go.ENVIRONMENT},  # noqa: TID251 - in a container, not in the product
                          stdout=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(done.returncode)  # what it said is on stderr
    return done.stdout.decode()


def documents(text):
    decoder, at = json.JSONDecoder(), 0
    while rest := text[at:].lstrip():
        value, length = decoder.raw_decode(rest)
        at = len(text) - len(rest) + length
        yield value


def merged(found):
    """One entry per package: its folder, whether it has tests, and all packages that its tests are compiled from.

    `go list -test` names a package compiled for the tests of another `p [q.test]`, and the binary `q.test`.
    """
    packages, binaries = {}, {}
    for one in found:
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


if __name__ == "__main__":
    main()
