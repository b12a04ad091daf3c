"""Which JavaScript tests may call the answer from another process, by the benchmark's own code."""

import pytest

from scoring.languages import javascript

ASKED_FOR_A_RESULT = [
    "console.assert(add(1, 2) === 3)",
    "console.assert(\n    JSON.stringify(\n      add([], 7)\n    ) === '[]')",
    "const f = add\nconst found = add(1)\nconsole.assert(found === 1)",
    "[1, 2].map(add).forEach((n) => console.assert(n > 0))",
    "console.assert(add.name === 'add' && add.length >= 0)",
    "// add(x) changes nothing\nconsole.assert('module' !== add('exports'))",
    "obj.add(1)\nreadd(2)",
    "console.assert(Math.max(add(1), 2) == 2 && Array.isArray(add(2)))",
    "(async () => { console.assert((await add(1)) === 1) })()",
    "const { a, b } = add(1)\nconsole.assert(a === b && add(2).map((n) => n + 1).join() === '3')",
    "const found = add(1)\nconsole.assert(found.toString() === '1' && found.parts.length === 0 && found instanceof Map)",
    "const test = () => add(1).then((found) => console.assert(found === 1))",
    "const xs = [1]\nconst found = add(xs)\nconst n = found.length\nconsole.assert(n === xs.length && found[0] === xs[0])",
    "for (const [xs, sum] of [[[1], 1]]) {\n  if (add(xs) !== sum) throw new Error(`${xs}`)\n}",
    "const n = 3, s = 'a'\nconst t = 'b'\nadd(n, t) === 3 && console.assert(t === 'b')",
    "const xs = [1]\nconsole.assert(add(xs.slice(), [...xs], Array.from(xs)) === 1)\nconsole.assert(xs.length === 1)",
    "let xs = [1]\nif (xs.length !== 1) throw 1\nxs = add(xs)\nconsole.assert(xs.length === 2)",
]
LOOKED_INTO = [
    "const xs = []\nadd(xs)\nconsole.assert(xs.length === 1)",
    "const xs = []; add(xs); console.assert(xs.length === 1)",
    "add(1)",
    "const test = () => {\n  add(1)\n}",
    "const made = new add(1)",
    "const xs = [2, 1]\nconst found = add(xs)\nif (xs[0] !== 2) throw new Error('changed')",
    "const xs = [2, 1]\nconst found = add(\n  [xs],\n)\nconsole.assert(\n  xs.length === 2,\n)",
    "const o = { a: 1 }\nconst before = JSON.stringify(o)\nassert.equal(add(o), 1); assert.equal(JSON.stringify(o), before)",
    "console.assert(add.cache.size === 1)",
    "add['calls'] = 0",
    "console.assert(module.exports.add(1) === 1)",
    "globalThis.counter = 0",
    "const said = []\nconsole.log = (text) => said.push(text)\nconsole.assert(add(1) === said.length)",
    "Math.random = () => 0.5\nconsole.assert(add(1) === 1)",
    "(async () => {\n  const a = add(1)\n  await new Promise((go) => setTimeout(go, 9))\n  console.assert(a === add(2))\n})()",
    "process.stdout.write = () => true\nconsole.assert(add(1) === 1)",
    "console.assert(add(1)(2) === 3)",
    "const counter = add(1)\nconsole.assert(counter() === 1)",
    "const stack = await add(1)\nconsole.assert(stack.peek() === 1)",
    "const { push, pop } = add(1)\npush(2)\nconsole.assert(pop() === 2)",
    "console.assert(add(1).next().value === 1)",
    "console.assert(add(1) instanceof Node)",
    "console.assert(add(1).constructor === Array)",
]


def parts(tests: str):
    inputs = {"prompt": "const add = (a, b) => {\n", "entry_point": "add", "tests": tests}
    return javascript.parts(inputs, "  module.exports = new add()\n}\n")


@pytest.mark.parametrize("tests", ASKED_FOR_A_RESULT)
def test_tests_that_ask_for_results_are_divided(tests):
    assert javascript.can_divide(parts(tests))


@pytest.mark.parametrize("tests", LOOKED_INTO)
def test_tests_that_look_into_the_program_are_not(tests):
    assert not javascript.can_divide(parts(tests))


def test_without_a_function_to_call_nothing_is_divided():
    assert not javascript.can_divide(javascript.parts({"prompt": "", "tests": "add(1)"}, "const add = 1"))


def test_helpers_of_the_prompt_show_to_both_sides():
    inputs = {"prompt": "const half = (n) => n / 2\n\nconst add = (a) => {\n", "entry_point": "add", "tests": "half(add(1))"}
    made = javascript.parts(inputs, "  return half(a)\n}\n")
    assert made.above == "const half = (n) => n / 2\n\n" and made.program.startswith(made.above)


@pytest.mark.parametrize("head", ["function* add(a) {", "const add = async function* (a) {"])
def test_a_generator_lives_in_its_process(head):
    inputs = {"prompt": f"{head}\n", "entry_point": "add", "tests": "console.assert([...add(1)].length === 1)"}
    assert not javascript.can_divide(javascript.parts(inputs, "  yield a\n}\n"))
