"""The client of the judge against a real server that is slow, overloaded, broken or gone."""

import asyncio
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import ValidationError

from adapters.judge import DOWN_AFTER, LONGEST_TEXT, Judge, Spent
from adapters.settings import Settings
from scoring.errors import SandboxFailed
from tests.judge_server import JudgeServer, Question, Reply, judging


def question(text: str) -> Question:
    return [{"role": "user", "content": f"> {text}"}]


def settings(server: JudgeServer | None, **changes) -> Settings:
    url = server.url if server else "http://127.0.0.1:1/v1"
    return Settings(**{"home": Path("unused"), "judge_url": url, "judge_pause_seconds": 0.001, "judge_tries": 3,
                       "judge_timeout_seconds": 5, **changes})


def ask(judge: Judge, *texts: str, spent: Spent | None = None) -> list[str]:
    asked = judge.ask("m", [question(text) for text in texts], 5, spent or Spent())
    return [answer.text for answer in asyncio.run(asked)]


def failing_first(times: int, fault: Reply) -> Callable[[Question], Reply]:
    """Each question gets `fault` so many times, then a word."""
    seen: dict[str, int] = {}
    lock = threading.Lock()

    def answer(asked: Question) -> Reply:
        with lock:
            seen[asked[-1]["content"]] = seen.get(asked[-1]["content"], 0) + 1
            return fault if seen[asked[-1]["content"]] <= times else Reply("correct")

    return answer


def test_answers_come_in_the_order_of_the_questions():
    def slow_first(asked: Question) -> Reply:
        return Reply(asked[-1]["content"], seconds=0.2 if "a" in asked[-1]["content"] else 0)

    with judging(slow_first) as server:
        assert ask(Judge(settings(server)), "a", "b", "c") == ["> a", "> b", "> c"]
        assert server.asked[0] | {"messages": []} == {"model": "m", "messages": [], "temperature": 0, "max_tokens": 5}


def test_no_more_questions_are_open_at_once_than_allowed():
    with judging(lambda asked: Reply("correct", seconds=0.05)) as server:
        ask(Judge(settings(server, judge_concurrency=3)), *"abcdefghij")
        assert (len(server.asked), server.most_at_once) == (10, 3)


@pytest.mark.parametrize("fault", [
    Reply(status=429, headers={"Retry-After": "0.01"}), Reply(status=500), Reply(status=503), Reply(hangs_up=True),
    Reply(body=b"<html>not json"), Reply(body=b"[]"), Reply(body=b'{"choices": []}'), Reply(body=b'"text"'),
    Reply(body=b'{"choices": [{"message": {"content": {"a": 1}}}]}'),
    Reply(body=b"<html>", headers={"Content-Type": "text/html"}), Reply(status=524), Reply(body=b"[" * 100_000),
    Reply(body=b"junk", headers={"Content-Encoding": "gzip"}),
], ids=lambda fault: f"{fault.status}-{(fault.body or b'')[:40]}-{fault.hangs_up}")
def test_a_passing_fault_is_tried_again(fault):
    with judging(failing_first(2, fault)) as server:
        spent = Spent()
        assert ask(Judge(settings(server)), "a", spent=spent) == ["correct"]
        assert (spent.calls, spent.tokens) == (3, 10)


def test_a_slow_judge_is_given_up_after_its_time_and_tried_again():
    with judging(failing_first(1, Reply("late", seconds=1.0))) as server:
        assert ask(Judge(settings(server, judge_timeout_seconds=0.3)), "a") == ["correct"]


def test_a_judge_that_answers_byte_by_byte_is_given_up_after_its_time():
    """Each byte is in time; the answer never is, and the job would wait for ever."""
    with judging(lambda asked: Reply("correct", drips=0.1)) as server:
        began = time.monotonic()
        with pytest.raises(SandboxFailed, match="no answer in time"):
            ask(Judge(settings(server, judge_timeout_seconds=0.4, judge_tries=2)), "a")
        assert time.monotonic() - began < 3


@pytest.mark.parametrize(("counted", "tokens"), [(10**30, 10**9), (-5, 0), (True, 0), ("9", 0), (None, 0), (7, 7)])
def test_tokens_that_no_answer_has_are_not_believed(counted, tokens):
    """The sum of a job stands in a column of 64 bits, and a negative one would lift the budget."""
    body = json.dumps({"choices": [{"message": {"content": "correct"}}], "usage": {"total_tokens": counted}}).encode()
    with judging(lambda asked: Reply(body=body)) as server:
        spent = Spent()
        assert ask(Judge(settings(server)), "a", spent=spent) == ["correct"]
        assert spent.tokens == tokens


def test_of_a_very_long_answer_the_beginning_and_the_end_are_kept():
    with judging(lambda asked: Reply("correct " + "x" * 10**6 + " wrong")) as server:
        [said] = ask(Judge(settings(server)), "a")
    assert (said[:8], said[-6:], len(said)) == ("correct ", " wrong", LONGEST_TEXT)


def test_a_pause_that_the_judge_asks_for_is_kept():
    with judging(failing_first(1, Reply(status=429, headers={"Retry-After": "0.5"}))) as server:
        began = time.monotonic()
        ask(Judge(settings(server)), "a")
        assert time.monotonic() - began >= 0.5


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_a_refusal_is_not_tried_again_and_quotes_nothing(status):
    with judging(lambda asked: Reply(status=status, body=b'{"error": {"message": "secret reference"}}')) as server:
        with pytest.raises(SandboxFailed, match=f"status {status}") as caught:
            ask(Judge(settings(server)), "a")
        assert len(server.asked) == 1 and "secret" not in str(caught.value)


def test_a_reply_without_text_is_an_empty_answer():
    with judging(lambda asked: Reply(None)) as server:
        assert ask(Judge(settings(server)), "a") == [""]


def test_a_judge_that_is_gone_fails_the_sandbox_after_all_tries():
    with pytest.raises(SandboxFailed, match="3 times: APIConnectionError"):
        ask(Judge(settings(None)), "a")


def test_without_an_address_the_message_says_which_setting_is_missing():
    with pytest.raises(SandboxFailed, match="ASSAY_JUDGE_URL"):
        ask(Judge(settings(None, judge_url="")), "a")


def test_a_judge_that_is_gone_is_named_with_setting_and_address_but_without_secrets():
    with pytest.raises(SandboxFailed, match="the judge at http://127.0.0.1:1/v1 failed 3 times") as caught:
        ask(Judge(settings(None, judge_url="http://me:pass@127.0.0.1:1/v1?key=pass")), "a")
    assert "http://127.0.0.1:1/v1" in str(caught.value)  # for the operator's log
    assert caught.value.mend == "see that ASSAY_JUDGE_URL is reachable, and score again"  # for whoever submits
    assert not caught.value.permanent and "pass" not in f"{caught.value}{caught.value.mend}"


def test_a_refusal_names_what_to_look_at():
    with judging(lambda asked: Reply(status=404)) as server, pytest.raises(SandboxFailed) as caught:
        ask(Judge(settings(server)), "a")
    assert all(word in caught.value.mend for word in ("ASSAY_JUDGE_URL", "ASSAY_JUDGE_KEY", "'m'"))
    assert server.url in str(caught.value) and server.url not in caught.value.mend


@pytest.mark.parametrize("url", ["127.0.0.1:18977", "localhost:8000/v1", "ftp://host/v1", "http://", "judge", "http://[::1/v1"])
def test_what_is_no_address_of_a_judge_is_a_fault_of_the_settings(url):
    with pytest.raises(ValidationError, match="judge_url"):
        settings(None, judge_url=url)


@pytest.mark.parametrize("url", ["", "http://h:1/v1", "https://h/v1"])
def test_addresses_and_none_at_all_are_taken(url):
    assert settings(None, judge_url=url).judge_url == url


def test_a_judge_that_is_down_costs_one_try_for_each_question_until_it_answers():
    with judging(lambda asked: Reply(status=500)) as server:
        judge = Judge(settings(server))
        for _ in range(3):
            with pytest.raises(SandboxFailed):
                ask(judge, "a")
        assert len(server.asked) == 3 + 1 + 1
        server.answer = failing_first(2, Reply(status=500))
        server.answer(question("b"))
        server.answer(question("b"))
        assert ask(judge, "b") == ["correct"]
        assert ask(judge, "c") == ["correct"]


def test_a_judge_that_stays_down_is_left_alone_for_a_while():
    with judging(lambda asked: Reply(status=500)) as server:
        judge = Judge(settings(server, judge_tries=1), rest_seconds=1.0)
        for _ in range(DOWN_AFTER + 4):
            with pytest.raises(SandboxFailed):
                ask(judge, "a")
        assert len(server.asked) == DOWN_AFTER
        time.sleep(1.0)
        server.answer = lambda asked: Reply("correct")
        assert ask(judge, "a") == ["correct"]


def test_the_answers_before_a_failure_are_told():
    kept: dict[int, str] = {}
    with judging(lambda asked: Reply(status=400, seconds=0.3) if "b" in asked[-1]["content"] else Reply("correct")) as server:
        judge = Judge(settings(server))
        with pytest.raises(SandboxFailed):
            asyncio.run(judge.ask("m", [question("a"), question("b")], 5, Spent(),
                                  keep=lambda place, answer: kept.update({place: answer.text})))
    assert kept == {0: "correct"}
