"""How far a judge agrees with people."""

import asyncio
from collections.abc import Sequence
from typing import Any

from adapters.judge import Judge, Spent
from adapters.settings import Settings
from cli.judging.labels import Labelled
from scoring.errors import BadInput
from scoring.judge.labels import mera_label, strict_label
from scoring.judge.prompt import MAX_TOKENS, faults_of, messages
from scoring.metrics.agreement import agreement, cohens_kappa, spearman


def answers_of(settings: Settings, labelled: Sequence[Labelled], prompt: dict[str, Any] | None, model: str | None) -> list[str]:
    """What the judge says of each line: as the file has it, or asked now.

    Raises BadInput where something must be asked and prompt or model are missing, SandboxFailed when the judge is down.
    """
    asked = [one for one in labelled if one.answer is None]
    if not asked:
        return [one.answer for one in labelled]
    if prompt is None or not model:
        raise BadInput("these labels have no answers of a judge, so it must be asked", code="no_judge",
                       mend="name the pack's prompt with --prompt, and the judge with --model or ASSAY_JUDGE_MODEL")
    known = set.intersection(*(set(one.subject) for one in asked))
    if faults := faults_of(prompt, known):
        raise BadInput(f"the prompt {'; '.join(faults)}", code="bad_prompt", mend="see docs/pack-format.md")
    questions = [messages(prompt, one.subject, one.comment) for one in asked]
    judging = Judge(settings).ask(model, questions, prompt.get("max_tokens", MAX_TOKENS), Spent())
    fresh = iter(asyncio.run(judging))
    return [next(fresh).text if one.answer is None else one.answer for one in labelled]


def calibration(labelled: Sequence[Labelled], answers: Sequence[str], profile: str) -> dict[str, Any]:
    """`{"n", "unclear", "agreement", "kappa", "spearman", "table"}`; `table` counts (label, judged) pairs.

    An answer that is no label counts as "not accepted", as it does in scoring, and is counted in `unclear`. With graded
    labels agreement and kappa are null, for a grade is never equal to a yes or no.
    """
    read = mera_label if profile == "mera-1" else strict_label
    labels = [read(answer) for answer in answers]
    judged, human = [int(label is True) for label in labels], [one.label for one in labelled]
    binary = set(human) <= {0, 1}
    pairs = list(zip(human, judged, strict=True))
    return {
        "n": len(pairs), "unclear": labels.count(None), "profile": profile,
        "agreement": agreement(human, judged) if binary else None,
        "kappa": cohens_kappa(human, judged) if binary else None, "spearman": spearman(human, judged),
        "table": [{"label": label, "judged": verdict, "count": pairs.count((label, verdict))}
                  for label, verdict in sorted(set(pairs))],
    }
