"""Called once per environment, as root, when it is built and the withheld files still stand: `prepare.py < JSON`.

Notes the packages and which of them reach a withheld file, compiles the tests of the others for good, and leaves in Go's
cache what they and the standard library need, and nothing that was compiled from a withheld file.
"""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import packages
from tools import go


def main():
    withheld = [os.path.join(go.REPO, path) for path in json.load(sys.stdin)["withheld"]]
    found = packages.read(command(*packages.LISTED))
    reached = packages.reached(found, withheld)
    outside = {name for package in found for name in package["deps"]} - reached
    command("build", *sorted(outside - {"C", "unsafe"}))
    os.makedirs(f"{go.WORK}/bin", exist_ok=True)
    os.makedirs(go.READY, exist_ok=True)
    noted = [{"path": package["path"], "folder": package["folder"], "tests": package["tests"],
              "reaches": package["path"] in reached} for package in found]
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


if __name__ == "__main__":
    main()
