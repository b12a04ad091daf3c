"""What a Go program can send its judge past its own side: anything but an answer ends the case without a pass. And cases that
turn out to need one process.
"""

from pathlib import Path

import pytest

from scoring.benchmark import Limits
from scoring.case import Case
from scoring.verdict import COMPILE_ERROR, MEMORY_LIMIT, PASSED, RUNTIME_ERROR, WRONG_ANSWER
from workers.sandbox import selftest
from workers.sandbox.container import memory_group

LIMITS = Limits(cpu_seconds=8.0, wall_seconds=60.0, memory_mib=384, output_kib=256, processes=48, tmp_mib=32)
SETUP = 'package main\n\nimport (\n    "testing"\n    "github.com/stretchr/testify/assert"\n)\n'
# It takes the question and answers itself: `answer` stands for the bytes after length and number.
SENDER = """
package main

import "syscall"

func init() {{
    head := make([]byte, 4)
    syscall.Read(3, head)
    question := make([]byte, int(head[3]))
    syscall.Read(3, question)
    answer := append(question[:8:8], {answer}...)
    size := len(answer)
    answer = append([]byte{{0, byte(size >> 16), byte(size >> 8), byte(size)}}, answer...)
    for len(answer) > 0 {{
        count, fault := syscall.Write(3, answer)
        if fault != nil {{
            break
        }}
        answer = answer[count:]
    }}
}}

func F() {kind} {{
    panic(1)
}}

func many(times int, what string) (all string) {{
    for range times {{
        all += what
    }}
    return
}}

func types(count int) (all string) {{
    for place := range count {{
        all += "\\x11" + string([]byte{{byte(place%128 | 128), byte(place / 128)}}) + "\\x17\\x02\\x01" + many(place, "\\x00")
    }}
    return
}}
"""
ANSWERED = {  # control: answers in the right form pass, since these tests do not look at them
    "a number": ("int", r'"\x01\x06"'), "no list": ("[]int", r'"\x01\x00"'), "a list": ("[]int", r'"\x01\x01\x02\x00\x01"'),
    "a list of anything": ("any", r'"\x01\x17\x14\x01\x01\x02\x02"'), "an error": ("error", r'"\x01\x01\x01x"'),
    "a type of its own": ("any", r'"\x01\xf0\x01x\x00"'),
    "eight million": ("[]bool", r'"\x01\x01\x80\xff\xff\x03" + string(make([]byte, 8388480))'),
    "values in values": ("any", r'"\x01" + many(200, "\x17\x14\x01\x01") + "\x00"'),
    "a hundred types": ("[]any", r'"\x01\x01\x64" + types(100)'),
}
SENT = {
    "nothing": ("int", '""'),
    "neither results nor a panic": ("int", r'"\x00\x06"'),
    "another sort of answer": ("int", r'"\x03\x06"'),
    "no result": ("int", r'"\x01"'),
    "bytes after it": ("int", r'"\x01\x06\x00"'),
    "a number that never ends": ("int", r'"\x01" + many(20, "\xff")'),
    "a number too large for the type": ("int8", r'"\x01\x80\x04"'),
    "a truth that is neither": ("bool", r'"\x01\x02"'),
    "a text longer than the frame": ("string", r'"\x01\x7f" + "abc"'),
    "a text of 2**63": ("string", r'"\x01" + many(9, "\x80") + "\x01"'),
    "more items than bytes": ("[]int", r'"\x01\x01\xff\xff\xff\xff\x0f"'),
    "items of 2**63": ("[]int", r'"\x01\x01" + many(9, "\x80") + "\x01"'),
    "rows of more than bytes": ("[][1000]int", r'"\x01\x01\xff\x0f" + many(4000, "\x01")'),
    "entries of more than bytes": ("map[int]int", r'"\x01\x01\x10" + many(16, "\x00")'),
    "a key that stands twice": ("map[int]int", r'"\x01\x01\x02\x02\x02\x02\x02"'),
    "a key that is a list": ("map[any]int", r'"\x01\x01\x01\x17\x02\x01\x01\x02\x02"'),
    "a key that hides a list": ("map[any]int", r'"\x01\x01\x01\x11\x01\x14\x01\x17\x02\x01\x00\x02"'),
    "a map with lists for keys": ("any", r'"\x01\x15\x17\x02\x02\x00"'),
    "an array of more than bytes": ("any", r'"\x01\x11\xff\xff\x7f\x02" + many(1000, "\x00")'),
    "arrays of arrays of more than bytes": ("any", r'"\x01\x11\xe8\x07\x11\xe8\x07\x11\xe8\x07\x02" + many(2000, "\x01")'),
    "an array in no list": ("any", r'"\x01\x17" + many(6, "\x11\xe8\x07") + "\x02\x00" + many(2000, "\x01")'),
    "a function": ("any", r'"\x01\x13\x00"'),
    "a channel of numbers": ("any", r'"\x01\x12\x02\x00"'),
    "a struct": ("any", r'"\x01\x19\x01"'),
    "memory": ("any", r'"\x01\x1a\x00\x01"'),
    "a pointer to a list": ("any", r'"\x01\x16\x17\x02\x00"'),
    "no sort at all": ("any", r'"\x01\xee"'),
    "types in types": ("any", r'"\x01" + many(5000, "\x17") + "\x02\x00"'),
    "values in values without end": ("any", r'"\x01" + many(50000, "\x17\x14\x01\x01") + "\x00"'),
    "thousands of types": ("[]any", r'"\x01\x01\xac\x02" + types(300)'),
    "an error of no sort": ("error", r'"\x01\x09\x01x"'),
    "no error where one is": ("any", r'"\x01\xe0\x00"'),
    "a panic with nothing": ("int", r'"\x02\x00"'),
    "a panic with a half": ("int", r'"\x02\x18\x7f"'),
    "eight mebibytes and one": ("[]bool", r'string(make([]byte, 8<<20-7))'),
}


def run(rooms, program: str, tests: str, declaration: str):
    """The verdict and the outcome."""
    payload = {"entry_point": "F", "setup": SETUP, "tests": tests, "declaration": declaration, "judge": "divided"}
    case = Case("go", "program-tests", program, payload, LIMITS)
    outcome = rooms.room("go").run(case)
    return selftest.RoomCase("", case, "").judge(outcome), outcome


def sent(rooms, kind: str, answer: str):
    tests = "func TestF(t *testing.T) {\n    assert.True(t, t != nil)\n    F()\n}\n"
    return run(rooms, SENDER.format(answer=answer, kind=kind), tests, f"func F() {kind}")


@pytest.mark.parametrize("name", ANSWERED)
def test_what_is_an_answer_is_taken_for_one(rooms, name):
    verdict, outcome = sent(rooms, *ANSWERED[name])
    assert verdict == PASSED and not outcome.is_weak, outcome


@pytest.mark.parametrize("name", SENT)
def test_what_is_no_answer_ends_the_case(rooms, name):
    verdict, outcome = sent(rooms, *SENT[name])
    assert verdict == RUNTIME_ERROR and outcome.report is None, outcome
    assert "panic" not in outcome.stderr, "the judge's own process must not be what broke"


CALLBACK = "func TestF(t *testing.T) {\n    assert.Equal(t, 2, F(func(n int) int { return n + 1 }))\n}\n"
HELPER = "func TestF(t *testing.T) {\n    assert.Equal(t, 2, F(helper))\n}\n"
PROGRAM = """
package main

const helper = 1

func F(value any) int {
    if call, is := value.(func(int) int); is {
        return call(1)
    }
    return value.(int) + 1
}
"""


@pytest.mark.parametrize("tests", [CALLBACK, HELPER], ids=["arguments that are no data", "a name that only the program has"])
def test_what_cannot_be_divided_runs_in_one_process(rooms, tests):
    for _ in range(2):
        verdict, outcome = run(rooms, PROGRAM, tests, "func F(value any) int")
        assert verdict == PASSED and outcome.is_weak, outcome


SENT_BACK = {
    "a type of its own": "type own struct{ at *int }\nfunc F(any) any { return own{} }",
    "an error of its own": "type own string\nfunc (own) Error() string { return `x` }\nfunc F(any) any { return own(`x`) }",
    "an error of the runtime": "func F(any) (value any) {\n    defer func() { value = recover() }()\n    panic(nil)\n}",
    "values in values": "func F(value any) any {\n    if value != 1 {\n        return 1\n    }\n"
                        "    for range 240 {\n        value = []any{value}\n    }\n    return value\n}",
    "many bytes": "func F(any) any { return make([]bool, 8000000) }",
}


@pytest.mark.parametrize("name", SENT_BACK)
def test_what_a_program_has_answered_never_brings_the_tests_into_its_process(rooms, name):
    tests = ("func TestF(t *testing.T) {\n    once := F(1)\n    twice := F([]any{once, once, []any{once, once}})\n"
             "    assert.True(t, once != nil && twice != nil)\n}\n")
    verdict, outcome = run(rooms, f"package main\n\n{SENT_BACK[name]}\n", tests, "func F(value any) any")
    assert verdict == PASSED and not outcome.is_weak, outcome


SIGNATURES = {
    "func F(value any) int { return 2 }": PASSED, "func F(value interface{}) (n int) { return 2 }": PASSED,
    "type two = int\nfunc F(any) two { return 2 }": PASSED, "var F = func(any) int { return 2 }": PASSED,
    "func F(value any) int64 { return 2 }": COMPILE_ERROR, "func F(value int) int { return 2 }": COMPILE_ERROR,
    "func F(value any) (int, error) { return 2, nil }": COMPILE_ERROR, "func f(value any) int { return 2 }": COMPILE_ERROR,
    "type int string\nfunc F(any) int { return `2` }": RUNTIME_ERROR, "func F(value any) int { return 3 }": WRONG_ANSWER,
}


@pytest.mark.parametrize("code", SIGNATURES)
def test_a_program_must_have_the_declared_function(rooms, code):
    tests = "func TestF(t *testing.T) {\n    assert.Equal(t, 2, F(1))\n}\n"
    verdict, outcome = run(rooms, f"package main\n{code}\n", tests, "func F(value any) int")
    assert verdict == SIGNATURES[code], outcome


def test_the_tests_are_nowhere_in_the_programs_process_or_folder(rooms):
    program = """
package main

import (
    "fmt"
    "os"
    "strings"
)

func F() string {
    found, _ := os.ReadDir(".")
    self, _ := os.ReadFile("/proc/self/exe")
    arguments, _ := os.ReadFile("/proc/self/cmdline")
    secret := strings.Join([]string{"Hidden", "Name"}, "")
    if len(found) > 0 || strings.Contains(string(self), secret) || strings.Contains(string(arguments), secret) {
        return fmt.Sprint(found, strings.Index(string(self), secret), strings.Index(string(arguments), secret))
    }
    return "unseen"
}
"""
    tests = 'func TestF(t *testing.T) {\n    HiddenName := "unseen"\n    assert.Equal(t, HiddenName, F(), "HiddenName")\n}\n'
    verdict, outcome = run(rooms, program, tests, "func F() string")
    assert verdict == PASSED, outcome


def test_tests_that_a_result_makes_huge_are_bounded_as_a_program_is(rooms):
    """Eight million numbers come in eight megabytes; shown beside the expected ones they took a gigabyte and a half of the
    host's memory before the time was up, in a group of processes that no limit covered.
    """
    program = "package main\n\nfunc F() []int { return make([]int, 8000000) }\n"
    tests = "func TestF(t *testing.T) {\n    assert.Equal(t, []int{1}, F())\n}\n"
    verdict, outcome = run(rooms, program, tests, "func F() []int")
    group = Path(memory_group("1", rooms.slot), "helpers", "memory.max_usage_in_bytes")
    if not group.exists():
        pytest.skip("this host lends no group of version 1")
    kernels_own = 1  # MiB; it takes a page or so more than the limit before it notices
    assert verdict == MEMORY_LIMIT and int(group.read_text()) <= (LIMITS.memory_mib + 512 + kernels_own) << 20, outcome
    assert run(rooms, PROGRAM, HELPER, "func F(value any) int")[0] == PASSED
