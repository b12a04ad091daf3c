"""The text room keeps the contract of sandboxes: facts, or SandboxFailed; never a silent value."""

import os
import signal
import threading
import time

import pytest

from scoring.benchmark import Limits
from scoring.case import Case
from scoring.errors import SandboxFailed
from workers.providers import provider_for
from workers.textroom.rooms import TextRooms

PAIR = {"reference": "два слова", "candidates": ["два слова"], "metrics": ["chrf"]}
NESTED = "(" * 20_000 + "x" + ")" * 20_000
HEAVY = {"reference": "x", "candidates": [NESTED], "metrics": ["codebleu"], "language": "python"}


def case(payload: dict, **limits) -> Case:
    return Case("text", "similarity", "", payload, Limits(**limits))


@pytest.fixture
def rooms():
    made = TextRooms()
    yield made
    made.close()


def test_a_comparison_gives_facts_and_measures(rooms):
    with rooms.open("text", 0, {}, Limits()) as room:
        outcome = room.run(case(PAIR))
    assert outcome.report["results"] == [{"chrf": [8, 8, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3]}]
    assert outcome.peak_kib > 1000 and outcome.is_repeatable


def test_a_comparison_over_its_cpu_time_is_stopped_and_the_next_one_runs(rooms):
    with rooms.open("text", 0, {}, Limits()) as room:
        assert room.run(case(HEAVY, cpu_seconds=0.2)).timed_out == "cpu"
        assert room.run(case(PAIR)).exit_code == 0


def test_a_child_that_does_not_answer_in_time_is_our_failure(rooms):
    with rooms.open("text", 0, {}, Limits()) as room:
        room.run(case(PAIR))
        os.kill(room.pid, signal.SIGSTOP)
        with pytest.raises(SandboxFailed, match="no answer within"):
            room.run(case(PAIR, wall_seconds=0.3))


def test_a_child_that_dies_is_our_failure(rooms):
    with rooms.open("text", 0, {}, Limits()) as room:
        room.run(case(PAIR))
        os.kill(room.pid, signal.SIGSEGV)
        os.waitid(os.P_PID, room.pid, os.WEXITED | os.WNOWAIT)  # on a busy machine it answers once more before it dies
        with pytest.raises(SandboxFailed, match="ended with status"):
            room.run(case(PAIR))


def test_a_request_that_cannot_be_answered_is_our_failure(rooms):
    with rooms.open("text", 0, {}, Limits()) as room, pytest.raises(SandboxFailed, match="KeyError"):
        room.run(case({**PAIR, "metrics": ["no such metric"]}))


def test_closing_from_another_thread_ends_a_comparison_at_once(rooms):
    room = rooms.open("text", 0, {}, Limits())
    threading.Timer(0.8, room.close).start()
    began = time.monotonic()
    with pytest.raises(SandboxFailed):
        room.run(case({**HEAVY, "candidates": [NESTED + "1" * n for n in range(40)]}, cpu_seconds=100))
    assert time.monotonic() - began < 10
    with pytest.raises(SandboxFailed, match="closed"):
        room.run(case(PAIR))


@pytest.mark.parametrize(("language", "around"), [("python", "()"), ("cpp", "{}"), ("javascript", "[]")])
def test_the_deepest_nesting_crashes_no_parser(rooms, language, around):
    """A crash would make the answer UNSCORED, which no answer may choose to be."""
    nested = around[0] * 49_000 + "x" + around[1] * 49_000
    with rooms.open("text", 0, {}, Limits()) as room:
        outcome = room.run(case({**HEAVY, "candidates": [nested], "language": language}, cpu_seconds=1))
    assert outcome.timed_out == "cpu" or outcome.memory_exceeded or outcome.report["phase"] == "done"


@pytest.mark.parametrize("language", ["java", "c_sharp"])
def test_a_text_for_which_a_parser_has_no_memory_is_over_its_limit(rooms, language):
    """The parser keeps all ways to read these brackets, and crashes where it gets no memory for more."""
    with rooms.open("text", 0, {}, Limits()) as room:
        payload = {**HEAVY, "candidates": ["a<" * 50_000], "language": language}
        outcome = room.run(case(payload, cpu_seconds=60, wall_seconds=120))
        assert outcome.memory_exceeded and outcome.report is None
        assert room.run(case(PAIR)).exit_code == 0


def test_the_next_room_has_the_same_child(rooms):
    pids = []
    for _ in range(2):
        with rooms.open("text", 0, {}, Limits()) as room:
            room.run(case(PAIR))
            pids.append(room.pid)
    assert pids[0] == pids[1]


def test_the_self_test_passes_without_a_container_engine(settings_without_engine):
    provider = provider_for(settings_without_engine, ["text"])
    provider.check("text")
    assert len(provider.image_key("text")) == 64 and provider.reap(set()) == 0
