"""Replies as models write them, in four languages, through extraction and the real rooms: right code passes whatever its
clothes are, wrong code and half code fail as the model's, and never as ours.
"""

import pytest

from scoring.benchmark import Limits, Sample, Task
from scoring.case import Case
from scoring.generation import Generation
from scoring.tasks import program_tests
from scoring.verdict import COMPILE_ERROR, NO_ANSWER, PASSED, WRONG_ANSWER

LIMITS = Limits(cpu_seconds=8.0, wall_seconds=60.0, memory_mib=384, output_kib=256, processes=32, tmp_mib=16)
PROMPTS = {
    "cpp": "/*\nSum of a list.\n*/\n#include<stdio.h>\n#include<vector>\nusing namespace std;\nint total(vector<int> xs){\n",
    "go": "import (\n    \"math\"\n)\n\n// Sum of a list.\nfunc Total(xs []int) int {\n",
    "java": "import java.util.*;\nimport java.lang.*;\n\nclass Solution {\n    /**\n    Sum of a list.\n    */\n"
            "    public int total(List<Integer> xs) {\n",
    "javascript": "/* Sum of a list. */\nconst total = (xs) => {\n",
}
BODIES = {
    "cpp": "    int sum = 0;\n    for (int x : xs) sum += x;\n    return sum;\n}\n",
    "go": "    sum := 0\n    for _, x := range xs {\n        sum += x\n    }\n    return sum\n}\n",
    "java": "        int sum = 0;\n        for (int x : xs) sum += x;\n        return sum;\n    }\n}\n",
    "javascript": "  let sum = 0\n  for (const x of xs) sum += x\n  return sum\n}\n",
}
SETUPS = {"go": 'import (\n    "testing"\n    "github.com/stretchr/testify/assert"\n)\n'}
TESTS = {
    "cpp": "#undef NDEBUG\n#include<assert.h>\nint main(){\n    assert (total({1, 2, 3}) == 6);\n"
           "    assert (total({}) == 0);\n}\n",
    "go": "func TestTotal(t *testing.T) {\n    assert := assert.New(t)\n    assert.Equal(6, Total([]int{1, 2, 3}))\n"
          "    assert.Equal(0, Total([]int{}))\n}\n",
    "java": "public class Main {\n    public static void main(String[] args) {\n        Solution s = new Solution();\n"
            "        List<Boolean> correct = Arrays.asList(s.total(Arrays.asList(1, 2, 3)) == 6, s.total(List.of()) == 0);\n"
            "        if (correct.contains(false)) {\n            throw new AssertionError();\n        }\n    }\n}\n",
    "javascript": "const testTotal = () => {\n  console.assert(total([1, 2, 3]) === 6)\n  console.assert(total([]) === 0)\n}\n"
                  "\ntestTotal()\n",
}
ENTRIES = {"cpp": "total", "go": "Total", "java": "total", "javascript": "total"}
ROOMS = {"cpp": "cpp", "go": "go", "java": "java-maven", "javascript": "node"}
TAGS = {"cpp": "C++", "go": "golang", "java": "Java", "javascript": "js"}
WRONG = {"cpp": "    return 7;\n}\n", "go": "    return 7\n}\n", "java": "        return 7;\n    }\n}\n",
         "javascript": "  return 7\n}\n"}


def whole(language: str) -> str:
    return PROMPTS[language] + BODIES[language]


def fenced(language: str) -> str:
    return f"Here it is:\n\n```{TAGS[language]}\n{whole(language)}```\n\nIt adds up."


# name: (the reply to a language, the verdict, or the verdicts of some languages with that of the others under "")
SHAPES = {
    "the body alone": (lambda language: BODIES[language], PASSED),
    "the whole program": (whole, PASSED),
    "in a fence with prose around it": (fenced, PASSED),
    "in a tilde fence": (lambda language: f"~~~{TAGS[language]}\n{whole(language)}~~~\n", PASSED),
    "an example first": (lambda language: f"For instance:\n```\ntotal([1, 2])\n```\n{fenced(language)}", PASSED),
    "a usage example after it": (lambda language: f"{fenced(language)}\n\n```text\n6\n```\n", PASSED),
    "a fence that is never closed": (lambda language: f"```{TAGS[language]}\n{whole(language)}", PASSED),
    "lines that end as on Windows": (lambda language: fenced(language).replace("\n", "\r\n"), PASSED),
    "a byte order mark": (lambda language: "\ufeff" + whole(language), PASSED),
    "a main of its own": (lambda language: whole(language) + OWN_MAIN[language], PASSED),
    "an import that nobody uses": (lambda language: UNUSED[language] + whole(language), {"go": COMPILE_ERROR, "": PASSED}),
    "wrong": (lambda language: WRONG[language], WRONG_ANSWER),
    "cut in the middle": (lambda language: fenced(language)[:-len("  return sum\n}\n```\n\nIt adds up.") - 12], COMPILE_ERROR),
    "prose only": (lambda language: "I cannot solve this task.", COMPILE_ERROR),
    "blank": (lambda language: "  \n\n", NO_ANSWER),
    "another function": (lambda language: whole(language).replace(ENTRIES[language], "other"), COMPILE_ERROR),
}
OWN_MAIN = {"cpp": "\nint main() {\n    return total({1}) - 1;\n}\n", "go": "\nfunc main() {\n    Total(nil)\n}\n",
            "java": "\nclass Example {\n    public static void main(String[] args) {\n    }\n}\n",
            "javascript": "\nif (require.main === module) console.log(total([1]))\nmodule.exports = { total }\n"}
UNUSED = {"cpp": "#include <map>\n", "go": 'package main\nimport "os"\n', "java": "import java.io.*;\n",
          "javascript": "const fs = require('fs')\n"}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("language", PROMPTS)
def test_a_reply_gets_its_verdict(rooms, language, shape):
    reply, expected = SHAPES[shape]
    verdict = judged(rooms, language, reply(language))
    assert verdict.name == (expected.get(language, expected[""]) if isinstance(expected, dict) else expected), verdict


def judged(rooms, language: str, reply: str):
    inputs = {"prompt": PROMPTS[language], "tests": TESTS[language], "setup": SETUPS.get(language, ""),
              "entry_point": ENTRIES[language]}
    sample = Sample("1", inputs=inputs)
    task = Task("T", "program-tests", (sample,), limits=LIMITS, settings={"language": language})
    step = program_tests.plan(task, sample, Generation("T", "1", 0, output=reply), "strict")
    if not isinstance(step, Case):
        return step
    return program_tests.judge(task, sample, rooms.room(ROOMS[language]).run(step), "strict")
