"""Reading a samples file: one line for each document, with every reply that the model gave to it."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cli.packing.logs import Log
from scoring.bundle.facts import NUMBERS, TEXTS
from scoring.canonical import digest
from scoring.errors import BadInput

NOTHING = "None"  # the harness writes every leaf as text, so this is what became of a reply of null


@dataclass(frozen=True)
class Replies:
    """What a run says of one document: `texts` by attempt (None: nothing came), `filtered` as the task's filter left
    them, and `facts` by attempt: what was logged of their making."""

    sample_id: str | int
    texts: tuple[str | None, ...]
    filtered: Any
    facts: tuple[dict[str, Any], ...]


def read_replies(log: Log, id_fields: Sequence[str]) -> Iterator[Replies]:
    """The documents of a log, in its order, each once: a task with several filters logs a line for each, with the same
    replies, and the first counts.

    `id_fields` are paths into `doc` (`meta.id`), or `doc_id`; several are joined with "/". Raises BadInput, with file
    and line, for what is no such log, and for two lines that answer one document differently.
    """
    seen: dict[str, str] = {}
    with log.path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                replies = _replies(json.loads(line), id_fields)
            except ValueError as error:
                raise _fault(log, number, str(error)) from error
            key, said = str(replies.sample_id), digest(replies.texts)
            if key not in seen:
                seen[key] = said
                yield replies
            elif seen[key] != said:
                raise _fault(log, number, f"document {key} stands twice, with different replies")


def _fault(log: Log, number: int, what: str) -> BadInput:
    return BadInput(f"{log.path.name}, line {number}: {what}", code="bad_samples",
                    mend="give the output folder of lm-eval --log_samples; --id says where its documents have their id")


def _replies(line: Any, id_fields: Sequence[str]) -> Replies:
    if not isinstance(line, dict) or not isinstance(line.get("doc"), dict):
        raise ValueError("it is no object with a `doc`")
    texts = _texts(line.get("resps"))
    return Replies(_id(line, id_fields), texts, line.get("filtered_resps"),
                   tuple(_facts(line, attempt, len(texts)) for attempt in range(len(texts))))


def _id(line: dict[str, Any], id_fields: Sequence[str]) -> str | int:
    parts = [line.get("doc_id") if path == "doc_id" else _at(line["doc"], path) for path in id_fields]
    for path, part in zip(id_fields, parts, strict=True):
        if isinstance(part, bool) or not isinstance(part, str | int):
            raise ValueError(f"its document has no id {path!r}; it has {', '.join(_paths(line['doc']))} and doc_id")
    return parts[0] if len(parts) == 1 else "/".join(str(part) for part in parts)


def _at(value: Any, path: str) -> Any:
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _paths(doc: dict[str, Any]) -> list[str]:
    return [f"{name}.{inner}" for name, value in doc.items() if isinstance(value, dict) for inner in value] + [
        name for name, value in doc.items() if not isinstance(value, dict)]


def _texts(resps: Any) -> tuple[str | None, ...]:
    """`[[r1, ...]]`: one request, asked once for each attempt."""
    if not isinstance(resps, list) or len(resps) != 1 or not isinstance(resps[0], list) or not resps[0]:
        raise ValueError("its `resps` are no list with the replies to one request")
    if not all(reply is None or isinstance(reply, str) for reply in resps[0]):
        raise ValueError("its `resps` are no texts: only tasks that generate text can be packed")
    return tuple(None if reply == NOTHING else reply for reply in resps[0])


def _facts(line: dict[str, Any], attempt: int, attempts: int) -> dict[str, Any]:
    """The facts that `scoring.bundle.facts` keeps, where the run logged them: one value for all attempts or a list with
    one for each, beside `resps` or in `usage`. The id of a prompt is the harness's hash of it."""
    usage = line["usage"] if isinstance(line.get("usage"), dict) else {}
    logged = {name: line.get(name, usage.get(name)) for name in (*TEXTS, *NUMBERS)}
    logged["prompt_id"] = logged["prompt_id"] or line.get("prompt_hash")
    facts = {name: _of_attempt(value, attempt, attempts) for name, value in logged.items()}
    return {name: value for name, value in facts.items() if isinstance(value, str | int | float)}


def _of_attempt(value: Any, attempt: int, attempts: int) -> Any:
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        value = value[0]
    if isinstance(value, list):
        return value[attempt] if len(value) == attempts else None
    return value
