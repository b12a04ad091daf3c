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
    "c": ("CMakeLists.txt", "CTestTestfile.cmake", "CTestCustom.cmake", "Makefile", "makefile", "GNUmakefile"),
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
    """The parts of an answer without those on files of `tests`, and without tests and steering files that the reference
    patch leaves alone: these stay as they are in the repository."""
    return [patch for patch in patches if not any(
        path in tests or (path not in reference and _is_guarded(path, language)) for path in patch.paths)]


def _is_guarded(path: str, language: str) -> bool:
    """Python's and C's tests are known by the ids and by the test patch: code may well stand in a folder `test`."""
    name = path.rpartition("/")[2]
    steers = name in _STEERING[language] or (language == "python" and name.endswith(".pth"))
    return steers or (language in ("java", "go") and is_test(path, language))


def is_test(path: str, language: str) -> bool:
    return re.search(_TESTS[language], path) is not None


def is_steering(path: str, language: str) -> bool:
    """Whether a change of this file asks for another environment, or for other tests than the repository's."""
    name = path.rpartition("/")[2]
    return (name in _STEERING[language] and not is_test(path, language)) or name in _BUILDING


def files_of(ids: Iterable[str]) -> frozenset[str]:
    """The files that ids of pytest name, before the first `::`."""
    return frozenset(test.partition("::")[0] for test in ids if "::" in test)
