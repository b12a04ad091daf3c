"""./assay pack"""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from cli.importers.swe_bench import TASK
from cli.machine import say
from cli.output import make_folder, print_json
from cli.packing.archive import Packed, write_archive
from cli.packing.logs import find_logs
from cli.packing.predictions import pack_predictions
from scoring.counting import counted
from scoring.errors import BadInput, UsageFault

app = typer.Typer()


@app.command()
def pack(
    folder: Annotated[Path | None, typer.Argument(
        metavar="[LM_EVAL_DIR]", show_default=False, help="The --output_path of lm-eval --log_samples.")] = None,
    predictions: Annotated[Path | None, typer.Option(
        "--from-predictions", metavar="FILE", help="Predictions of SWE-bench in place of a folder.")] = None,
    task: Annotated[str, typer.Option(help="The task that the predictions answer.")] = TASK,
    out: Annotated[Path | None, typer.Option(help="The ZIP to write; default: DIR_submission.zip, or FILE.zip.")] = None,
    mera: Annotated[bool, typer.Option("--mera", help="Write MERA's files in place of JSONL.")] = False,
    logs: Annotated[bool, typer.Option("--logs", help="Put the run's logs in, as logs_public.zip.")] = False,
    id_path: Annotated[str, typer.Option("--id", help="Where a document has its id; several, joined by commas.")] = "meta.id",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")] = False,
) -> None:
    """Make a submission ZIP from the output of lm-eval (replies as they came, the newest run of each task), or from
    predictions of SWE-bench."""
    if (folder is None) == (predictions is None):
        raise UsageFault("name either the folder of lm-eval or --from-predictions", mend="./assay pack --help")
    if predictions is not None:
        to = _placed(out) or _free(predictions.resolve().with_suffix(".zip"))
        _show(to, [pack_predictions(predictions, to, task)], [], as_json=json)
        return
    if not folder.is_dir():
        raise BadInput(f"there is no folder {folder}", code="no_such_folder", mend="check the path")
    found = find_logs(folder)
    for log in found.older:
        say(f"{log.path.name}: left out, a newer run of {log.task} is there")
    to = _placed(out) or folder.resolve().with_name(f"{folder.resolve().name}_submission.zip")
    packed = write_archive(found, to, as_mera=mera, with_logs=logs, id_fields=id_path.split(","))
    _show(to, packed, [log.path.name for log in found.older], as_json=json)


def _placed(out: Path | None) -> Path | None:
    """The same, with a folder around it. Raises UsageFault."""
    if out is not None:
        make_folder(out.parent)
    return out


def _free(path: Path) -> Path:
    """Raises UsageFault where something is there: `preds.zip` beside `preds.jsonl` may be anything."""
    if path.exists():
        raise UsageFault(f"{path} is there already", mend="delete it, or name the ZIP with --out")
    return path


def _show(to: Path, packed: list[Packed], left_out: list[str], *, as_json: bool) -> None:
    if as_json:
        print_json({"archive": str(to), "members": [asdict(one) for one in packed], "left_out": left_out})
        return
    for one in packed:
        print(f"{one.member}: {counted(one.samples, 'sample')}, {counted(one.answers, 'answer')}")
    print(to)
