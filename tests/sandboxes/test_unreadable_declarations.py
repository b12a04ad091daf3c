"""A declaration that a room cannot read tells nobody how to call the program from afar, or through a class or function of the
room's: such tests run beside the program as they stand, wherever they were meant to run. They ended the judge, or failed.
"""

import pytest

from scoring.benchmark import Limits
from scoring.case import Case
from scoring.tasks import judging

LIMITS = Limits(cpu_seconds=8.0, wall_seconds=60.0, memory_mib=384, output_kib=256, processes=32, tmp_mib=16)
ASSERT = "#include <assert.h>\n"
MAIN = """public class Main {
    public static void main(String[] args) {
        if (new Solution(3).f(1) != 4) throw new AssertionError();
    }
}"""
# name: (the room, a program, what the benchmark says)
UNREADABLE = {
    "a parameter has no name": ("cpp", "int f(int a, ...) { return a; }", {
        "declaration": "int f(int a, ...)", "above": ASSERT, "tests": "int main() { assert(f(1, 2) == 1); }"}),
    "it is of another function": ("cpp", "int f(int a) { return a; }", {
        "declaration": "int g(int a)", "above": ASSERT, "tests": "int main() { assert(f(1) == 1); }"}),
    "it holds a constructor": (
        "java-maven",
        "class Solution {\n  int b;\n  public Solution(int b) { this.b = b; }\n  public int f(int a) { return a + b; }\n}",
        {"declaration": "Solution\npublic Solution(int b)\npublic int f(int a)", "tests": MAIN}),
}


@pytest.mark.parametrize("way", judging.PROGRAM_WAYS)
@pytest.mark.parametrize("name", UNREADABLE)
def test_tests_whose_declaration_cannot_be_read_run_beside_the_program(rooms, name, way):
    room, program, told = UNREADABLE[name]
    payload = {"entry_point": "f", "setup": "", "above": "", "judge": way, **told}
    outcome = rooms.room(room).run(Case(room, "program-tests", program, payload, LIMITS))
    assert outcome.report == {"phase": "done", "error": None, "guarantee": "weak"}, outcome
