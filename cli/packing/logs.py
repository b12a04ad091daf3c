"""Finding the samples files of a run: `samples_TASK_DATE.jsonl`, of which the newest of each task counts."""

import re
from dataclasses import dataclass
from pathlib import Path

from scoring.errors import BadInput

# isoformat with the colons made dashes; the fraction is missing in one run of a million
_SAMPLES = re.compile(r"samples_(?P<task>.+)_(?P<date>\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d+)?)\.jsonl")


@dataclass(frozen=True)
class Log:
    """The samples file of one task, as the harness names the task."""

    task: str
    date: str
    path: Path


@dataclass(frozen=True)
class Logs:
    """What an output folder holds: the newest log of each task, by task, and the older ones that were passed over."""

    newest: tuple[Log, ...]
    older: tuple[Log, ...]
    folder: Path


def find_logs(folder: Path) -> Logs:
    """The logs in `folder` or in the one folder below it that holds them (the harness makes one for each model).

    Raises BadInput when there are none, or when several folders hold some: answers of two models must not be mixed.
    """
    found = [Log(match["task"], match["date"], path) for path in sorted(folder.rglob("samples_*.jsonl"))
             if (match := _SAMPLES.fullmatch(path.name))]
    if not found:
        raise BadInput(f"{folder} holds no samples_TASK_DATE.jsonl", code="no_samples",
                       mend="run lm-eval with --log_samples and name its --output_path")
    folders = sorted({log.path.parent for log in found})
    if len(folders) > 1:
        raise BadInput(f"several folders hold logs: {', '.join(map(str, folders))}", code="several_runs",
                       mend="name one of them: a submission holds the answers of one model")
    newest: dict[str, Log] = {}
    for log in sorted(found, key=lambda log: log.date):
        newest[log.task] = log
    older = tuple(log for log in found if log not in newest.values())
    return Logs(tuple(newest[task] for task in sorted(newest)), older, folders[0])


def harness_files(folder: Path) -> list[Path]:
    """The samples and results files of a run, as MERA's packer puts them into logs_public.zip."""
    return sorted(path for pattern in ("samples_*.jsonl", "results_*.json") for path in folder.glob(pattern))
