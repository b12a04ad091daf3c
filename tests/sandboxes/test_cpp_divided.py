"""C++ tests that turn out to need the program's own process although the declaration did not say so: they get it, marked."""

import pytest

from scoring.benchmark import Limits
from scoring.case import Case
from scoring.outcome import Outcome
from scoring.tasks import judging

LIMITS = Limits(cpu_seconds=8.0, wall_seconds=60.0, memory_mib=512, output_kib=256, processes=32, tmp_mib=16)
ABOVE = "#include <assert.h>\n#include <boost/any.hpp>\nusing namespace std;\n"
DEFAULTS = {"entry_point": "f", "setup": "", "above": ABOVE, "declaration": "int f(int a)", "judge": judging.DIVIDED}
# name: (a program, what is special about its tests)
NEED_ONE_PROCESS = {
    "they call another function of the program": (
        "int half(int a) { return a / 2; }\nint f(int a) { return half(a); }",
        {"tests": "namespace assay_program { int half(int); }\nint main() { assert(f(4) == assay_program::half(4)); }"}),
    "no declaration tells them from the program": (
        "int f(int a) { return a; }", {"declaration": "", "tests": "int main() { assert(f(1) == 1); }"}),
    "an argument can be changed": (
        "int f(int& a) { return a++; }",
        {"declaration": "int f(int& a)", "tests": "int main() { int a = 1; assert(f(a) == 1 && a == 2); }"}),
    "an argument holds an object of their own": (
        "boost::any f(boost::any a) { return a; }",
        {"declaration": "boost::any f(boost::any a)",
         "tests": "struct Own {};\nint main() { f(1); assert(f(Own()).type() == typeid(Own)); }"}),
    "an argument is too long to be sent": (
        "int f(const string& a) { return a.size(); }",
        {"declaration": "int f(const string& a)", "tests": "int main() { assert(f(string(9 << 20, 'x')) == 9 << 20); }"}),
}


def run(rooms, program: str, **told: str) -> Outcome:
    return rooms.room("cpp").run(Case("cpp", "program-tests", program, {**DEFAULTS, **told}, LIMITS))


@pytest.mark.parametrize("name", NEED_ONE_PROCESS)
def test_tests_that_need_the_programs_process_get_it(rooms, name):
    program, told = NEED_ONE_PROCESS[name]
    outcome = run(rooms, program, **told)
    assert outcome.report == {"phase": "done", "error": None, "guarantee": "weak"}, outcome


def test_an_answer_cannot_choose_the_weaker_guarantee(rooms):
    """What the judge's half takes for a reason to go inside is a fault where it comes from the program."""
    program = "struct Own {};\nboost::any f(boost::any a) { return Own(); }"
    outcome = run(rooms, program, declaration="boost::any f(boost::any a)",
                  tests="int main() { try { boost::any_cast<int>(f(1)); } catch (...) { assert(false); } }")
    assert outcome.report["error"]["type"] == "AssertionError" and not outcome.is_weak


def test_the_tests_own_helpers_are_not_the_programs(rooms):
    outcome = run(rooms, "int f(int a) { return expected(a); }", setup="static int expected(int a) { return a + 1; }",
                  tests="int main() { assert(f(1) == expected(1)); }")
    assert outcome.report["phase"] == "compile" and outcome.report["error"]["line"] == 1


@pytest.mark.parametrize(("program", "why"), [
    ("int f(int a) { mt19937 random(a); return regex_match(to_string(a), regex(\"[0-9]+\")); }", "named"),
    ("int f(int a) { return (int)beta(1.0, 1.0 / a) * (int)arg(-1.0) / 3; }", "not named"),
])
def test_a_program_has_all_of_the_library_without_includes(rooms, program, why):
    outcome = run(rooms, program, tests="int main() { assert(f(1) == 1); }")
    assert outcome.report == {"phase": "done", "error": None}, outcome
