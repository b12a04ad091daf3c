"""From commits to a pack of kind `repo-patch`: the parent of each is an environment, its tests judge the answer."""

import re
from collections.abc import Sequence
from copy import deepcopy  # YAML writes what stands twice as a reference, which nobody wants to read
from itertools import islice
from pathlib import Path
from typing import Any

import yaml

from adapters.benchmarks.locks import lock_path, read_lock, withheld_path
from cli.importers.writing import write_pack
from cli.proposing.commits import ENDINGS, Commit, commits_of, holds_code, plain_message, texts_at
from cli.proposing.tools import BUILD_FILES, build_of
from scoring.errors import BadInput

TASK, DATA, FILE, MANIFEST = "Patches", "patches.jsonl", "environments.yaml", "benchmark.yaml"
INSTRUCTION = (
    "Change the repository as this message of a commit asks:\n\n{message}\n\nThe files that need a change, as they are:\n\n"
    "{files}\n\nAnswer with one unified diff of the repository in a block, and nothing else. Tests are not yours to change."
)


def propose_patches(root: Path, to: Path, *, tool: str, language: str, count: int, looked_at: int,
                    build: str | None = None, test: dict[str, Any] | None = None) -> list[Commit]:
    """Writes the pack with the newest `count` commits that serve, and returns them. A pack of this making in `to` of which
    nothing could be built is made anew. Raises BadInput where none of the last `looked_at` commits serves, and when `to` holds
    another pack."""
    commits = list(islice(commits_of(root, language, looked_at), count))
    if not commits and not holds_code(root, language):
        raise BadInput(f"{root} tracks no file of {language} ({', '.join(ENDINGS[language])})", code="no_code",
                       mend=f"{tool} is the wrong --tool, or this the wrong folder")
    if not commits:
        raise BadInput(f"none of the last {looked_at} commits of {root} changes a little code and its tests",
                       code="no_commits", mend="look at more of them, by --commits")
    make_way(root, to)
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", root.resolve().name).strip("-._")[:40] or "repository"
    write_pack(to, {
        "name": to.resolve().name, "version": "1", "title": f"Patches of {name}", "profiles": ["strict"],
        "tasks": {TASK: {"kind": "repo-patch", "data": DATA, "metrics": ["pass@1"], "settings": {"rule": language},
                         "files": {"environments": FILE}}},
    }, {DATA: [_record(commit, name) for commit in commits]})
    environments = {_environment(commit, name): {
        "source": {"git": str(root.resolve()), "commit": commit.parent}, **_asked(root, commit, tool, build, test)}
        for commit in commits}
    (to / FILE).write_text(yaml.safe_dump(environments, allow_unicode=True, sort_keys=False, width=120), encoding="utf-8")
    return commits


def make_way(root: Path, to: Path) -> None:
    """Takes a pack out of the way that was made here of the same repository and never built: a `build` that fails is mended by
    another --build. Raises BadInput for any other pack."""
    if not (to / MANIFEST).exists():
        return
    if not _is_ours(root, to):
        raise BadInput(f"{to} already holds a pack", code="pack_exists", mend="name a new folder, or delete this one")
    if any("failed" not in entry for entry in read_lock(to / FILE)["environments"].values()):
        raise BadInput(f"{to} already holds a pack, and some of it is built", code="pack_exists", mend=(
            f"to build the rest another way, change `build` in {to / FILE} and run ./assay benchmark build {to}; "
            "to begin anew, delete the folder or name another"))
    for path in (to / MANIFEST, lock_path(to / FILE), withheld_path(to / FILE)):
        path.unlink(missing_ok=True)


def _is_ours(root: Path, to: Path) -> bool:
    """Whether the pack is one of patches whose sources are commits of this very repository."""
    if not all((to / name).is_file() for name in (DATA, FILE)):
        return False
    specs = yaml.safe_load((to / FILE).read_text("utf-8"))
    return isinstance(specs, dict) and all(
        isinstance(spec, dict) and spec.get("source", {}).get("git") == str(root.resolve()) for spec in specs.values())


def _asked(root: Path, commit: Commit, tool: str, build: str | None, test: dict[str, Any] | None) -> dict[str, Any]:
    """How the tree of a commit's parent is built and tested. That tree says what its build takes, for it may have had other
    files than there are today."""
    if build is None and tool == "pytest":
        build = build_of(texts_at(root, commit.parent, BUILD_FILES))
    return {"tool": tool, **({"build": build} if build else {}), **({"test": deepcopy(test)} if test else {})}


def _environment(commit: Commit, name: str) -> str:
    return f"{name}-{commit.parent[:12]}"


def _record(commit: Commit, name: str) -> dict[str, Any]:
    """FAIL_TO_PASS and PASS_TO_PASS are left to the proof of the build."""
    return {
        "instruction": INSTRUCTION, "inputs": {"message": plain_message(commit.message), "files": _shown(commit.files)},
        "outputs": commit.patch,
        "meta": {"id": commit.sha[:12], "environment": _environment(commit, name), "commit": commit.sha,
                 "test_patch": commit.test_patch},
    }


def _shown(files: dict[str, str]) -> str:
    return "\n\n".join(f"`{path}`:\n```\n{text}```" for path, text in files.items()) or "None: new files are wanted."


def languages(tool: str) -> Sequence[str]:
    """The languages that a tool tests; the first is meant where none is named."""
    return {"pytest": ("python",), "maven": ("java",), "go": ("go",), "ctest": ("c", "cpp"), "make": ("c", "cpp")}[tool]
