"""What compilers read, watched between two builds of one case: code of the answer has run before the second."""

import os

from job import REPO

SUFFIXES = (".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".inc", ".inl", ".ipp", ".tpp", ".in", ".s", ".S",
            ".o", ".a", ".so", ".cmake", ".ninja", ".mk")
NAMES = ("CMakeLists.txt", "CMakeCache.txt", "Makefile", "GNUmakefile", "makefile", "libtool", "config.status")


def snapshot(root=REPO):
    """Path -> what tells a file from one that was changed or put in its place, for all files that a build may read."""
    return {path: facts(path) for folder, _, names in os.walk(root) for name in names
            if name.endswith(SUFFIXES) or name in NAMES for path in [os.path.join(folder, name)]}


def changed(before, root=REPO):
    """Paths, relative to the tree, of what was changed, added or removed since."""
    now = snapshot(root)
    return sorted(os.path.relpath(path, root) for path in before.keys() | now.keys() if before.get(path) != now.get(path))


def facts(path):
    """No program can set the time of a change. None for a file that is not there."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_ctime_ns
