"""Go modules: what they depend on lies in a module cache of the image; tests are compiled and run by the room."""

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.benchmarks.environments import EnvironmentSpec
from cli.environments.container import HOME

runtime = "repo-go"
_MODULES = "/opt/env/go-mod"
packages = f"""cd /repo && GOMODCACHE={_MODULES} GOFLAGS=-mod=mod GOPROXY=off \\
  go list -m -f '{{{{if not .Main}}}}{{{{.Path}}}}=={{{{.Version}}}}{{{{end}}}}' all | sed '/^$/d'
"""
test_facts = ""
constraints = False  # go.mod names each version
caches = (f"{HOME}/go",)


def default_build(spec: EnvironmentSpec) -> str:
    """Listing what the tests need, too, adds to go.sum what it lacks: later nothing can be added."""
    return f"""export GOMODCACHE={_MODULES} GOFLAGS=-mod=mod
mkdir -p {_MODULES}
go mod download
go list -deps -test ./... > /dev/null
"""


def finish(spec: EnvironmentSpec, withheld: Sequence[str]) -> str:
    return ""


def withheld_artifacts(path: str) -> tuple[str, ...]:
    """None: the room's prepare.py compiles only what no withheld file reaches."""
    return ()


def test_options(test: Mapping[str, Any]) -> dict[str, Any]:
    if test:
        raise ValueError(f"test of go has no {min(test)!r}; it has no options")
    return {}
