"""JavaTestGen under `mera-1`: from extracted code (`mera_java.extract`, stripped) to the test file that is written."""

from scoring.extract import mera_java

PACKAGE, IMPORT = "package ", "import "
# Heads that a prompt ending in the middle of the first word leaves, and what they lack.
_CUT_HEADS = {"ckage": "pa", "age": "pack", "ackage": "p"}
_CODE_MARK = "<|code|>"


def extract(reply: str | None) -> str:
    """The Java code of a reply without white space around it; the published scorer breaks on null, here it is no text."""
    return mera_java.extract(reply).strip()


def test_file(source: str, code: str) -> str:
    """`code` in the package of `source` and with the imports of `source` that it lacks.

    Only lines count that begin with the word; imports are compared without `static`, so that one kind hides the other.
    """
    lines = _in_package(_mended(code).split("\n"), source)
    known = _imports(lines)
    lacking = [line for name, line in _imports(source.split("\n")).items() if name not in known]
    at = next((number for number, line in enumerate(lines, 1) if line.startswith(PACKAGE)), 0)
    return "\n".join([*lines[:at], *lacking, *lines[at:]])


def _mended(code: str) -> str:
    if code.startswith(_CODE_MARK):
        return code.removeprefix(_CODE_MARK)
    return next((lost + code for head, lost in _CUT_HEADS.items() if code.startswith(head)), code)


def _in_package(lines: list[str], source: str) -> list[str]:
    package = next((line for line in source.split("\n") if line.startswith(PACKAGE)), None)
    if package is None:
        return lines
    named = [package if line.startswith(PACKAGE) else line for line in lines]
    return named if any(line.startswith(PACKAGE) for line in lines) else [package, *lines]


def _imports(lines: list[str]) -> dict[str, str]:
    """What is imported -> its line."""
    found = [line for line in lines if line.startswith(IMPORT)]
    return {line.replace(IMPORT, "").replace("static ", "").rstrip(";"): line for line in found}
