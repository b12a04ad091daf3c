"""The rules that hold for every file: which way imports point, lint, and what no file may hold.

Reads tracked files only, so that nobody's scratch files matter; needs a git checkout.
"""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOLS = Path(sys.executable).parent
MAX_FUNCTION_LINES = 80
MAX_FILE_BYTES = 1024 * 1024

# Hosts that only a machine's own settings may name: a mirror or a registry differs from place to place. Written in
# parts, because this file is checked as well.
REGISTRIES = [
    ".".join(parts)
    for parts in (
        ("docker", "io"), ("ghcr", "io"), ("quay", "io"), ("gcr", "io"), ("mcr", "microsoft", "com"), ("pypi", "org"),
        ("pythonhosted", "org"), ("debian", "org"), ("ubuntu", "com"), ("golang", "org"), ("npmjs", "org"),
        ("npmjs", "com"), ("maven", "org"), ("maven", "apache", "org"), ("crates", "io"), ("rubygems", "org"),
    )
]
HOST = re.compile(r"(?<![\w-])(?:[\w-]+\.)*(?:" + "|".join(map(re.escape, REGISTRIES)) + r")(?![\w-])", re.IGNORECASE)
# Debian's package of the engine: the host of the same name has a subdomain before it or a path behind it.
DEBIAN_PACKAGE = re.compile(r"(?<![\w./-])docker\.io(?![\w/:-])")
# A person's folder, on Linux or a Mac. Code that needs a home asks for it.
HOME = re.compile(r"(?<![\w.$}~])/(?:home/[a-z]|Users/\w|root/[\w.])")


@cache
def tracked() -> tuple[Path, ...]:
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip("not a git checkout: there is no list of tracked files")
    return tuple(path for name in listing.stdout.split("\0") if name and (path := ROOT / name).is_file())


@cache
def text_of(path: Path) -> str:
    """The file's text, or nothing for a binary one."""
    data = path.read_bytes()
    return "" if b"\0" in data else data.decode("utf-8", "replace")


def lines_with(pattern: re.Pattern[str], allowed: re.Pattern[str] = re.compile("(?!)")) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:160]}"
        for path in tracked()
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if pattern.search(allowed.sub("", line))
    ]


def long_functions(source: str) -> list[str]:
    return [
        f"{node.lineno} {node.name}: {node.end_lineno - node.lineno + 1} lines"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno + 1 > MAX_FUNCTION_LINES
    ]


def succeeds(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_imports_point_inwards_and_each_tool_has_one_room():
    succeeds(str(TOOLS / "lint-imports"), "--config", ".importlinter", "--no-cache")


def test_the_linter_has_nothing_to_say():
    sources = [str(path) for path in tracked() if path.suffix == ".py"]
    succeeds(str(TOOLS / "ruff"), "check", "--no-cache", "--force-exclude", *sources)


def test_no_file_names_a_registry_or_mirror():
    assert lines_with(HOST, allowed=DEBIAN_PACKAGE) == []


def test_no_file_holds_a_persons_folder_or_the_path_of_this_checkout():
    # Inside an image that we build, root's folder is nobody's.
    assert [line for line in lines_with(HOME) if "Dockerfile:" not in line] == []
    if len(ROOT.parts) > 2:  # a checkout at `/app` or the like is a word that may well occur
        assert lines_with(re.compile(re.escape(str(ROOT)))) == []


def test_no_function_is_longer_than_three_screens():
    # Migrations are lists of columns, written by Alembic; programs of the sandbox tests are meant to be monstrous.
    others = (ROOT / "migrations", ROOT / "tests" / "sandboxes" / "cases")
    sources = [p for p in tracked() if p.suffix == ".py" and not any(p.is_relative_to(folder) for folder in others)]
    found = {str(p.relative_to(ROOT)): long_functions(text_of(p)) for p in sources}
    assert {name: functions for name, functions in found.items() if functions} == {}


def test_no_tracked_file_is_too_big_for_a_repository():
    assert [str(path.relative_to(ROOT)) for path in tracked() if path.stat().st_size > MAX_FILE_BYTES] == []


@pytest.mark.parametrize("line", ["FROM docker" + ".io/library/debian", "https://files.python" + "hosted.org/x"])
def test_the_host_pattern_finds_hosts(line):
    assert HOST.search(line)


@pytest.mark.parametrize("line", ["import docker", "class io:", "node.maven.organise", "www.example.org"])
def test_the_host_pattern_lets_other_words_pass(line):
    assert not HOST.search(line)


@pytest.mark.parametrize(("line", "holds"), [
    ("cd /home" + "/ann/assay", True), ("/root" + "/.cache", True), ("$HOME/x", False), ("/w/home/x", False),
    ("~/home/x", False), ("usr/root/x", False),
])
def test_the_folder_pattern_finds_persons_folders(line, holds):
    assert bool(HOME.search(line)) == holds


def test_long_functions_are_found():
    assert long_functions("def f():\n" + "    pass\n" * MAX_FUNCTION_LINES) == ["1 f: 81 lines"]
