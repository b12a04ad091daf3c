"""Projects of make, which does not say what its tests are: the environment names their programs."""

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.benchmarks.environments import EnvironmentSpec

runtime = "repo-cpp"
packages = "true"  # those of Debian are listed for every tool
test_facts = ""
constraints = False
caches = ("/repo/.pc",)  # as for CTest


def default_build(spec: EnvironmentSpec) -> str:
    return f"[ ! -x configure ] || ./configure --disable-shared\n{spec.test.get('build', 'make')}\n"


def finish(spec: EnvironmentSpec, withheld: Sequence[str]) -> str:
    return ""


def withheld_artifacts(path: str) -> tuple[str, ...]:
    """None: the room's prepare.py finds what was made from a file by touching it and building again."""
    return ()


def test_options(test: Mapping[str, Any]) -> dict[str, Any]:
    """`tests`: the program of each, with its arguments; `build`: shell text that brings them up to date."""
    if unknown := test.keys() - {"tests", "build"}:
        raise ValueError(f"test of make has no {min(unknown)!r}; known are build, tests")
    if not test.get("tests") or not all(isinstance(one, str) for one in test["tests"].values()):
        raise ValueError('test of make needs tests: {NAME: "./program ARGUMENTS", ...}')
    return {"build": "make", **test}
