"""Puts a case's files into the tree: the answer, what was withheld, and patches. As the program's user."""

import glob
import os
import stat

from job import REPO, BuildFailed

STEERING = ("conftest.py", "pytest.ini", ".pytest.ini", "tox.ini", "setup.cfg", "pyproject.toml", "pom.xml", "CMakeLists.txt",
            "CTestTestfile.cmake", "Makefile", "go.mod")


def place(job, root=REPO):
    """Writes everything that the case brings. Raises BuildFailed for a patch that does not apply or an answer that no
    file can hold; ValueError where what the benchmark brings is at fault."""
    for path in job.remove:
        _remove(inside(path, root))
    for path, text in job.files.items():
        write(inside(path, root), text)
    if job.target is not None:
        write(inside(job.target, root), job.program)
    if job.patch:
        _apply(job.patch, root)
    if job.test_patch:
        _apply_ours(job.test_patch, root)


def _apply_ours(text, root):
    """As `_apply`, for a patch of the benchmark's: that it does not apply is no answer's fault, so it raises ValueError."""
    try:
        _apply(text, root)
    except BuildFailed as fault:
        raise ValueError(f"the benchmark's own patch does not apply: {fault}") from fault


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


def as_named(path, root=REPO):
    """As `inside`, and the path leads over no link: a patch that names one would change a file under another name, where
    nobody expects it. Raises ValueError, as git refuses such a patch."""
    full = inside(path, root)
    if full != os.path.join(os.path.realpath(root), path):
        raise ValueError(f"{path!r} is a link, or lies beyond one")
    return full


def write(path, text):
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BuildFailed("the answer holds a lone surrogate, which is no character", kind="UnicodeEncodeError") from error
    _write_bytes(path, data)


def _write_bytes(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def _remove(path):
    if os.path.lexists(path):
        os.unlink(path)


def _apply(text, root):
    """Applies a unified diff. Raises BuildFailed for one that is malformed, does not fit or leads out of the tree."""
    import diff  # noqa: PLC0415 - few cases are patches

    def read(path):
        try:
            with open(as_named(path, root), encoding="utf-8", errors="surrogateescape", newline="") as file:
                return file.read()
        except (FileNotFoundError, IsADirectoryError):
            return None

    try:
        for path, change in diff.patched(read, diff.parse(text)).items():
            _change(as_named(path, root), change)
    except (ValueError, OSError) as error:  # OSError: a name that is a folder here, or lies below a file
        raise BuildFailed(str(error), getattr(error, "line", None), "PatchError") from error


def _change(path, change):
    """Bytes of the tree that are no UTF-8 stay what they were."""
    if change.text is None:
        _remove(path)
        return
    _write_bytes(path, change.text.encode("utf-8", "surrogateescape"))
    if change.executable is not None:
        os.chmod(path, 0o777 if change.executable else 0o666)


class Watched:
    """The files that steer a test run, as they are before it starts: whoever changes one while it runs tampers."""

    def __init__(self, paths, root=REPO):
        folders = {""} | {parent for path in paths for parent in _parents(path)}
        self.root, self.byte_code = root, {os.path.join(os.path.dirname(path), "__pycache__") for path in paths}
        names = set(paths) | self._cached() | {os.path.join(folder, name) for folder in folders for name in STEERING}
        self.before = {name: self._facts(name) for name in sorted(names)}

    def changed(self):
        self.before.update((name, None) for name in self._cached() - self.before.keys())
        return [name for name, before in self.before.items() if self._facts(name) != before]

    def _cached(self):
        """pytest's byte code of the tests beside them, which it runs in their place."""
        return {name for folder in self.byte_code
                for name in glob.glob(f"{glob.escape(folder)}/*-pytest-*.pyc", root_dir=self.root)}

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
