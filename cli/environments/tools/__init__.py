"""The table of build tools. A new one is a file in the shape of its siblings and one line here.

Each has
- `runtime`: its room;
- `default_build(spec)`: shell text that runs in /repo with a network;
- `finish(spec, withheld)`: shell text after it and after the room's own `prepare.py`, the withheld files still in place;
- `packages`: shell text that prints a line `name==version` for each package that was added, and nothing that differs
  between equal builds; `constraints`: whether these lines are given to the next build as pip constraints;
- `withheld_artifacts(path)`: glob patterns, absolute or relative to /repo, of what the tool makes from a withheld file;
- `caches`: glob patterns of what no image keeps;
- `test_facts`: shell text that prints a JSON object of test options that follow from what was built, or nothing;
- `test_options(test)`: `test` of environments.yaml as the room's tool takes it. Raises ValueError.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from adapters.benchmarks.environments import EnvironmentSpec
from cli.environments.tools import ctest, go, make, maven, pytest


class Tool(Protocol):
    """What a module of this folder offers."""

    runtime: str
    packages: str
    test_facts: str
    constraints: bool
    caches: tuple[str, ...]

    def default_build(self, spec: EnvironmentSpec) -> str: ...

    def finish(self, spec: EnvironmentSpec, withheld: Sequence[str]) -> str: ...

    def withheld_artifacts(self, path: str) -> tuple[str, ...]: ...

    def test_options(self, test: Mapping[str, Any]) -> dict[str, Any]: ...


TOOLS: dict[str, Tool] = {"pytest": pytest, "maven": maven, "go": go, "ctest": ctest, "make": make}
