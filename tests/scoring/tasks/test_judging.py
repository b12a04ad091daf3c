"""Where assertions run is decided by the benchmark's own code."""

import pytest

from scoring.tasks.judging import FORKED, INSIDE, STANDING, way

ADD = "def add(a, b):\n    'sum'\n"
WAYS = {
    "plain assertions": (STANDING, ADD, "", "assert add(1, 2) == 3"),
    "a check function": (STANDING, ADD, "", "def check(candidate):\n    assert candidate(1, 2) == 3\n\ncheck(add)"),
    "a module without state": (STANDING, ADD, "import math", "assert math.isclose(add(1, 2), 3)"),
    "random numbers of its own": (STANDING, ADD, "", "import random\nr = random.Random(1)\nassert add(r.randint(1, 2), 0)"),
    "methods of plain values": (STANDING, ADD, "", "assert add('a', 'b').upper() == 'AB'"),
    "an expected exception": (STANDING, ADD, "", "try:\n    add(1)\nexcept TypeError:\n    pass"),
    "a module with state": (FORKED, ADD, "", "import decimal\nassert add(decimal.Decimal(1), 2) == 3"),
    "a patched module": (FORKED, ADD, "", "import math\nmath.pi = 3\nassert add(1, 2) == 3"),
    "a prompt with state": (FORKED, "import os\n" + ADD, "", "assert add(1, 2) == 3"),
    "code that does not parse": (FORKED, ADD, "", "assert ("),
    "methods of an object": (INSIDE, "", "", "s = Stack()\ns.push(1)\nassert s.top() == 1"),
    "a changed argument": (INSIDE, "", "", "xs = [2, 1]\nsort(xs)\nassert xs == [1, 2]"),
    "a returned function": (INSIDE, ADD, "", "assert adder(1)(2) == 3"),
    "coroutines": (INSIDE, ADD, "", "import asyncio\nassert asyncio.run(add(1, 2)) == 3"),
    "captured output": (INSIDE, ADD, "", "import io, contextlib\nassert add(1, 2) == 3"),
    "the function's own name": (INSIDE, ADD, "", "assert add.__name__ == 'add'"),
}


@pytest.mark.parametrize(("expected", "prompt", "setup", "tests"), WAYS.values(), ids=WAYS)
def test_tests_run_where_they_can(expected, prompt, setup, tests):
    assert way(prompt, setup, tests) == expected
