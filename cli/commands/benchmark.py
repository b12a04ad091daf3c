"""./assay benchmark list|check|build|clean|from-repo|import|export"""

import dataclasses
import zipfile
from collections.abc import Collection, Mapping
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Column, Table

from adapters.benchmarks import list_packs, load_pack, with_digest
from adapters.judge import NO_JUDGE
from adapters.settings import Settings, settings
from cli.commands import environments
from cli.commands.from_git import from_git
from cli.commands.from_repo import from_repo
from cli.commands.score import run
from cli.embedded import Request, Scored
from cli.environments.state import State, failed_proofs, state_of, unstable_tests
from cli.exits import BAD_INPUT, OK, explain
from cli.exporters.public import PROMPTS, export_public
from cli.importers import IMPORTERS, TAKES
from cli.output import print_json
from cli.packs import find_pack, pack_folder
from cli.render.excerpt import excerpt_beside, indented
from cli.render.text import plain
from cli.render.unstable import unstable_lines
from scoring.benchmark import Benchmark
from scoring.canonical import canonical_json
from scoring.counting import counted
from scoring.errors import OurFault, PackFault, UsageFault
from scoring.log import log_of
from scoring.near import meant
from scoring.plan import gate_generations
from scoring.tasks import judged_review
from scoring.verdict import PASSED, SCORED, UNSCORED

SHOWN_IDS = 20  # of a task's samples without a gold answer; published sets may have none at all
ACCEPTED = (PASSED, SCORED)  # a reference answer has a value; a stub of such a kind has none
app = typer.Typer(help="List, check, build, propose, import and export benchmark packs.", no_args_is_help=True)
app.command("build")(environments.build)
app.command("clean")(environments.clean)
app.command("from-repo")(from_repo)
app.command("from-git")(from_git)


@app.command("list")
def list_command(json: Annotated[bool, typer.Option("--json")] = False) -> None:
    """The packs of the benchmarks folder; a faulty one is told on stderr and ends with exit code 2."""
    packs, faulty = [], []
    for folder in list_packs(settings().benchmarks):
        try:
            packs.append(load_pack(folder))
        except PackFault as fault:
            faulty.append(fault)
    if json:
        print_json([{"name": pack.name, "version": pack.version, "title": pack.title, "digest": pack.digest,
                     "tasks": {name: len(task.samples) for name, task in pack.tasks.items()},
                     "environments": asdict(state) if (state := state_of(pack)) else None} for pack in packs])
    else:
        print_packs(packs)
    for fault in faulty:
        explain(fault)
    raise typer.Exit(BAD_INPUT if faulty else OK)


def print_packs(packs: list[Benchmark]) -> None:
    names = ("benchmark", "version", "tasks", "samples", "title", "environments")
    table = Table(*(Column(name, overflow="fold") for name in names))  # what is cut is lost
    for pack in packs:
        samples = sum(len(task.samples) for task in pack.tasks.values())
        table.add_row(pack.name, pack.version, str(len(pack.tasks)), str(samples), pack.title, str(state_of(pack) or ""))
    Console().print(table)


@app.command()
def check(
    benchmark: Annotated[str, typer.Argument(help="Name of a pack, or its folder.")],
    repeat: Annotated[int, typer.Option(min=1, help="How often gold and stub are run.")] = 1,
    json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Validate a pack, then run its gold answers (must pass) and stubs (must fail) in sandboxes."""
    pack = find_pack(settings(), benchmark)
    state, unchecked = state_of(pack), without_judge(pack, settings())
    faults = unproven_faults(state, benchmark) + [
        fault for which, title in rounds(repeat) for fault in _gate(pack, which, unchecked, title)]
    samples = sum(len(task.samples) for task in pack.tasks.values())
    goldless = without_gold(pack)
    count = sum(map(len, goldless.values()))
    quarantined, unstable = failed_proofs(pack_folder(settings(), benchmark)), unstable_tests(pack)
    if json:
        print_json({"benchmark": pack.name, "version": pack.version, "digest": pack.digest, "samples": samples,
                    "without_gold": count, "samples_without_gold": goldless, "unchecked": unchecked, "faults": faults,
                    "quarantined": quarantined, "unstable": unstable, "environments": asdict(state) if state else None})
    else:
        for fault in faults:
            said = f"{fault['verdict']} {plain(fault['reason'] or '')}"
            print(f"{fault['gate']}: {fault['task']} {plain(fault['sample'])}: {said}{indented(fault['log'])}")
        for sample, proof in quarantined.items():
            print(f"quarantined: {plain(sample)}: {plain(proof['reason'])}{indented(proof['log'])}")
        for line in unstable_lines(unstable):
            print(line)
        for name, reason in (state.refused if state else {}).items():
            print(f"environment {name} {reason}")
        for name in unchecked:
            print(f"{name} is not checked, for no judge is configured: {NO_JUDGE}")
        for name, ids in goldless.items():
            print(f"without a gold answer: {name}: {_listed(ids)}")
        unproven = f", {counted(count, 'sample')} without a gold answer" if count else ""
        built = f", environments: {state}" if state else ""
        print(f"{pack.name} {pack.version}: {counted(len(faults), 'fault')}{unproven}{built}")
    raise typer.Exit(1 if faults or (state and state.refused) else 0)


def unproven_faults(state: State | None, benchmark: str) -> list[dict]:
    """Samples that scoring refuses: the gate has no answer for them, since they have no environment until they are built."""
    named = [(name.partition("/"), why) for name, why in (state.unproven if state else {}).items()]
    return [{"gate": "proof", "task": task, "sample": sample, "verdict": UNSCORED,
             "reason": f"it {why}: ./assay benchmark build {benchmark}", "log": ""} for (task, _, sample), why in named]


def rounds(repeat: int) -> list[tuple[str, str]]:
    """Which answers each round runs, and what its progress is called.

    >>> rounds(1)
    [('gold', 'gold'), ('stub', 'stub')]
    >>> rounds(2)[2]
    ('gold', 'gold, round 2 of 2')
    """
    return [(which, which if repeat == 1 else f"{which}, round {number} of {repeat}")
            for number in range(1, repeat + 1) for which in ("gold", "stub")]


def without_gold(pack: Benchmark) -> dict[str, list[str]]:
    """By task the ids of samples that the gate cannot prove: they have no reference answer, or nothing to run it in."""
    proven = {(one.task, one.sample_id) for one in gate_generations(pack, "gold")}
    found = {name: [sample.id for sample in task.samples if (name, sample.id) not in proven]
             for name, task in pack.tasks.items()}
    return {name: ids for name, ids in found.items() if ids}


def _listed(ids: list[str]) -> str:
    more = f" and {len(ids) - SHOWN_IDS} more (--json lists all)" if len(ids) > SHOWN_IDS else ""
    return ", ".join(map(plain, ids[:SHOWN_IDS])) + more


def without_judge(pack: Benchmark, config: Settings) -> list[str]:
    """The tasks that nobody can judge on this machine: that is no fault of the pack."""
    return [] if config.judge_url else [name for name, task in pack.tasks.items() if task.runtime == judged_review.runtime]


def _gate(pack: Benchmark, which: str, left_out: Collection[str], title: str) -> list[dict]:
    """Every sample whose gold did not pass, or whose stub did; and those that could not be scored."""
    generations = [one for one in gate_generations(pack, which) if one.task not in left_out]
    if not generations:
        return []
    single = with_digest(dataclasses.replace(pack, tasks={  # another benchmark, so that no job takes one for the other
        name: dataclasses.replace(task, attempts=1, metrics=_for_one_attempt(task.metrics))
        for name, task in pack.tasks.items()
    }))
    asked = {(generation.task, generation.sample_id) for generation in generations}
    with TemporaryDirectory(prefix="assay-gate-") as folder:
        archive = Path(folder) / f"{which}.zip"
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
            made.writestr("answers.jsonl", "".join(canonical_json({
                "task": generation.task, "id": generation.sample_id, "attempt": 0, "output": generation.output,
            }) + "\n" for generation in generations))
        scored: Scored = run(settings(), Request(archive, single, no_cache=True), title)
    if scored.report is None:
        raise OurFault(f"the {which} answers were not scored: {scored.job['state']}: {scored.job['reason']}")
    wanted = which == "gold"
    accepted = "" if wanted else "the tests accept a stub"
    return [
        {"gate": which, "task": row["task"], "sample": row["sample_id"], "verdict": row["verdict"],
         "reason": row["reason"] or accepted,
         "log": "" if row["verdict"] in ACCEPTED else log_beside(row)}
        for row in scored.details
        if (row["task"], row["sample_id"]) in asked and (row["verdict"] == UNSCORED or (row["verdict"] in ACCEPTED) != wanted)
    ]


def log_beside(row: Mapping[str, Any]) -> str:
    """What is shown of a run's log below the reason of its verdict."""
    outcome = row["outcome"]
    return excerpt_beside(row["reason"] or "", outcome and log_of(row["verdict"], outcome))


def _for_one_attempt(metrics: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys("pass@1" if metric.startswith("pass@") else metric for metric in metrics))


@app.command("import")
def import_command(
    kind: Annotated[str, typer.Argument(help=f"One of: {', '.join(IMPORTERS)}.")],
    source: Annotated[Path, typer.Option("--from", help="The file, or for mera the folder, as its authors publish it.")],
    to: Annotated[Path, typer.Option("--to", help="Folder of the new pack.")],
    attempts: Annotated[int, typer.Option(min=1, max=1000, help="Answers per sample that the benchmark asks for.")] = 1,
    repositories: Annotated[
        str | None, typer.Option(help="swe-bench: folder of clones, or address, before OWNER/NAME.")] = None,
    subset: Annotated[Path | None, typer.Option(help="swe-bench: a file with the instances to take.")] = None,
) -> None:
    """Make a pack from a published data file."""
    if kind not in IMPORTERS:
        raise UsageFault(f"there is no importer {kind!r}", mend=f"choose one of {', '.join(IMPORTERS)}{meant(kind, IMPORTERS)}")
    given = {name: value for name, value in (("repositories", repositories), ("subset", subset)) if value is not None}
    if unknown := sorted(given.keys() - set(TAKES.get(kind, ()))):
        raise UsageFault(f"importer {kind} takes no --{unknown[0]}", mend="leave it out")
    IMPORTERS[kind](source, to, attempts=attempts, **given)
    pack = load_pack(to)
    samples = sum(len(task.samples) for task in pack.tasks.values())
    print(f"{pack.name} {pack.version}: {counted(samples, 'sample')} in {to}")


@app.command("export")
def export_command(
    benchmark: Annotated[str, typer.Argument(help="Name of a pack, or its folder.")],
    to: Annotated[Path, typer.Option("--to", help="Folder of the new pack.")],
    public: Annotated[bool, typer.Option("--public", help="Without what private tasks hide.")] = False,
) -> None:
    """Make a pack that may be given away: public tasks whole, of private ones the prompts."""
    if not public:
        raise UsageFault("a pack is exported for the public only", mend="add --public; to copy a pack, copy its folder")
    exported = export_public(pack_folder(settings(), benchmark), to)
    for task in exported.withheld:
        print(f"{task}: private, prompts only, in {to / PROMPTS}")
    for line in exported.missing:
        print(f"not to be scored at home: {line}")
    print(f"{exported.pack.name} {exported.pack.version}: {len(exported.pack.tasks)} public tasks in {to}")
