"""Which tool runs the tests of a folder, and how it is called there."""

import configparser
import re
import shlex
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from scoring.errors import BadInput, UsageFault

# Languages whose functions a tool's tests can reach.
LANGUAGES: Mapping[str, tuple[str, ...]] = {
    "pytest": ("python",), "maven": ("java",), "go": ("go",), "ctest": ("c", "cpp"), "make": ("c", "cpp"),
}
SIGNS = {
    "pytest": "a pyproject.toml, setup.py or setup.cfg, or files named test_*.py",
    "maven": "a pom.xml",
    "go": "a go.mod",
    "ctest": "a CMakeLists.txt with enable_testing() or include(CTest)",
    "make": "a Makefile with a target check or test",
}
TEST_EXTRAS = ("test", "tests", "testing", "dev")
REQUIREMENTS = ("requirements.txt", "requirements-test.txt", "requirements-tests.txt", "test-requirements.txt",
                "requirements-dev.txt", "dev-requirements.txt", "requirements/test.txt", "tests/requirements.txt")
BUILD_FILES = ("pyproject.toml", "setup.py", "setup.cfg", *REQUIREMENTS)
_CTEST = re.compile(r"(?im)^\s*(?:enable_testing|include)\s*\(\s*(?:CTest)?\s*\)")
_CHECK = re.compile(r"(?m)^(check|test)\s*:")


def detect_tool(root: Path) -> str:
    """The first tool whose signs stand in `root`. Raises UsageFault that says what was looked for."""
    found = {
        "pytest": any((root / name).is_file() for name in ("pyproject.toml", "setup.py", "setup.cfg"))
        or any(root.glob("test_*.py")) or any(root.glob("tests/**/test_*.py")),
        "maven": (root / "pom.xml").is_file(),
        "go": (root / "go.mod").is_file(),
        "ctest": _CTEST.search(_text(root / "CMakeLists.txt")) is not None,
        "make": _make_target(root) is not None,
    }
    for tool, there in found.items():
        if there:
            return tool
    looked = "; ".join(f"{tool}: {sign}" for tool, sign in SIGNS.items())
    raise UsageFault(f"{root} shows no tool that runs its tests", mend=f"name one by --tool. Looked for {looked}")


def require_folder(root: Path) -> None:
    """Raises BadInput when there is no folder `root`."""
    if not root.is_dir():
        raise BadInput(f"there is no folder {root}", code="no_such_folder", mend="name the top folder of a repository")


def options_for(root: Path, tool: str, args: str | None = None, programs: Iterable[str] = ()) -> dict[str, Any]:
    """What environments.yaml says below `test`: how the tool is called in this folder. `args` are of pytest or Maven,
    `programs` the tests of make as NAME=COMMAND. Raises UsageFault for words of another tool, and where make's are missing."""
    programs = dict(one.partition("=")[::2] for one in programs)
    if (args is not None and tool not in ("pytest", "maven")) or (programs and tool != "make"):
        raise UsageFault(f"--args is for pytest and maven, --test for make; the tool is {tool}", mend="leave it out")
    if tool == "pytest":
        chosen = _pytest_folders(root) if args is None else shlex.split(args)
        return {"args": chosen, "env": {"PYTHONPATH": "src" if (root / "src").is_dir() else "."}}
    if tool == "make" and not all(programs.values() or [""]):
        raise UsageFault("make does not say what its tests are", mend="name each, by --test NAME='./program ARGUMENTS'")
    if tool == "maven":
        return {"args": shlex.split(args)} if args else {}
    return {"tests": programs} if tool == "make" else {}


def build_for(root: Path, tool: str) -> str | None:
    """Shell text that installs what the tests of a folder need; None where the tool's own build serves."""
    there = (name for name in BUILD_FILES if (root / name).is_file())
    return build_of({name: _text(root / name) for name in there}) if tool == "pytest" else None


def build_of(files: Mapping[str, str]) -> str:
    """The same for a Python project, from those BUILD_FILES that it has, name -> text. A folder without any needs no build."""
    project = _parsed(files.get("pyproject.toml", ""))
    steps = []
    if {"project", "build-system"} & project.keys() or {"setup.py", "setup.cfg"} & files.keys():
        extras = project.get("project", {}).get("optional-dependencies", {})
        extra = next((f"[{name}]" for name in TEST_EXTRAS if name in extras), "")
        steps.append(f'pip install ".{extra}"')
    group = next((name for name in TEST_EXTRAS if name in project.get("dependency-groups", {})), None)
    steps += [f"pip install --group {group}"] if group else []
    steps += [f"pip install -r {name}" for name in REQUIREMENTS if name in files]
    return " && ".join(steps) or "true"


def _pytest_folders(root: Path) -> list[str]:
    """Where pytest looks: where the project's own settings say, else in the usual folder, else everywhere."""
    if _has_testpaths(root):
        return []
    return next(([name] for name in ("tests", "test") if (root / name).is_dir()), [])


def _parsed(pyproject: str) -> dict[str, Any]:
    try:
        return tomllib.loads(pyproject)
    except tomllib.TOMLDecodeError:
        return {}  # the build will say so, with the line


def _has_testpaths(root: Path) -> bool:
    if "testpaths" in _parsed(_text(root / "pyproject.toml")).get("tool", {}).get("pytest", {}).get("ini_options", {}):
        return True
    for name, section in (("pytest.ini", "pytest"), ("tox.ini", "pytest"), ("setup.cfg", "tool:pytest")):
        parser = configparser.ConfigParser(interpolation=None, strict=False)
        try:
            parser.read_string(_text(root / name))
        except configparser.Error:
            continue
        if parser.has_option(section, "testpaths"):
            return True
    return False


def _make_target(root: Path) -> str | None:
    for name in ("GNUmakefile", "Makefile", "makefile"):
        if found := _CHECK.search(_text(root / name)):
            return found[1]
    return None


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
