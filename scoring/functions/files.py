"""Which files of a repository hold functions worth asking for: by name and by what stands at their top."""

import re

SUFFIXES = {".py": "python", ".java": "java", ".go": "go", ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp",
            ".hh": "cpp", ".hpp": "cpp", ".hxx": "cpp", ".inl": "cpp"}
# Folders of tests, of other people's code, of what a build makes, and of code that no test of the repository runs.
PASSED_OVER = frozenset({
    "test", "tests", "testing", "testdata", "test-data", "unittest", "unittests", "t", "vendor", "third_party", "thirdparty",
    "3rdparty", "external", "extern", "deps", "node_modules", "site-packages", "build", "dist", "target", "out", "docs", "doc",
    "example", "examples", "demo", "demos", "sample", "samples", "benchmark", "benchmarks", "bench", "scripts", "tools", "ci",
    "_vendor", "fuzz", "fuzzing", "contrib", "generated", "gen",
})
_TEST_NAME = re.compile(r"test_.*|.*_test|tests?|conftest|setup|noxfile|.*Tests?|Test[A-Z].*|.*TestCase|.*IT")
_GENERATED = re.compile(r"(?i)\b(?:auto-?)?generated (?:by|from|file|code)\b|do not (?:edit|modify)|@generated")
_TOP = 2048  # characters in which a generator says that it was one


def language_of(path: str, with_cpp: bool = False) -> str | None:
    """By the file's suffix; a header is C, unless the repository is `with_cpp`.

    >>> language_of("src/ini.h"), language_of("src/ini.h", with_cpp=True), language_of("README")
    ('c', 'cpp', None)
    """
    suffix = _stem_and_suffix(path)[1]
    return "cpp" if suffix == ".h" and with_cpp else SUFFIXES.get(suffix)


def is_source(path: str) -> bool:
    """Code of the product, not of its tests, tools or documentation. `path` is relative to the repository.

    >>> [is_source(path) for path in ("src/a.py", "tests/a.py", "a_test.go", "src/test/java/A.java", "src/main/java/A.java")]
    [True, False, False, False, True]
    """
    folders = path.split("/")[:-1]
    return not any(part.lower() in PASSED_OVER or part.startswith(".") for part in folders) and not _TEST_NAME.fullmatch(
        _stem_and_suffix(path)[0])


def _stem_and_suffix(path: str) -> tuple[str, str]:
    stem, dot, suffix = path.rpartition("/")[2].rpartition(".")
    return (stem, dot + suffix) if stem else (suffix, "")


def is_generated(text: str) -> bool:
    """A tool wrote the file and says so at its top: nobody asks a model for that."""
    return _GENERATED.search(text[:_TOP]) is not None
