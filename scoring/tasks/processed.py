"""Kind `processed`: the text that an answer to a repository task puts into the repository's file, and no judgement yet.

It is stored with the verdict `SCORED` under `processed`. There is no metric: what the text is worth takes a run in the
repository's environment. Until then the task counts as missing in totals, never as 0.

`settings.rule` names the task whose rule applies. A sample's `meta` has what that rule needs: `gt` and `intent` (realcode),
`gt`, `intent`, `left_context` (realcodejava), `source_code` (javatestgen), nothing (yabloco).
"""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.benchmark import Sample, Task
from scoring.extract import mera_java, mera_javatestgen, mera_realcode, mera_realcodejava, mera_yabloco, strict_block
from scoring.generation import Generation
from scoring.outcome import Outcome
from scoring.tasks.kind import NOTHING_CAME, is_blank, lacking, unknown_settings
from scoring.verdict import SCORED, Verdict

name = "processed"
runtime = None
default_metrics = ()

Meta = Mapping[str, Any]
NEEDS = {"realcode": ("gt", "intent"), "realcodejava": ("gt", "intent", "left_context"), "javatestgen": ("source_code",),
         "yabloco": ()}
_PUBLISHED: dict[str, Callable[[str, Meta], str]] = {
    "realcode": lambda reply, meta: mera_realcode.body(mera_realcode.extract(reply), meta["intent"], meta["gt"]),
    "realcodejava": lambda reply, meta: mera_realcodejava.body(
        mera_java.extract(reply), meta["left_context"], meta["gt"], meta["intent"]),
    "javatestgen": lambda reply, meta: mera_javatestgen.test_file(meta["source_code"], mera_javatestgen.extract(reply)),
    "yabloco": lambda reply, meta: mera_yabloco.final(reply),
}
# The last block whatever its fence, and the plain name of the function: the dataset writes `name[function]`.
_STRICT: dict[str, Callable[[str, Meta], str]] = {
    "realcode": lambda reply, meta: mera_realcode.body(
        strict_block.extract(reply), meta["intent"].partition("[")[0], meta["gt"]),
    "realcodejava": lambda reply, meta: mera_realcodejava.body(
        strict_block.extract(reply), meta["left_context"], meta["gt"], meta["intent"]),
    "javatestgen": lambda reply, meta: mera_javatestgen.test_file(meta["source_code"], strict_block.extract(reply).strip()),
    "yabloco": lambda reply, meta: strict_block.extract(reply),
}


def check(task: Task) -> list[str]:
    rule = task.settings.get("rule")
    if rule not in NEEDS:
        return [*unknown_settings(task, ("rule",)), f"task {task.name}: settings.rule must be one of {', '.join(NEEDS)}"]
    return unknown_settings(task, ("rule",)) + lacking(task, "meta", "meta", NEEDS[rule])


def plan(task: Task, sample: Sample, generation: Generation, profile: str) -> Verdict:
    if is_blank(generation.output):
        return NOTHING_CAME
    rules = _PUBLISHED if profile == "mera-1" else _STRICT
    text = rules[task.settings["rule"]](generation.output, sample.meta)
    return Verdict(SCORED, "not executed yet", scores={"processed": text})


def judge(task: Task, sample: Sample, outcome: Outcome, profile: str) -> Verdict:
    raise AssertionError("processed executes nothing, so there is no outcome to judge")


def gold(task: Task, sample: Sample) -> None:
    return None


def stub(task: Task, sample: Sample) -> str:
    return " "
