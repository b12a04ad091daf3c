"""The provider of the runtime `judge`: the contract of sandboxes over an endpoint that answers questions."""

import asyncio
import threading
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from adapters.db import spending
from adapters.db.engine import Database
from adapters.judge import Answer, Judge, JudgeRefused, Message, Spent
from adapters.settings import Settings
from scoring.benchmark import Limits
from scoring.canonical import digest
from scoring.case import SCORER_VERSION, Case
from scoring.errors import SandboxFailed
from scoring.judge.labels import strict_label
from scoring.judge.prompt import MAX_TOKENS, REFERENCE, messages
from scoring.outcome import Outcome
from scoring.tasks.judged_review import compared
from workers.judgeroom.answers import Answers, answer_key
from workers.workshop import PATIENCE_SECONDS

RUNTIME = "judge"


class JudgeRooms:
    """Opens rooms that share one judge, what is known of its health, and its answers."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.judge = Judge(settings)
        self.answers = Answers()
        self.db = Database(settings.resolved_database_url(), patience=PATIENCE_SECONDS)  # connects on first use

    def open(self, runtime: str, slot: int, labels: dict[str, str], limits: Limits) -> "JudgeRoom":
        return JudgeRoom(self, labels["assay.job"])

    def image_key(self, runtime: str) -> str:
        """Stands for the judge in the keys of cases; the prompt, and the model where we set none, stand in the cases."""
        return digest({"scorer": SCORER_VERSION, "judge": self.settings.judge_model})

    def check(self, runtime: str) -> None:
        """Asks nothing: a judge that is down now may be back when its cases come, and if not they end UNSCORED. That none is
        configured is told by whoever starts workers."""

    def reap(self, alive_leases: set[str]) -> int:
        return 0  # there is nothing that could outlive its worker

    def vacate(self, slot: int) -> None:
        """Nothing is lent to them."""

    def tidy(self) -> int:
        return 0  # it keeps nothing on disk


class JudgeRoom:
    """The contract of `workers.sandbox.contract.Sandbox`. The comments of a case are asked about at once."""

    def __init__(self, rooms: JudgeRooms, job: str):
        self._rooms = rooms
        self._job = job
        self._lock = threading.Lock()  # guards the two below against `close` from another thread
        self._closed = False
        self._running: tuple[asyncio.AbstractEventLoop, asyncio.Task] | None = None

    def run(self, case: Case) -> Outcome:
        try:
            return asyncio.run(self._run(case))
        except asyncio.CancelledError as error:
            raise SandboxFailed("the judge's room was closed") from error

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._running is not None:
                loop, task = self._running
                loop.call_soon_threadsafe(task.cancel)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        self.close()

    async def _run(self, case: Case) -> Outcome:
        with self._lock:
            if self._closed:
                raise SandboxFailed("the judge's room was closed")
            self._running = asyncio.get_running_loop(), asyncio.current_task()
        try:
            return await self._judge(case)
        finally:
            with self._lock:
                self._running = None

    async def _judge(self, case: Case) -> Outcome:
        began, payload = time.monotonic(), case.payload
        model = self._rooms.settings.judge_model or payload["model"]
        ask = _Asking(self._rooms, self._job, model, payload["prompt"].get("max_tokens", MAX_TOKENS))
        asked = [messages(payload["prompt"], payload["subject"], comment) for comment in payload["comments"]]
        while (refused := await ask.refused_of(asked)) is not None:
            await _excuse(ask, case, refused)
        answers = await ask.all(asked)
        if payload["one_word"] and any(strict_label(answer.text) is None for answer in answers):
            await _refuse_babble(ask, case)
        results = [{"answer": answer.text, **fact} for answer, fact in zip(answers, compared(case), strict=True)]
        return Outcome(
            exit_code=0, wall_ms=round(1000 * (time.monotonic() - began)),
            report={"phase": "done", "error": None, "model": model, "results": results,
                    "usage": {"calls": ask.spent.calls, "tokens": ask.spent.tokens}},
        )


async def _excuse(ask: "_Asking", case: Case, refused: Sequence[Message]) -> None:
    """Finds out why the judge will not answer a question: by asking it once more, alone, then by asking about the expected
    comment. If that is answered the comment is at fault, such as one that a filter catches, and has no word of the judge.

    Raises JudgeRefused when it is the judge's fault or the settings'. No comment may choose to make its sample UNSCORED.
    """
    if await ask.refused_of([refused]) is None:
        return
    await _control(ask, case)
    ask.has_no_answer(refused)


async def _control(ask: "_Asking", case: Case) -> Answer:
    """What the judge says of the expected comment, in which the model under test has no say."""
    subject = case.payload["subject"]
    [control] = await ask.all([messages(case.payload["prompt"], subject, subject[REFERENCE])])
    return control


async def _refuse_babble(ask: "_Asking", case: Case) -> None:
    """Raises SandboxFailed when the judge finds no word for the expected comment either; else the comment has confused it,
    which is the comment's fault."""
    if strict_label((await _control(ask, case)).text) is None:
        raise SandboxFailed("the judge answers with neither of its two words, even about the expected comment")


class _Asking:
    """The questions of one case: answered from what is known, within the job's budget."""

    def __init__(self, rooms: JudgeRooms, job: str, model: str, max_tokens: int):
        self._rooms, self._job, self._model, self._max_tokens = rooms, job, model, max_tokens
        self.spent = Spent()

    async def refused_of(self, questions: Sequence[Sequence[Message]]) -> Sequence[Message] | None:
        """Asks them; the first that the judge refuses, None when it has answered all."""
        try:
            await self.all(questions)
        except JudgeRefused as refusal:
            return refusal.question
        return None

    def has_no_answer(self, question: Sequence[Message]) -> None:
        self._rooms.answers.keep(self._key(question), Answer(""))

    async def all(self, questions: Sequence[Sequence[Message]]) -> list[Answer]:
        keys = [self._key(question) for question in questions]
        known = self._rooms.answers
        open_questions = {key: question for key, question in zip(keys, questions, strict=True) if known.find(key) is None}
        if open_questions:
            await self._paid(open_questions)
        return [known.find(key) for key in keys]

    def _key(self, question: Sequence[Message]) -> str:
        return answer_key(self._job, self._model, question, self._max_tokens)

    async def _paid(self, questions: dict[str, Sequence[Message]]) -> None:
        settings, db, keys = self._rooms.settings, self._rooms.db, list(questions)
        allowed = db.transact(lambda connection: spending.reserve(
            connection, self._job, len(keys), max_calls=settings.judge_max_calls, max_tokens=settings.judge_max_tokens))
        if not allowed:
            raise SandboxFailed(f"the job's budget for the judge is spent: {settings.judge_max_calls} calls, "
                                f"{settings.judge_max_tokens} tokens",
                                mend="raise ASSAY_JUDGE_MAX_CALLS or ASSAY_JUDGE_MAX_TOKENS, and score again")
        spent = Spent()
        try:
            await self._rooms.judge.ask(self._model, list(questions.values()), self._max_tokens, spent,
                                        keep=lambda place, answer: self._rooms.answers.keep(keys[place], answer))
        finally:
            db.transact(lambda connection: spending.spend(
                connection, self._job, calls=spent.calls - len(keys), tokens=spent.tokens))
            self.spent.calls += spent.calls
            self.spent.tokens += spent.tokens
