"""What a task knows of its prepared repositories: `settings.environments` says how to make them, `settings.lock` what came."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.benchmark import Limits, Sample, Task
from scoring.verdict import UNSCORED, Verdict

# tool -> the exit status by which it says that tests failed, where other tests than the required ones may
TOOLS = {"pytest": 1, "maven": 1, "go": 1, "ctest": 8, "make": 2}
FILE_FIELDS = ("file", "fn", "file_path", "fn_test")  # ours, and what published records call it


@dataclass(frozen=True)
class Environment:
    """One prepared repository. `baseline` is what its tests did without any answer, `withheld` the files that are not in
    the image because samples have their answers there: path -> text."""

    name: str
    key: str
    tool: str
    test: Mapping[str, Any]
    limits: Mapping[str, Any]
    baseline: Mapping[str, Mapping[str, int]]
    withheld: Mapping[str, str]

    @property
    def stable(self) -> frozenset[str]:
        """The ids of the tests that passed in each of the recorded runs."""
        return frozenset(test for test, seen in self.baseline.items() if seen["runs"] and seen["passed"] == seen["runs"])

    @property
    def stable_as_published(self) -> frozenset[str]:
        """Those of the stable tests that a published rule counts as passed: some passes go by another name there."""
        return frozenset(test for test in self.stable
                         if self.baseline[test].get("published", self.baseline[test]["passed"]) == self.baseline[test]["runs"])

    def limits_of(self, task: Task) -> Limits:
        return replace(task.limits, **self.limits)


def environment_of(task: Task, sample: Sample) -> Environment | None:
    """None as long as it is not built, and for a sample that is not proven in it as it stands."""
    name = sample.meta.get("environment")
    built = task.settings.get("lock", {}).get("environments", {}).get(name)
    if built is None or unproven(task, sample):
        return None
    asked = task.settings["environments"][name]
    return Environment(name, built["key"], asked["tool"], built.get("test", asked.get("test", {})),
                       asked.get("limits", {}), built.get("baseline", {}), built.get("withheld", {}))


def proof_of(task: Task, sample: Sample) -> Mapping[str, Any]:
    """What the build proved of a sample: `first` (the tests that notice its stub), `own_order` (its reference does not pass
    when they run first), `stable` (where it has a
    baseline of its own), `quarantined` and `detail`. Empty for a sample that was not proved yet."""
    return task.settings.get("lock", {}).get("samples", {}).get(task.name, {}).get(sample.id, {})


def unproven(task: Task, sample: Sample) -> str | None:
    """Why a sample of a built environment must not be scored: it was changed after its proof, or never had one."""
    return task.settings.get("lock", {}).get("unproven", {}).get(sample.id)


def not_built(task: Task, sample: Sample) -> Verdict:
    """For an answer whose repository is not there: our side lacks something, so it is never a failure of the answer."""
    if why := unproven(task, sample):
        return Verdict(UNSCORED, f"the sample {why}: run ./assay benchmark build PACK")
    if task.settings.get("environments") is None:
        return Verdict(UNSCORED, f"this benchmark brings no environments for {task.name}, so that nothing can be built: "
                                 "docs/environments.md tells how a pack gets them")
    name = sample.meta.get("environment") or sample.meta.get("repo") or sample.meta.get("repository") or "of this sample"
    why = task.settings.get("lock", {}).get("refused", {}).get(name) or "is not built"
    return Verdict(UNSCORED, f"the environment {name} {why}: run ./assay benchmark build PACK")


def file_of(sample: Sample) -> str | None:
    """The path of the file that the answer goes into, from the root of the repository."""
    return next((sample.meta[name] for name in FILE_FIELDS if isinstance(sample.meta.get(name), str)), None)


def without_quarantined(task: Task) -> Task:
    """The task without the samples whose proof failed; these stand in `quarantined` with the reason, of a private task
    without the details, which may hold a build's log."""
    parts = ("quarantined",) if task.is_private else ("quarantined", "detail")
    found = {sample.id: reason for sample in task.samples if (reason := _quarantined(proof_of(task, sample), parts))}
    kept = tuple(sample for sample in task.samples if sample.id not in found)
    return replace(task, samples=kept, quarantined=found) if found else task


def _quarantined(proof: Mapping[str, Any], parts: Sequence[str]) -> str:
    return ": ".join(str(proof[part]) for part in parts if proof.get("quarantined") and proof.get(part))


def faults_of(task: Task, sample: Sample) -> list[str]:
    """What the sample lacks to have an environment; nothing for a task without environments, which waits for them."""
    asked, name = task.settings.get("environments"), sample.meta.get("environment")
    if asked is None:
        return []
    if not isinstance(asked, dict) or not isinstance(asked.get(name), dict):
        return [f"meta.environment is {name!r}, which settings.environments does not name"]
    if asked[name].get("tool") not in TOOLS:
        return [f"environment {name}: tool is one of {', '.join(TOOLS)}"]
    return []
