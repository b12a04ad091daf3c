"""Projects of CMake: the build tree is in the image; tests are CTest's, each a program that the room runs itself."""

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.benchmarks.environments import EnvironmentSpec

runtime = "repo-cpp"
packages = "true"  # those of Debian are listed for every tool
test_facts = ""
constraints = False
# Of a Debian source package: the files as they were before Debian's patches, withheld ones among them.
caches = ("/repo/.pc",)
FOLDER = "build"


def default_build(spec: EnvironmentSpec) -> str:
    """Static libraries: a program that a test starts is then whole, and one file tells whether it was changed."""
    return f"""cmake -S . -B {spec.test.get("folder", FOLDER)} -G Ninja -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=ON
cmake --build {spec.test.get("folder", FOLDER)}
"""


def finish(spec: EnvironmentSpec, withheld: Sequence[str]) -> str:
    return ""


def withheld_artifacts(path: str) -> tuple[str, ...]:
    """None: the room's prepare.py finds what was made from a file by touching it and building again."""
    return ()


def test_options(test: Mapping[str, Any]) -> dict[str, Any]:
    """`folder`: the build tree below the root; `build`: shell text that brings it up to date."""
    if unknown := test.keys() - {"folder", "build"}:
        raise ValueError(f"test of ctest has no {min(unknown)!r}; known are build, folder")
    return {"folder": FOLDER, **test}
