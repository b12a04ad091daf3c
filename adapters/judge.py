"""The LLM judge: any endpoint that speaks OpenAI's chat completions."""

import asyncio
import random
import ssl
import time
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

import openai
import structlog
from openai import AsyncOpenAI

from adapters.settings import Settings
from scoring.counting import counted
from scoring.errors import SandboxFailed

log = structlog.get_logger()
NO_JUDGE = "set ASSAY_JUDGE_URL to an endpoint that speaks OpenAI's chat completions, and score again"
LONGEST_PAUSE_SECONDS = 30.0
DOWN_AFTER = 5  # questions in vain, one after another
REST_SECONDS = 30.0
# What another try may mend, as every status from 500 up. Any other is a refusal: because of the settings (no such model, no
# permission), or of this one question (too long, or caught by a filter).
PASSING = frozenset({408, 409, 425, 429})
SERVER_FAULT = 500
LONGEST_TEXT = 10_000  # characters of an answer that are kept: a word is asked for, and how it begins and ends is looked at
MOST_TOKENS = 10**9  # of one answer: what a broken judge counts beyond that must not overflow the sum of a job
NO_KEY = "none"  # endpoints of one's own take any; the client insists on one

Message = Mapping[str, str]


class JudgeRefused(SandboxFailed):
    """The judge will not answer this question. Whose fault that is the caller must find out."""

    def __init__(self, message: str, question: Sequence[Message], mend: str):
        super().__init__(message, mend=mend)
        self.question = question


@dataclass(frozen=True)
class Answer:
    """What the judge said, and what that cost. A reply without text is an empty one, a very long one lacks its middle."""

    text: str
    tokens: int = 0


@dataclass
class Spent:
    """What was really used; also of questions that failed in the end."""

    calls: int = 0
    tokens: int = 0


class _Health:
    """Whether the judge is down, learnt from questions that had all their tries in vain.

    After one of them the next get a single try each until one is answered: a job of thousands must not wait through
    every pause for each. After several in a row none is asked for a while, or a judge that hangs would hold the job for
    its timeout at each. One is not enough for that: it may be a question that the judge cannot bear.
    """

    def __init__(self, rest_seconds: float):
        self._rest_seconds = rest_seconds
        self._in_vain = 0
        self._rests_until = 0.0

    @property
    def is_doubtful(self) -> bool:
        return self._in_vain > 0

    @property
    def rests(self) -> bool:
        return self._in_vain >= DOWN_AFTER and time.monotonic() < self._rests_until

    def answered(self) -> None:
        self._in_vain = 0

    def failed(self) -> None:
        self._in_vain += 1
        self._rests_until = time.monotonic() + self._rest_seconds


class Judge:
    """Asks questions, several at once, each several times if need be."""

    def __init__(self, settings: Settings, rest_seconds: float = REST_SECONDS):
        self._settings = settings
        self._tls = ssl.create_default_context()  # once: reading the machine's certificates takes longer than a question
        self._health = _Health(rest_seconds)

    async def ask(self, model: str, questions: Sequence[Sequence[Message]], max_tokens: int, spent: Spent,
                  keep=lambda place, answer: None) -> list[Answer]:
        """The answers in the order of the questions; `keep(place, answer)` is told of each as it comes.

        Raises SandboxFailed when one of them cannot be had, as JudgeRefused where the judge will not answer it; the others
        are then given up.
        """
        if not self._settings.judge_url:
            raise SandboxFailed("no judge is configured: ASSAY_JUDGE_URL is empty", mend=NO_JUDGE, permanent=True)
        if self._health.rests:
            raise SandboxFailed(f"the judge at {self._address()} does not answer; it is asked again later",
                                mend=self._mend("is reachable"))
        turns = asyncio.Semaphore(self._settings.judge_concurrency)
        async with self._client() as client:
            async def one(place: int, question: Sequence[Message]) -> Answer:
                async with turns:
                    answer = await self._patiently(client, model, question, max_tokens, spent)
                keep(place, answer)
                return answer

            asked = [asyncio.create_task(one(place, question)) for place, question in enumerate(questions)]
            try:
                return await asyncio.gather(*asked)
            finally:
                for task in asked:
                    task.cancel()
                await asyncio.gather(*asked, return_exceptions=True)  # the client must outlive them

    def _client(self) -> AsyncOpenAI:
        return AsyncOpenAI(
            base_url=self._settings.judge_url, api_key=self._settings.judge_key or NO_KEY, max_retries=0,
            timeout=self._settings.judge_timeout_seconds, http_client=openai.DefaultAsyncHttpxClient(verify=self._tls),
        )

    async def _patiently(self, client: AsyncOpenAI, model: str, question: Sequence[Message], max_tokens: int,
                         spent: Spent) -> Answer:
        tries = 1
        while True:
            try:
                answer = await self._in_time(_once(client, model, question, max_tokens, spent))
            except _Refused as fault:
                raise JudgeRefused(f"the judge at {self._address()} refuses the question: {fault}", question, mend=self._mend(
                    f"is the endpoint, ASSAY_JUDGE_KEY its key, and {model!r} a model that it has")) from fault
            except _Passing as fault:
                if self._health.is_doubtful or tries >= self._settings.judge_tries:
                    self._health.failed()
                    raise SandboxFailed(f"the judge at {self._address()} failed {counted(tries, 'time')}: {fault}",
                                        mend=self._mend("is reachable")) from fault
                log.info("judge.tries_again", tries=tries, fault=str(fault))
                await asyncio.sleep(self._pause(tries, fault))
                tries += 1
            else:
                self._health.answered()
                return answer

    def _address(self) -> str:
        """Where the judge is asked, without what an address may hold of secrets."""
        url = urlsplit(self._settings.judge_url)
        return urlunsplit((url.scheme, url.netloc.rpartition("@")[2], url.path, "", ""))

    def _mend(self, wanted: str) -> str:
        """Without the address: reasons are read by whoever submits, and where the judge stands is the operator's to know."""
        return f"see that ASSAY_JUDGE_URL {wanted}, and score again"

    async def _in_time(self, asked: Awaitable[Answer]) -> Answer:
        """The client's own limit is for each read: a judge that answers byte by byte would never reach it."""
        try:
            async with asyncio.timeout(self._settings.judge_timeout_seconds):
                return await asked
        except TimeoutError as error:
            raise _Passing("no answer in time") from error

    def _pause(self, tries: int, fault: "_Passing") -> float:
        """Doubled from try to try, with jitter so that workers that failed together do not come back together; never
        less than what the judge asks for."""
        longest = min(LONGEST_PAUSE_SECONDS, self._settings.judge_pause_seconds * 2 ** (tries - 1))
        return max(longest * random.uniform(0.5, 1.0), min(fault.asked_pause, LONGEST_PAUSE_SECONDS))


class _Passing(Exception):
    """A fault that another try may mend. The text names no more than its kind: bodies may quote what is private."""

    def __init__(self, text: str, asked_pause: float = 0.0):
        super().__init__(text)
        self.asked_pause = asked_pause


class _Refused(Exception):
    """An answer by which the judge will not answer: because of the settings, or of this question. The text is its kind."""


async def _once(client: AsyncOpenAI, model: str, question: Sequence[Message], max_tokens: int, spent: Spent) -> Answer:
    spent.calls += 1
    try:
        completion = await client.chat.completions.create(
            model=model, messages=list(question), temperature=0, max_tokens=max_tokens)
    except openai.APIStatusError as error:
        if error.status_code in PASSING or error.status_code >= SERVER_FAULT:
            raise _Passing(f"status {error.status_code}", _asked_pause(error)) from error
        raise _Refused(f"status {error.status_code}") from error
    except (openai.OpenAIError, ValueError, RecursionError) as error:  # no connection, no answer in time, no (sane) JSON
        raise _Passing(type(error).__name__) from error
    return _answer(completion, spent)


def _answer(completion: object, spent: Spent) -> Answer:
    """Raises _Passing for an answer of another shape: the client builds its objects from anything that is JSON."""
    usage = getattr(completion, "usage", None)
    tokens = getattr(usage, "total_tokens", None)
    tokens = min(max(tokens, 0), MOST_TOKENS) if type(tokens) is int else 0
    spent.tokens += tokens
    try:
        text = completion.choices[0].message.content
    except (AttributeError, IndexError, TypeError, KeyError) as error:
        raise _Passing("an answer that is no chat completion") from error
    if not isinstance(text, str | None):
        raise _Passing("an answer that is no text")
    return Answer(_shortened(text or ""), tokens)


def _shortened(text: str) -> str:
    half = LONGEST_TEXT // 2
    return text if len(text) <= LONGEST_TEXT else text[:half] + text[-half:]


def _asked_pause(error: openai.APIStatusError) -> float:
    try:
        return max(0.0, float(error.response.headers.get("retry-after", "0")))
    except ValueError:  # a date: rare among model servers, and our own pause serves
        return 0.0
