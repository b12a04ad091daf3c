"""Puts a case's files into the tree: the answer, what was withheld, and patches. As the program's user."""

import os
import stat

from job import REPO, BuildFailed

STEERING = ("conftest.py", "pytest.ini", ".pytest.ini", "tox.ini", "setup.cfg", "pyproject.toml", "pom.xml", "CMakeLists.txt",
            "CTestTestfile.cmake", "Makefile", "go.mod")


def place(job, root=REPO):
    """Writes everything that the case brings. Raises BuildFailed for a patch that does not apply or an answer that no
    file can hold, ValueError for a path that leads out of the tree: those paths are the benchmark's."""
    for path in job.remove:
        _remove(inside(path, root))
    for path, text in job.files.items():
        write(inside(path, root), text)
    if job.target is not None:
        write(inside(job.target, root), job.program)
    for text in filter(None, (job.patch, job.test_patch)):
        _apply(text, root)


def inside(path, root=REPO):
    """The absolute path. Links of the tree may not lead out of it.

    >>> inside("a/b.py", "/repo")
    '/repo/a/b.py'
    >>> inside("../x", "/repo")
    Traceback (most recent call last):
    ValueError: '../x' leads out of the tree
    """
    full = os.path.realpath(os.path.join(root, path))
    if not full.startswith(os.path.realpath(root) + "/"):
        raise ValueError(f"{path!r} leads out of the tree")
    return full


def write(path, text):
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BuildFailed("the answer holds a lone surrogate, which is no character", kind="UnicodeEncodeError") from error
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def _remove(path):
    if os.path.lexists(path):
        os.unlink(path)


def _apply(text, root):
    """Applies a unified diff by `diff.py`, which stands beside this file where the room has it."""
    import diff  # noqa: PLC0415 - few cases are patches

    def read(path):
        try:
            with open(inside(path, root), encoding="utf-8", newline="") as file:
                return file.read()
        except (FileNotFoundError, IsADirectoryError):
            return None

    try:
        changed = diff.patched(read, diff.parse(text))
        for path, change in changed.items():
            full = inside(path, root)
            _remove(full) if change.text is None else _write_changed(full, change)
    except ValueError as error:  # of parse, patched or inside: all three judge the answer's text
        raise BuildFailed(str(error), getattr(error, "line", None), "PatchError") from error


def _write_changed(path, change):
    write(path, change.text)
    if change.executable is not None:
        os.chmod(path, 0o777 if change.executable else 0o666)


class Watched:
    """The files that steer a test run, as they are before it starts: whoever changes one while it runs tampers."""

    def __init__(self, paths, root=REPO):
        folders = {""} | {parent for path in paths for parent in _parents(path)}
        names = set(paths) | {os.path.join(folder, name) for folder in folders for name in STEERING}
        self.root = root
        self.before = {name: self._facts(name) for name in sorted(names)}

    def changed(self):
        return [name for name, before in self.before.items() if self._facts(name) != before]

    def _facts(self, name):
        try:
            facts = os.lstat(os.path.join(self.root, name))
        except OSError:
            return None
        return facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns, stat.S_IFMT(facts.st_mode), facts.st_ino


def _parents(path):
    """
    >>> _parents("a/b/c.py")
    ['a/b', 'a']
    """
    found = []
    while path := os.path.dirname(path):
        found.append(path)
    return found
