"""Unified diffs: reading them, and applying them to texts. Standard library only: the rooms hold a copy of this file.

A diff is read as `patch -p1` reads it: prose around it is passed over, `a/` and `b/` go off the names, hunks may have moved,
and up to `FUZZ` lines of context at each end of a hunk may differ where it fits nowhere else, as in the published harness of
SWE-bench. Renames, copies, new and deleted files and C-quoted names of git are understood; binary patches, links and names
that lead out of the tree are refused. Counts in a hunk's head must be right: git and patch refuse such a diff too.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

FUZZ = 5
_HUNK = re.compile(r"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")
_GIT = re.compile(r'diff --git (?P<old>"(?:[^"\\]|\\.)*"|\S+) (?P<new>"(?:[^"\\]|\\.)*"|\S+)\s*$')
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}
_REGULAR = ("100644", "100755")


class PatchError(ValueError):
    """A diff that is malformed or does not apply; `line` is that of the diff, counted from 1."""

    def __init__(self, path: str, line: int, what: str):
        super().__init__(f"{path or 'the diff'}, line {line} of the diff: {what}")
        self.path, self.line = path, line


@dataclass(frozen=True)
class Hunk:
    """`lines` are pairs of a sign (` `, `-`, `+`) and a text with its line feed; `start` is the old line, from 1."""

    line: int
    start: int
    lines: tuple[tuple[str, str], ...]

    @property
    def old(self) -> list[str]:
        return [text for sign, text in self.lines if sign != "+"]


@dataclass(frozen=True)
class FilePatch:
    """What a diff does to one file. `old` is None for a new file, `new` for a deleted one. `text` is this part of the diff,
    as it stands there. `executable` is None where the diff does not say."""

    line: int
    old: str | None
    new: str | None
    hunks: tuple[Hunk, ...]
    text: str
    copies: bool = False
    executable: bool | None = None

    @property
    def paths(self) -> frozenset[str]:
        return frozenset(path for path in (self.old, self.new) if path is not None)

    @property
    def name(self) -> str:
        return self.new or self.old or ""


@dataclass(frozen=True)
class Change:
    """A file after the patch; `text` is None where it is gone."""

    text: str | None
    executable: bool | None = None


@dataclass
class _Part:
    """A file's part of a diff while it is read."""

    line: int
    old: str | None = None
    new: str | None = None
    named: bool = False
    copies: bool = False
    executable: bool | None = None
    hunks: list[Hunk] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)


def parse(text: str) -> list[FilePatch]:
    """The files of a diff, in order; empty for a text without any. Raises PatchError for a malformed one."""
    return [_finished(part) for part in _parts(_Lines(text))
            if part.hunks or part.old != part.new or part.executable is not None]


class _Lines:
    """The lines of a diff with their feeds, and how far it is read."""

    def __init__(self, text: str):
        self.all = text.split("\n")
        if self.all[-1] == "":
            self.all.pop()
        self.at = 0

    def now(self) -> str | None:
        return self.all[self.at].rstrip("\r") if self.at < len(self.all) else None

    def next_starts(self, word: str) -> bool:
        return self.at + 1 < len(self.all) and self.all[self.at + 1].startswith(word)


def _parts(lines: _Lines) -> Iterator[_Part]:
    part: _Part | None = None
    while (line := lines.now()) is not None:
        start = lines.at
        if (match := _GIT.match(line)) or (line.startswith("--- ") and lines.next_starts("+++ ") and (
                part is None or part.hunks or part.named)):
            if part:
                yield part
            part = _Part(start + 1)
            if match:
                part.old, part.new = _name(match["old"], start), _name(match["new"], start)
                lines.at += 1
            else:
                _names(part, lines)
        elif part is not None and not _header(part, line, lines):
            if _HUNK.match(line):
                part.hunks.append(_hunk(part, lines))
            else:
                lines.at += 1
        elif part is None:
            lines.at += 1
        if part is not None:
            part.lines += lines.all[start:lines.at]
    if part:
        yield part


def _names(part: _Part, lines: _Lines) -> None:
    part.old, part.new = (_name(lines.all[at][4:].rstrip("\r").partition("\t")[0], at) for at in (lines.at, lines.at + 1))
    part.named = True
    lines.at += 2


def _header(part: _Part, line: str, lines: _Lines) -> bool:
    """Reads a line between `diff --git` and the first hunk; False when it is none."""
    if part.hunks:
        return False
    word, _, rest = line.partition(" ")
    if word == "---" and lines.next_starts("+++ ") and not part.named:
        _names(part, lines)
        return True
    if word in ("new", "deleted", "old") and " mode " in f" {rest}":
        _mode(part, word, rest.rpartition(" ")[2], lines.at + 1)
    elif word in ("rename", "copy") and rest.startswith(("from ", "to ")):
        side, _, name = rest.partition(" ")
        part.copies = word == "copy"
        setattr(part, "old" if side == "from" else "new", _name(name, lines.at, strip=False))
    elif line.startswith(("GIT binary patch", "Binary files ")):
        raise PatchError(part.new or part.old or "", lines.at + 1, "binary patches cannot be applied")
    else:
        return False
    lines.at += 1
    return True


def _mode(part: _Part, word: str, mode: str, line: int) -> None:
    if mode not in _REGULAR:
        raise PatchError(part.new or part.old or "", line, "it makes or changes what is no plain file")
    if word == "deleted":
        part.new = None
    elif word == "new":
        part.executable = mode == "100755"
        part.old = None if not part.lines or not part.lines[-1].startswith("old mode") else part.old


def _name(written: str, at: int, *, strip: bool = True) -> str | None:
    """A path within the tree; None for /dev/null. Raises PatchError for any other."""
    name = _unquoted(written) if written.startswith('"') else written.rstrip()
    if name == "/dev/null":
        return None
    if strip and name.startswith(("a/", "b/")):
        name = name[2:]
    parts = [part for part in name.split("/") if part != "."]  # else a file would have many names, guarded by one of them
    if not parts or "\0" in name or name.startswith("/") or ".." in parts or ".git" in parts or "" in parts:
        raise PatchError(name.replace("\0", "?")[:200], at + 1, "its name leads out of the tree")
    return "/".join(parts)


def _unquoted(written: str) -> str:
    def byte(match: re.Match[bytes]) -> bytes:
        found = match[1]
        return bytes([int(found, 8) & 255]) if len(found) == 3 else _ESCAPES.get(found, found)
    return _ESCAPE.sub(byte, written.strip().strip('"').encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")


def _hunk(part: _Part, lines: _Lines) -> Hunk:
    match = _HUNK.match(lines.all[lines.at])
    carriage = lines.all[lines.at].endswith("\r")  # of an editor of another system: then none at a line's end is content
    head, start = lines.at + 1, int(match[1])
    old, new = (int(match[at]) if match[at] is not None else 1 for at in (2, 4))
    found: list[tuple[str, str]] = []
    lines.at += 1
    while old or new:
        if lines.at == len(lines.all):
            raise PatchError(part.new or part.old or "", head, "the hunk ends before its lines do")
        text = lines.all[lines.at].removesuffix("\r") if carriage else lines.all[lines.at]
        sign, text = (text[0], text[1:]) if text else (" ", "")
        if sign == "\\" and found:
            found[-1] = found[-1][0], found[-1][1].removesuffix("\n")
        elif sign not in " +-" or (sign != "+" and not old) or (sign != "-" and not new):
            raise PatchError(part.new or part.old or "", lines.at + 1, "the hunk has other lines than its head counts")
        else:
            old, new = old - (sign != "+"), new - (sign != "-")
            found.append((sign, text + "\n"))
        lines.at += 1
    after = lines.now() or ""
    if after.startswith("\\ ") and found:
        found[-1] = found[-1][0], found[-1][1].removesuffix("\n")
        lines.at += 1
    elif after[:1] in ("+", "-") and not after.startswith(("--- ", "-- ")) and after != "--":
        raise PatchError(part.new or part.old or "", lines.at + 1, "the hunk has other lines than its head counts")
    return Hunk(head, start, tuple(found))


def _finished(part: _Part) -> FilePatch:
    return FilePatch(part.line, part.old, part.new, tuple(part.hunks), "\n".join(part.lines) + "\n", part.copies,
                     part.executable)


def patched(read: Callable[[str], str | None], patches: Iterable[FilePatch]) -> Mapping[str, Change]:
    """The files that the patches change, path -> what becomes of it; nothing is written. `read` gives a file's text with its
    line ends as they are, None where there is none. Raises PatchError where a patch does not apply."""
    changed: dict[str, Change] = {}
    for patch in patches:
        def current(path: str) -> str | None:
            return changed[path].text if path in changed else read(path)
        _apply(patch, current, changed)
    return changed


def _apply(patch: FilePatch, current: Callable[[str], str | None], changed: dict[str, Change]) -> None:
    before = current(patch.old) if patch.old is not None else None
    if patch.old is not None and before is None:
        raise PatchError(patch.old, patch.line, "there is no such file")
    if patch.new is not None and patch.new != patch.old and current(patch.new) is not None:
        raise PatchError(patch.new, patch.line, "the file is there already")
    text = apply(patch, before or "")
    if patch.new is None and text:
        raise PatchError(patch.old or "", patch.line, "it deletes a file of another content")
    if patch.old is not None and patch.old != patch.new and not patch.copies:
        changed[patch.old] = Change(None)
    if patch.new is not None:
        changed[patch.new] = Change(text, patch.executable)


def apply(patch: FilePatch, text: str) -> str:
    """The file's text after the patch. Raises PatchError, with the line of the first hunk that does not fit."""
    lines = text.split("\n")
    lines = [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
    made: list[str] = []
    done = shift = 0
    for hunk in patch.hunks:
        at, cut = _place(lines, hunk, done, shift)
        if at is None:
            raise PatchError(patch.name, hunk.line, "the hunk does not apply")
        kept = hunk.lines[cut[0]:len(hunk.lines) - cut[1]]
        made += lines[done:at]
        done = at
        for sign, line in kept:
            if sign == "+":
                made.append(line)
                continue
            made += [lines[done]] if sign == " " else []
            done += 1
        shift = at - cut[0] - _expected(hunk)
    return _joined([*made, *lines[done:]])


def _expected(hunk: Hunk) -> int:
    """Where the hunk says that it begins, from 0; a hunk without old lines stands after the line that it names."""
    return hunk.start - 1 if hunk.old else hunk.start


def _place(lines: list[str], hunk: Hunk, done: int, shift: int) -> tuple[int | None, tuple[int, int]]:
    """Where the hunk fits, nearest to where it says, and how many lines of context at its ends that takes no account of."""
    signs = [sign for sign, _ in hunk.lines]
    before = next((at for at, sign in enumerate(signs) if sign != " "), len(signs))
    after = next((at for at, sign in enumerate(reversed(signs)) if sign != " "), len(signs))
    for fuzz in range(min(FUZZ, max(before, after)) + 1):
        cut = min(fuzz, before), min(fuzz, after)
        old = [line.rstrip("\n") for line in hunk.old[cut[0]:len(hunk.old) - cut[1]]]
        if not old and hunk.old:
            break  # all that is left is context that differs
        at = _nearest(lines, old, _expected(hunk) + shift + cut[0], done)
        if at is not None:
            return at, cut
    return None, (0, 0)


def _nearest(lines: list[str], old: list[str], wanted: int, lowest: int) -> int | None:
    last = len(lines) - len(old)
    wanted = min(max(wanted, lowest), max(last, lowest))
    for distance in range(max(wanted - lowest, last - wanted, 0) + 1):
        for at in {wanted - distance: None, wanted + distance: None}:
            if lowest <= at <= last and all(lines[at + row].rstrip("\n") == line for row, line in enumerate(old)):
                return at
    return None


def _joined(lines: list[str]) -> str:
    """The lines as one text: only the last may lack its line feed."""
    return "".join(line if line.endswith("\n") else line + "\n" for line in lines[:-1]) + "".join(lines[-1:])
