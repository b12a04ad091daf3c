"""./assay judge calibrate"""

from pathlib import Path
from typing import Annotated

import typer

from adapters.benchmarks.text import read_yaml, words_of
from adapters.logs import configure_logs
from adapters.settings import settings
from cli.judging.calibration import answers_of, calibration
from cli.judging.labels import read_labels
from cli.output import print_json
from scoring.counting import counted
from scoring.errors import BadInput, UsageFault
from scoring.judge.labels import RIGHT, WRONG

app = typer.Typer(help="What there is to know of an LLM judge.", no_args_is_help=True)
QUIET = "warning"  # logs go where results go, and tries are no news
PROFILES = ("strict", "mera-1")


@app.callback()
def _group() -> None:
    """What there is to know of an LLM judge."""


@app.command()
def calibrate(
    labels: Annotated[Path, typer.Option(help="JSONL of comments that people have judged.")],
    prompt: Annotated[Path | None, typer.Option(help="The judge's prompt, a YAML file of a pack.")] = None,
    model: Annotated[str | None, typer.Option(help="The judge; default: ASSAY_JUDGE_MODEL.")] = None,
    profile: Annotated[str, typer.Option(help="How answers are read: strict or mera-1.")] = "strict",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")] = False,
) -> None:
    """Compare a judge with human labels: agreement, Cohen's kappa, Spearman's rank correlation."""
    if profile not in PROFILES:
        raise UsageFault(f"there is no profile {profile!r}", mend=f"choose one of {', '.join(PROFILES)}")
    configure_logs(QUIET)
    labelled, model = read_labels(labels), model or settings().judge_model
    answers = answers_of(settings(), labelled, _prompt(prompt) if prompt else None, model)
    found = {"model": model or None, **calibration(labelled, answers, profile)}
    if json:
        print_json(found)
        return
    for name in ("n", "unclear", "agreement", "kappa", "spearman"):
        value = found[name]
        print(f"{name:10} {'–' if value is None else f'{value:.3f}' if isinstance(value, float) else value}")
    if found["unclear"]:
        print(f"{counted(found['unclear'], 'answer')} of the judge said neither {RIGHT} nor {WRONG}, which counts as {WRONG}")
    is_binary = {row["label"] for row in found["table"]} <= {0, 1}
    for row in found["table"]:
        people = _word(row["label"]) if is_binary else f"{row['label']:g}"
        print(f"people {people}, judge {_word(row['judged'])}: {row['count']}")


def _word(label: float) -> str:
    return RIGHT if label else WRONG


def _prompt(path: Path) -> dict:
    try:
        return read_yaml(path)
    except (OSError, ValueError) as error:
        raise BadInput(f"{path} is no prompt: {words_of(error)}", code="bad_prompt", mend="see docs/pack-format.md") from error
