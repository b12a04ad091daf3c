"""The rules by which a repository task puts answers into files and judges them. A new one is one line in `RULES`.

`python`, `java`, `go`, `c` and `cpp` are ours and the same in both profiles. The others are published tasks: under `mera-1`
they follow the published scorer, quirks included, under `strict` the rule of their language.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.benchmark import Task
from scoring.extract import mera_java, mera_realcode, mera_realcodejava, mera_yabloco
from scoring.near import meant
from scoring.outcome import Outcome
from scoring.repository import brace_body, judging, python_body
from scoring.repository.place import Place
from scoring.verdict import Verdict

Meta = Mapping[str, Any]
RUNTIMES = {"python": "repo-python", "java": "repo-java", "go": "repo-go", "c": "repo-cpp", "cpp": "repo-cpp"}
TOOLS_OF = {"repo-python": ("pytest",), "repo-java": ("maven",), "repo-go": ("go",), "repo-cpp": ("ctest", "make")}


@dataclass(frozen=True)
class Published:
    """A published scorer: how it places an answer, and its judgement from the outcome and the stable baseline."""

    place: Callable[[str, Place, Meta], str]
    judge: Callable[[Outcome, frozenset[str]], Verdict]
    retries: int = 0  # of tests that failed, of which the last run counts


@dataclass(frozen=True)
class Rule:
    """`needs`: text fields of meta without which the published placement cannot work."""

    language: str
    needs: tuple[str, ...] = ()
    published: Published | None = None

    @property
    def runtime(self) -> str:
        return RUNTIMES[self.language]

    def as_published(self, profile: str) -> Published | None:
        return self.published if profile == "mera-1" else None

    def file(self, reply: str, place: Place, meta: Meta, profile: str) -> str:
        """The text of the whole file with the answer in it."""
        published = self.as_published(profile)
        if published is not None:
            return published.place(reply, place, meta)
        if self.language == "python":
            return python_body.assemble(reply, place, plain_name(meta))
        return brace_body.assemble(reply, place, plain_name(meta), self.language)

    def stub(self, place: Place, meta: Meta) -> str:
        return python_body.stub(place.gold) if self.language == "python" else brace_body.stub(
            place.gold, plain_name(meta), self.language)


def plain_name(meta: Meta) -> str:
    """The function's own name: records write `Cache.pop`, `ns::Cache::pop` or `pop[function]`. Empty where they write none."""
    name = meta.get("intent") or meta.get("fname") or ""
    return str(name).partition("[")[0].rpartition("::")[2].rpartition(".")[2].strip()


def _realcode(reply: str, place: Place, meta: Meta) -> str:
    code = mera_realcode.body(mera_realcode.extract(reply), meta["intent"], place.gold)
    return mera_realcode.assemble(place.left, code, place.right)


def _realcodejava(reply: str, place: Place, meta: Meta) -> str:
    code = mera_realcodejava.body(mera_java.extract(reply), place.left, place.gold, meta["intent"])
    return mera_realcodejava.assemble(place.left, code, place.right)


def _yabloco(reply: str, place: Place, meta: Meta) -> str:
    return place.left + "\n" + mera_yabloco.final(reply) + "\n" + place.right


def _status(outcome: Outcome, baseline: frozenset[str]) -> Verdict:
    return judging.by_status(outcome)


RULES = {
    "python": Rule("python"), "java": Rule("java"), "go": Rule("go"), "c": Rule("c"), "cpp": Rule("cpp"),
    "realcode": Rule("python", ("intent",), Published(_realcode, judging.by_baseline)),
    "realcodejava": Rule("java", ("intent",), Published(_realcodejava, judging.by_baseline)),
    "yabloco": Rule("cpp", (), Published(_yabloco, _status, retries=1)),
}


def runtime_of(settings: Mapping[str, Any]) -> str | None:
    """The room of a task with these settings; None as long as no environment of it is built, so that nothing can run."""
    language = language_of(settings.get("rule"))
    return RUNTIMES[language] if language and settings.get("lock", {}).get("environments") else None


def language_of(rule: Any) -> str | None:
    if rule == "javatestgen":
        return "java"
    return RULES[rule].language if isinstance(rule, str) and rule in RULES else None


def rule_faults(task: Task, known: Collection[str]) -> list[str]:
    """A sentence when the task's rule is none of `known`, and for each of its environments with a tool of another language."""
    rule = task.settings.get("rule")
    if rule not in known:
        return [f"task {task.name}: settings.rule must be one of {', '.join(known)}{meant(rule, known)}"]
    tools = TOOLS_OF[RUNTIMES[language_of(rule) or ""]]
    asked = task.settings.get("environments") or {}
    used = {sample.meta.get("environment") for sample in task.samples}
    return [f"task {task.name}, environment {name}: rule {rule} needs the tool {' or '.join(tools)}"
            for name in asked if name in used and isinstance(asked[name], dict) and asked[name].get("tool") not in tools]
