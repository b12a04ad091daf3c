"""Which files of a repository an answer that is a patch may not touch: the tests that judge it, and what steers their run."""

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


def allowed(patches: Iterable[FilePatch], language: str, reference: Collection[str], tests: Collection[str]) -> list[FilePatch]:
    """The parts of an answer without those on files of `tests`, and without tests and steering files that the reference
    patch leaves alone: these stay as they are in the repository."""
    return [patch for patch in patches if not any(
        path in tests or (path not in reference and _is_guarded(path, language)) for path in patch.paths)]


def _is_guarded(path: str, language: str) -> bool:
    folders, _, name = path.rpartition("/")
    if name in _STEERING[language] or (language == "python" and name.endswith(".pth")):
        return True
    if language == "java":
        return "src/test/" in f"{folders}/"
    return language == "go" and name.endswith("_test.go")


def files_of(ids: Iterable[str]) -> frozenset[str]:
    """The files that ids of pytest name, before the first `::`."""
    return frozenset(test.partition("::")[0] for test in ids if "::" in test)
