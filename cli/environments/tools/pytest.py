"""Python projects: a virtual environment in /opt/env, tests by the room's own pytest."""

import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from adapters.benchmarks.environments import EnvironmentSpec
from cli.environments.tools.words import words_of

runtime = "repo-python"
# Without the project itself: it is the tree, whose checksum is in the key, and its version may be made from the date.
packages = """/opt/env/bin/python - <<'LIST'
import importlib.metadata, json
for one in importlib.metadata.distributions():
    origin = one.read_text("direct_url.json")
    if origin is None or not json.loads(origin)["url"].startswith("file:"):
        print(f"{one.metadata['Name'].lower()}=={one.version}")
LIST
"""
constraints = True
# Options of a project, such as --cov or asyncio_mode, need the plugins that it installed; without any, looking for them costs
# each case time.
test_facts = """/opt/env/bin/python - <<'LIST'
import importlib.metadata, json
print(json.dumps({"plugins": "auto"} if importlib.metadata.entry_points(group="pytest11") else {}))
LIST
"""
BYTE_CODE = "/opt/env/bin/python -m compileall -q -j 1"
caches = ("/repo/.pytest_cache",)
_COMMANDS = (["pytest"], ["py.test"], ["python", "-m", "pytest"], ["python3", "-m", "pytest"])
# Where the published way has its report written; ours comes from the room's own plugin.
_REPORTS = re.compile(r"--json-report(-[a-z-]+)?(=.*)?|--junit-?xml=.*")


def default_build(spec: EnvironmentSpec) -> str:
    return "pip install ."


def finish(spec: EnvironmentSpec, withheld: Sequence[str]) -> str:
    """Byte code: a case starts by importing it, and its container is new each time. A test may hold a file on purpose that
    is no Python."""
    return f"{BYTE_CODE} /opt/env/lib /repo > /dev/null || true"


def withheld_artifacts(path: str) -> tuple[str, ...]:
    """Byte code beside a file; the file itself and its equal copies are found by content."""
    file = PurePosixPath(path)
    return (str(file.parent / "__pycache__" / f"{file.stem}.*.pyc"), str(file.with_suffix(".pyc")))


def test_options(test: Mapping[str, Any]) -> dict[str, Any]:
    """`{"args": [...], "env": {...}}`; a `command` such as `PYTHONPATH=src pytest tests` is taken apart."""
    if unknown := test.keys() - {"command", "args", "env", "plugins"}:
        raise ValueError(f"test of pytest has no {sorted(unknown)[0]!r}; known are command, args, env, plugins")
    if "command" in test:
        return {**_parsed(str(test["command"])), **{name: test[name] for name in ("plugins",) if name in test}}
    env = test.get("env", {})
    if not isinstance(env, dict) or not all(isinstance(text, str) for pair in env.items() for text in pair):
        raise ValueError(f"env of pytest is {env!r}; it is {{NAME: text}}, numbers in quotes")
    return {**test, "args": words_of(test.get("args", [])), "env": env}


def _parsed(command: str) -> dict[str, Any]:
    words, variables = shlex.split(command), {}
    while words and re.match(r"[A-Za-z_]\w*=", words[0]):
        name, _, value = words.pop(0).partition("=")
        variables[name] = value
    for start in _COMMANDS:
        if words[:len(start)] == start:
            return {"args": [word for word in words[len(start):] if not _REPORTS.fullmatch(word)], "env": variables}
    raise ValueError(f"{command!r} is no call of pytest: write `VARIABLE=value pytest ARGUMENTS`, or args and env")
