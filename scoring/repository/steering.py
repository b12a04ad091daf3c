"""Which files of a repository an answer that is a patch may not touch: the tests that judge it, and what steers their run."""

import re
from collections.abc import Collection, Iterable

from scoring.repository.diff import FilePatch

# By language the names of files that decide which tests run and how. In C and C++ they are those of the build as well: an
# answer that adds a source file where the reference patch adds none cannot be built.
_STEERING = {
    "python": ("conftest.py", "pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml", "tox.ini", "setup.cfg",
               "pyproject.toml", "sitecustomize.py", "usercustomize.py"),
    "java": ("pom.xml", "junit-platform.properties", "maven.config", "jvm.config", "extensions.xml"),
    "go": ("go.mod", "go.sum", "go.work", "go.env"),
    "c": ("CMakeLists.txt", "CTestTestfile.cmake", "CTestCustom.cmake", "CMakeCache.txt", "Makefile", "makefile", "GNUmakefile",
          "libtool", "config.status"),
}
_STEERING["cpp"] = _STEERING["c"]
# What builds a repository beside that: a commit that changes it needs another environment than its parent.
_BUILDING = ("setup.py", "requirements.txt", "meson.build", "configure.ac", "Makefile.am")
# Files that hold tests, as each language's tools look for them or, in C, as they are named by custom.
_TESTS = {
    "python": r"(?:^|/)(?:test_[^/]*\.py|[^/]*_test\.py|conftest\.py)$|(?:^|/)tests?/",
    "java": r"(?:^|/)src/test/", "go": r"_test\.go$|(?:^|/)testdata/",
    "c": r"(?:^|/)tests?/|(?:^|/)test[^/]*\.c\w*$|_test\.c\w*$",
}
_TESTS["cpp"] = _TESTS["c"]


def allowed(patches: Iterable[FilePatch], language: str, reference: Collection[str], tests: Collection[str]) -> list[FilePatch]:
    """The parts of an answer without those on files of `tests`, in whose way none may be, and without tests and steering files
    that the reference patch leaves alone: these stay as they are in the repository."""
    folders = {folder for path in tests if (folder := _test_folder(path))}
    return [patch for patch in patches if not any(
        _meets(path, tests) or (path not in reference and _is_guarded(path, language, folders)) for path in patch.paths)]


def _meets(path: str, tests: Collection[str]) -> bool:
    """Whether it is one of these files, a file where one of them needs a folder, or in a folder where one of them is to be."""
    return any(path == test or test.startswith(f"{path}/") or path.startswith(f"{test}/") for test in tests)


def _is_guarded(path: str, language: str, folders: Collection[str]) -> bool:
    """In Python code may well stand in a folder `test`: what helps tests is known by lying among those that judge. Elsewhere
    ids name no files, and custom does."""
    name = path.rpartition("/")[2]
    if name in _STEERING[language]:
        return True
    if language in ("c", "cpp") and (name.endswith((".cmake", ".ninja", ".mk")) or "CMakeFiles" in path.split("/")):
        return True
    if language == "go" and "vendor" in path.split("/")[:-1]:
        return True  # Go takes modules from there as soon as it is whole, those that the tests assert with among them
    if language == "python":
        return name.endswith(".pth") or any(path.startswith(f"{folder}/") for folder in folders)
    return is_test(path, language)


def _test_folder(path: str) -> str | None:
    """The first folder above a test that is called so.

    >>> _test_folder("a/tests/unit/test_b.py"), _test_folder("a/test_b.py")
    ('a/tests', None)
    """
    match = re.search(r"(?:^|/)tests?(?=/)", path)
    return path[:match.end()] if match else None


def is_test(path: str, language: str) -> bool:
    return re.search(_TESTS[language], path) is not None


def is_steering(path: str, language: str) -> bool:
    """Whether a change of this file asks for another environment, or for other tests than the repository's."""
    name = path.rpartition("/")[2]
    return (name in _STEERING[language] and not is_test(path, language)) or name in _BUILDING


def files_of(ids: Iterable[str]) -> frozenset[str]:
    """The files that ids of pytest name, before the first `::`."""
    return frozenset(test.partition("::")[0] for test in ids if "::" in test)
