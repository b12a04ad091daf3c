"""Commits of a repository that change code and its tests: each is a task that somebody had, and the tests that judge it."""

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cli.host.faults import CommandFailed
from scoring.errors import BadInput
from scoring.repository.steering import is_steering, is_test

ENDINGS = {"python": (".py",), "java": (".java",), "go": (".go",), "c": (".c", ".h"),
           "cpp": (".cc", ".cpp", ".cxx", ".h", ".hpp", ".c")}
# A change that a person could be asked for in a sentence or two; larger ones are several tasks, or a move of files.
MOST_FILES, MOST_LINES, MOST_BYTES = 5, 200, 100_000
_QUIET = ("-c", "core.quotePath=false", "-c", "diff.noprefix=false", "-c", "color.ui=false", "-c", "diff.mnemonicPrefix=false")


@dataclass(frozen=True)
class Commit:
    """`parent` is the tree to start from; `patch` changes its code, `test_patch` its tests. `files` are the changed files of
    code before the change, path -> text."""

    sha: str
    parent: str
    message: str
    patch: str
    test_patch: str
    files: dict[str, str]


def commits_of(root: Path, language: str, looked_at: int) -> Iterator[Commit]:
    """Those of the last `looked_at` commits that change little code of this language, and tests, and nothing that steers a
    build; newest first. Merges are passed over. Raises BadInput for a folder that is no repository."""
    try:
        listed = _git(root, "log", "--no-merges", f"--max-count={looked_at}", "--format=%H %P")
    except CommandFailed as error:
        raise BadInput(f"{root} is no git repository with commits: {error}", code="no_repository",
                       mend="name the top folder of a repository") from error
    for line in listed.splitlines():
        sha, *parents = line.split()
        if len(parents) == 1 and (found := _commit(root, sha, parents[0], language)) is not None:
            yield found


def holds_code(root: Path, language: str) -> bool:
    """Whether the repository tracks any file of this language."""
    return any(path.endswith(ENDINGS[language]) for path in _git(root, "ls-files", "-z").split("\0"))


def texts_at(root: Path, commit: str, names: Sequence[str]) -> dict[str, str]:
    """Those of these files that the tree of a commit has, name -> text; what is no UTF-8 in them is replaced."""
    there = _git(root, "ls-tree", "--name-only", "-z", commit, "--", *names).split("\0")
    return {name: _bytes(root, "show", "--no-textconv", f"{commit}:{name}").decode("utf-8", "replace")
            for name in there if name}


def _commit(root: Path, sha: str, parent: str, language: str) -> Commit | None:
    try:
        return _read(root, sha, parent, language)
    except UnicodeDecodeError:  # a pack is text
        return None


def _read(root: Path, sha: str, parent: str, language: str) -> Commit | None:
    changed = _changed(root, parent, sha)
    tests = [path for path in changed if is_test(path, language)]
    code = [path for path in changed if path.endswith(ENDINGS[language]) and path not in tests]
    lines = sum(changed[path] for path in code)
    if not tests or not 0 < len(code) <= MOST_FILES or lines > MOST_LINES or any(
            is_steering(path, language) for path in changed):
        return None
    patch, test_patch = (_diff(root, parent, sha, paths) for paths in (code, tests))
    files = {path: text for path in code if (text := _text(root, parent, path)) is not None}
    if "\nBinary files " in test_patch or sum(map(len, files.values())) > MOST_BYTES:
        return None
    return Commit(sha, parent, _git(root, "show", "--no-patch", "--format=%B", sha).strip(), patch, test_patch, files)


def _changed(root: Path, parent: str, sha: str) -> dict[str, int]:
    """The files that differ, with how many lines do; a binary file counts none."""
    rows = _git(root, "diff", "--numstat", "--no-renames", "-z", parent, sha).split("\0")
    found = [row.split("\t") for row in rows if row]
    return {path: sum(int(count) for count in counts if count.isdecimal()) for *counts, path in found}


def _diff(root: Path, parent: str, sha: str, paths: list[str]) -> str:
    return _git(root, "diff", "--no-renames", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/",
                parent, sha, "--", *paths)


def _text(root: Path, parent: str, path: str) -> str | None:
    """None for a file that the commit adds."""
    try:
        return _git(root, "show", "--no-textconv", f"{parent}:{path}")
    except CommandFailed:
        return None


def _git(root: Path, *arguments: str) -> str:
    """What git says, line ends as they are. Raises CommandFailed, and UnicodeDecodeError for what is no UTF-8."""
    return _bytes(root, *arguments).decode("utf-8")


def _bytes(root: Path, *arguments: str) -> bytes:
    """Raises CommandFailed."""
    command = ["git", *_QUIET, "-C", os.fspath(root), *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode:
        raise CommandFailed(command, done.returncode, done.stderr.decode("utf-8", "replace").strip())
    return done.stdout


def plain_message(message: str) -> str:
    """A commit's message without what people and tools sign below it.

    >>> plain_message("Mend the gap\\n\\nIt was open.\\n\\nSigned-off-by: A <a@b>")
    'Mend the gap\\n\\nIt was open.'
    """
    return re.sub(r"(?:\n+[A-Z][A-Za-z-]*-[Bb]y: [^\n]*)+\Z", "", message.strip())
