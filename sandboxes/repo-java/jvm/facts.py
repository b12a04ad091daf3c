"""What `prepare.py` found out about an environment when it was built; root's file in the image."""

import json
from dataclasses import asdict, dataclass

PATH = "/opt/env/maven.json"
ARCHIVE = "/opt/env/classes.jsa"
SEED = "/opt/m2"  # Maven's local repository: root's, so that no case can change it for itself or others


@dataclass(frozen=True)
class Quick:
    """What it takes to compile and test without Maven.

    `options` and `test_options`: the compiler's, as Maven gave them. `jvm`: arguments of the JVM that runs tests. `classes`:
    the test classes. `abi`: what other classes can see of the withheld files, as a digest. `tells_err`: whether Maven's reports
    say of passed tests that they wrote to System.err; those of Surefire 2 say it of failed ones only.
    """

    framework: str  # "junit4" or "platform"
    jars: list
    folders: list
    options: list
    test_options: list
    roots: list
    test_roots: list
    jvm: list
    classes: list
    abi: str = ""
    withheld: tuple = ()
    tells_err: bool = True


@dataclass(frozen=True)
class Facts:
    """`quick` is None where Maven has to do it, and `why` says why. `fails`: tests of the untouched tree fail."""

    jdk: str
    arguments: list
    quick: Quick | None = None
    why: str = ""
    fails: bool = False

    @property
    def home(self):
        return f"/opt/jdk-{self.jdk}"

    def save(self):
        with open(PATH, "w") as file:
            json.dump(asdict(self), file)


def load():
    with open(PATH) as file:
        found = json.load(file)
    quick = found.pop("quick")
    return Facts(**found, quick=Quick(**quick) if quick else None)
