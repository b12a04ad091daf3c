"""`lint`: what a linter finds in programs, none of which is executed. Many in one process: starting one takes 0.1 s.

Each result is the JSON text of `{"findings": ["ROW:COLUMN:CODE", ...]}`. Beside an original (`payload["originals"]`) it also
has `"empty"` (no statement), `"lost"` (names of functions and classes) and `"moved"` (0..1, or None where one has no tree).
"""

import ast
import collections
import json
import os
import re
import subprocess

FLAKE8_LINE = "%(path)s:%(row)d:%(col)d:%(code)s"
BROKEN = "1:1:E902"  # flake8's own code for a file that it cannot read
DEFINITION = re.compile(r"^[ \t]*(?:async[ \t]+def|def|class)[ \t]+(\w+)", re.MULTILINE)


def run(program, payload, send):
    """One result per program of `payload["files"]`, or for `program` alone."""
    texts = payload.get("files") or [program]
    names = [f"p{number}.py" for number in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        with open(name, "wb") as file:
            file.write(text.encode("utf-8", "surrogatepass"))
    found = LINTERS[payload["linter"]](names, payload["noqa"])
    originals = payload.get("originals") or [None] * len(texts)
    results = []
    for name, text, original in zip(names, texts, originals, strict=True):
        facts = {"findings": found[name], **({} if original is None else compared(text, original))}
        results.extend(("value", "lint", json.dumps(facts), ""))
    send("done", results=results)


def flake8(names, noqa):
    """Without any configuration. A file that makes flake8 give up is looked at alone, so that it costs only itself."""
    found = flake8_at_once(names, noqa)
    if found is None:
        found = {name: [BROKEN] for name in names}
        for name in names if len(names) > 1 else ():
            found |= flake8_at_once([name], noqa) or {}
    return found


def flake8_at_once(names, noqa):
    from flake8.main import application  # noqa: PLC0415 - only this linter needs it, and loading takes 0.1 s

    app = application.Application()
    arguments = ["--isolated", "--jobs=1", "--exit-zero", f"--format={FLAKE8_LINE}", "--output-file=findings", *names]
    try:
        app.run(arguments if noqa else ["--disable-noqa", *arguments])
    except Exception:  # noqa: BLE001 - whatever it dies of, the caller tries the files one by one
        return None
    if app.catastrophic_failure:
        return None
    found = {name: [] for name in names}
    with open("findings", encoding="utf-8") as lines:
        for line in lines:
            name, _, finding = line.rstrip("\n").removeprefix("./").partition(":")
            found[name].append(finding)
    os.remove("findings")
    return found


def ruff(names, noqa):
    command = ["/opt/room/lib/bin/ruff", "check", "--isolated", "--no-cache", "--exit-zero", "--quiet", "--output-format=json"]
    done = subprocess.run([*command, *([] if noqa else ["--ignore-noqa"]), *names], capture_output=True, check=True,
                          env={"RAYON_NUM_THREADS": "1"})
    found = {name: [] for name in names}
    for finding in json.loads(done.stdout):
        place = finding["location"]
        found[os.path.basename(finding["filename"])].append(
            f"{place['row']}:{place['column']}:{finding['code'] or 'invalid-syntax'}")
    return found


def compared(text, original):
    tree, before = parsed(text), parsed(original)
    kept = set(DEFINITION.findall(text)) if tree is None else defined(tree)
    wanted = set(DEFINITION.findall(original)) if before is None else defined(before)
    moved = None if tree is None or before is None else distance(nodes(tree), nodes(before))
    return {"empty": tree is not None and not tree.body, "lost": sorted(wanted - kept), "moved": moved}


def parsed(text):
    try:
        return ast.parse(text.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def defined(tree):
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}


def nodes(tree):
    """How often each kind of node stands in the tree, with the name or constant that it holds."""
    held = ("id", "name", "attr", "arg", "value")
    return collections.Counter(
        (type(node).__name__, *((type(value), value) for value in (getattr(node, field, None) for field in held)
                                if isinstance(value, str | int)))
        for node in ast.walk(tree))


def distance(a, b):
    """The share of both trees' nodes that the other lacks: 0 for equal ones."""
    return round(1 - 2 * (a & b).total() / (a.total() + b.total()), 6)


LINTERS = {"flake8": flake8, "ruff": ruff}
