"""A judge's prompt: a document of the pack, and the messages that it becomes for one comment.

    system: ...                     what a judge is and does (optional)
    user: ...                       the question; `{comment}` becomes the text to judge, `{reference}` the expected one,
                                    and `{NAME}` the text field NAME of the sample's inputs
    shots:                          answered examples, in order (optional)
      - {comment: ..., reference: ..., NAME: ..., answer: correct}
    max_tokens: 100                 of an answer (optional)
"""

import re
from collections.abc import Mapping
from typing import Any

from scoring.judge.neutral import GUARD, mark_of, quoted

COMMENT, REFERENCE = "comment", "reference"
MAX_TOKENS = 100
_KEYS = {"system", "user", "shots", "max_tokens"}
_PLACE = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")

Message = dict[str, str]


def faults_of(prompt: Any, known: set[str]) -> list[str]:
    """What is wrong with a prompt document, a sentence's end each. `known` are the text fields that samples have."""
    if not isinstance(prompt, dict) or not isinstance(prompt.get("user"), str):
        return ["needs a text `user`"]
    found = [f"has no key {key!r}; known are {', '.join(sorted(_KEYS))}" for key in sorted(set(prompt) - _KEYS, key=str)]
    if not isinstance(prompt.get("system", ""), str):
        found.append("has a `system` that is no text")
    tokens = prompt.get("max_tokens", MAX_TOKENS)
    if type(tokens) is not int or not 1 <= tokens <= 100_000:
        found.append("has `max_tokens` that are no number from 1 to 100000")
    places = set(_PLACE.findall(prompt["user"]))
    if COMMENT not in places:
        found.append("has a `user` without {comment}")
    found += [f"asks for {{{name}}}, which the samples lack" for name in sorted(places - known - {COMMENT, REFERENCE})]
    return found + _shot_faults(prompt.get("shots", []), places)


def _shot_faults(shots: Any, places: set[str]) -> list[str]:
    if not isinstance(shots, list):
        return ["has `shots` that are no list"]
    needed = {*places, "answer"}
    return [f"shot {number} needs the texts {', '.join(sorted(needed))}, and no other" for number, shot in enumerate(shots)
            if not isinstance(shot, dict) or set(shot) != needed or not all(isinstance(part, str) for part in shot.values())]


def messages(prompt: Mapping[str, Any], subject: Mapping[str, str], comment: str) -> list[Message]:
    """The conversation that asks about one comment. `subject` holds the reference and the inputs of the sample.

    Texts are put in in one pass, so that braces in them stay what they are.
    """
    mark = mark_of(*subject.values(), comment)
    system = "\n\n".join(part for part in (prompt.get("system", ""), GUARD.format(mark=mark)) if part)
    asked = [{"role": "system", "content": system}]
    for shot in prompt.get("shots", []):
        asked += [_user(prompt, shot, shot[COMMENT], mark), {"role": "assistant", "content": shot["answer"]}]
    return [*asked, _user(prompt, subject, comment, mark)]


def _user(prompt: Mapping[str, Any], subject: Mapping[str, str], comment: str, mark: str) -> Message:
    texts = {**subject, COMMENT: quoted(comment, mark)}
    return {"role": "user", "content": _PLACE.sub(lambda place: texts.get(place[1], place[0]), prompt["user"])}
