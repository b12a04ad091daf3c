"""From a folder to a pack: find functions, try their stubs in the repository's environment, keep those that tests notice.

1. The tree is packed, candidates are found and put in order (`candidates`); the first of them go on trial.
2. The trial is a pack of its own below Assay's home: its environment is built, and each candidate proven once. It is named by
   what it is made of, so that a run that was interrupted goes on where it was.
3. Of the candidates that at least one reliable test notices, some are chosen, from much noticed to little.
4. The pack is written, built and proven k times, as `./assay benchmark build` does it; without what that puts into quarantine,
   and with others instead, until nothing is (`settling`).
"""

import json
import shutil
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from adapters.benchmarks.locks import read_lock
from adapters.settings import Settings
from cli.environments.building import Options, build_pack
from cli.environments.collecting import environment_images, remove_images
from cli.environments.making import FAILED, Made
from cli.environments.proof import BUILD_FAILS, NOT_NOTICED, STUB_PASSES
from cli.environments.unstable import in_words
from cli.proposing.candidates import Candidate, find_candidates, in_order, words_of_tests
from cli.proposing.packing import (
    ARCHIVE,
    DATA,
    ENVIRONMENTS,
    TASK,
    environment_name,
    limits_for,
    remove_proposal,
    write_proposal,
)
from cli.proposing.settling import Settled, settle
from cli.proposing.tools import LANGUAGES, build_for
from cli.proposing.tree import files_of, pack_tree
from scoring.canonical import digest
from scoring.counting import counted
from scoring.errors import BadInput

Say = Callable[[str], None]
BUILDS_NOT = "the stub does not build"


@dataclass(frozen=True)
class Wish:
    """What the user asks for: `count` samples of at most `tries` functions, proven `repeat` times. `test` are options of the
    tool; a `build` that is None is the project's usual one."""

    root: Path
    to: Path
    count: int
    tries: int
    repeat: int
    tool: str
    test: Mapping[str, Any]
    build: str | None = None
    jdk: str | None = None


@dataclass(frozen=True)
class Tried:
    """A candidate on trial. `noticed_by` counts the reliable tests that fail without it; `reason` is why it is no sample."""

    id: str
    name: str
    file: str
    lines: int
    noticed_by: int = 0
    is_sample: bool = False
    reason: str | None = None

    @property
    def word(self) -> str | None:
        """The reason in a word or two."""
        return self.reason and self.reason.partition(": ")[0]

    @property
    def needs_words(self) -> bool:
        """Whether the reason says more than its word: half of all functions may be noticed by no test."""
        return self.reason not in (self.word, f"{STUB_PASSES}: {NOT_NOTICED}")


@dataclass(frozen=True)
class Proposal:
    """What came of it; `tried` begins with what is noticed most. `unstable`: tests that no answer has to pass, with how often
    they passed of how many runs. Where none of those tried is a sample, there is no pack."""

    pack: Path
    environment: str
    tool: str
    language: str
    functions: int
    tests: int
    seconds: float
    disk_mib: float | None
    unstable: dict[str, list[int]] = field(default_factory=dict)
    tried: list[Tried] = field(default_factory=list)


def propose(settings: Settings, wish: Wish, say: Say) -> Proposal:
    """Makes the pack. The images of the rooms must be there.

    Raises BadInput when the folder has no functions to ask for, cannot be built, or no test notices any of them, and when
    `wish.to` holds a pack already.
    """
    refuse_finished(wish.to)
    paths = files_of(wish.root)
    found = find_candidates(wish.root, paths, LANGUAGES[wish.tool])
    if not found:
        raise BadInput(f"{wish.root} holds no functions of {' or '.join(LANGUAGES[wish.tool])} worth asking for",
                       code="no_functions", mend="docs/own-benchmark.md tells which are passed over; is --tool right?")
    say(f"{counted(len(found), 'function')} in {counted(len(paths), 'file')}; {min(wish.tries, len(found))} on trial")
    is_new = not wish.to.exists() or not any(wish.to.iterdir())
    try:
        return _proposed(settings, wish, paths, found, say)
    finally:
        if is_new and wish.to.is_dir() and {path.name for path in wish.to.iterdir()} <= {ARCHIVE}:
            shutil.rmtree(wish.to)  # a pack of nothing but a source is none


def _proposed(settings: Settings, wish: Wish, paths: list[str], found: list[Candidate], say: Say) -> Proposal:
    wish.to.mkdir(parents=True, exist_ok=True)
    name = environment_name(wish.root)
    sha256 = pack_tree(wish.root, paths, wish.to / ARCHIVE, name)
    spec = _spec(wish, sha256)
    trying = in_order(found, words_of_tests(wish.root, paths))[:wish.tries]
    folder, trial = _trial(settings, wish, name, spec, trying, say)
    tried = _judged(trying, folder)
    noticed = {one.id: one.noticed_by for one in tried if one.reason is None}
    if not noticed:
        said = f", and unstable tests count for nothing: {in_words(trial.unstable)}" if trial.unstable else ""
        raise BadInput(f"no test notices any of {counted(len(tried), 'function')}{said}", code="nothing_noticed",
                       mend="try more of them by --tries; do the tests call the files of this folder, or an installed copy?")
    spec = {**spec, "limits": _limits(folder, name)}
    settled = settle(trying, noticed, wish.count, lambda samples: _final(settings, wish, name, spec, samples, say), say)
    made = settled.made or trial
    if not settled.ids:
        remove_proposal(wish.to)
    _drop_images({trial.key, *settled.keys} - ({made.key} if settled.ids else set()))
    return Proposal(wish.to, name, wish.tool, found[0].language, len(found), made.stable, made.seconds, made.disk_mib,
                    trial.unstable | settled.unstable, _ranked(tried, settled))


def refuse_finished(folder: Path) -> None:
    """Raises BadInput where `folder` holds a pack, but for one of ours whose proof was interrupted: that goes on."""
    if not (folder / "benchmark.yaml").exists():
        return
    ours = (folder / ARCHIVE).is_file() and (folder / DATA).is_file()
    lines = (folder / DATA).read_text("utf-8").splitlines() if ours else []
    proven = read_lock(folder / ENVIRONMENTS)["samples"].get(TASK, {})
    done = {id for id, proof in proven.items() if proof.get("quarantined") != BUILD_FAILS}
    if all(json.loads(line)["meta"]["id"] in done for line in lines):
        raise BadInput(f"{folder} already holds a pack", code="pack_exists", mend="name a new folder, or delete this one")


def _spec(wish: Wish, sha256: str) -> dict[str, Any]:
    spec: dict[str, Any] = {"source": {"archive": ARCHIVE}, "sha256": sha256, "strip": 1, "tool": wish.tool}
    more = {"jdk": wish.jdk, "build": wish.build or build_for(wish.root, wish.tool), "test": dict(wish.test)}
    return spec | {key: value for key, value in more.items() if value}


def _trial(settings: Settings, wish: Wish, name: str, spec: Mapping[str, Any], trying: list[Candidate],
           say: Say) -> tuple[Path, Made]:
    """The trial's folder with its lock, and what came of its environment. Raises BadInput when that cannot be made."""
    key = digest({"spec": spec, "candidates": [[one.id, one.function.first, one.function.last] for one in trying]})
    folder = settings.home / "proposals" / key[:16]
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(wish.to / ARCHIVE, folder / ARCHIVE)
    write_proposal(folder, title="Trial", environment=name, spec=spec, candidates=trying)
    return folder, _built(folder, settings, 1, _telling(say, "trial"))


def _final(settings: Settings, wish: Wish, name: str, spec: Mapping[str, Any], samples: list[Candidate], say: Say) -> Made:
    title = f"Functions of {name}"
    write_proposal(wish.to, title=title, environment=name, spec=spec, candidates=samples)
    return _built(wish.to, settings, wish.repeat, _telling(say, "pack"))


def _built(folder: Path, settings: Settings, runs: int, say: Say) -> Made:
    made = build_pack(folder, settings, Options(runs), say)[0]
    if made.state == FAILED:
        raise BadInput(f"the repository cannot be prepared: {made.reason}", code="build_failed",
                       mend="what it said stands above; --build and --args change what is done")
    return made


def _telling(say: Say, what: str) -> Say:
    return lambda line: say(f"{what}: {line}")


def _judged(trying: list[Candidate], folder: Path) -> list[Tried]:
    proofs = read_lock(folder / ENVIRONMENTS)["samples"][TASK]
    return [_tried(one, proofs[one.id]) for one in trying]


def _tried(candidate: Candidate, proof: Mapping[str, Any]) -> Tried:
    noticed = len(proof["first"])
    reason = f"{proof['quarantined']}: {proof['detail']}" if proof["quarantined"] else None if noticed else BUILDS_NOT
    return Tried(candidate.id, candidate.function.name, candidate.path, candidate.function.lines,
                 0 if reason else noticed, reason=reason)


def _limits(folder: Path, name: str) -> dict[str, int]:
    baseline = read_lock(folder / ENVIRONMENTS)["environments"][name]["baseline"]
    return limits_for(seen["ms"] for seen in baseline.values())


def _ranked(tried: list[Tried], settled: Settled) -> list[Tried]:
    """Most noticed first, with what the pack's own proof found."""
    told = [replace(one, is_sample=one.id in settled.ids, reason=settled.out.get(one.id, one.reason)) for one in tried]
    return sorted(told, key=lambda one: (-one.noticed_by, one.id))


def _drop_images(keys: Collection[str | None]) -> None:
    """Images that withhold other files than the pack's, so that nobody needs them any more; the trial's lock stays, for a next
    run."""
    remove_images([image for image in environment_images() if image.key in keys])
