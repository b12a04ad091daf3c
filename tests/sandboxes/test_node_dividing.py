"""JavaScript tests that turn out to need the program's own process although their code did not say so: they get it, marked."""

import pytest

from scoring.benchmark import Limits
from scoring.case import Case
from scoring.tasks import judging

LIMITS = Limits(cpu_seconds=4.0, wall_seconds=60.0, memory_mib=256, output_kib=256, processes=48, tmp_mib=16)
PROGRAM = "const add = (a, b) => a + b\n"
NEED_ONE_PROCESS = {
    "an argument is a function": "console.assert(`${add(() => 1, 2)}` === '() => 12')",
    "an argument is too long to be sent": "console.assert(add('a'.repeat(9 << 20), 'b').length === (9 << 20) + 1)",
}


@pytest.mark.parametrize("name", NEED_ONE_PROCESS)
def test_tests_that_need_the_programs_process_get_it(rooms, name):
    payload = {"entry_point": "add", "setup": "", "above": "", "declaration": "", "judge": judging.DIVIDED}
    case = Case("node", "program-tests", PROGRAM, {**payload, "tests": NEED_ONE_PROCESS[name]}, LIMITS)
    outcome = rooms.room("node").run(case)
    assert outcome.report == {"phase": "done", "error": None, "guarantee": "weak"}, outcome
