"""Which Go tests may call the answer from another process, by the benchmark's own code."""

import pytest

from scoring.languages import go, go_types

SETUP = 'package main\n\nimport (\n    "testing"\n    "errors"\n    "os"\n    "github.com/stretchr/testify/assert"\n)\n'
CHECK = "func TestF(t *testing.T) {\n    assert.Equal(t, 1, F())\n}\n"
PLAIN = [
    "(a, b int) int", "(numbers []float64, threshold float64) bool", "(strings []string) interface{}",
    "(lst1,lst2 []int)[]string",
    "(dict map[interface{}]interface{}) bool", "(s,c string) [2]interface{}", "(grid [][]int, x int) [][2]int",
    "(a, b int) (sum int, err error)", "(a int) (int, error)", "(a ...int) *string", "() any", "(a [2*3]int) (b []byte)",
    "(r rune, c complex128) map[string]struct{}", "(a struct{ x, y int }) int", "(\n    a int,\n    b []string,\n) string",
    "(int, []string) string", "(map[string]int) (string)", "(a int /* , b chan int */) string",
]
NOT_PLAIN = [
    "(a []int)", "(f func(int) int) int", "(a int) func() int", "(c chan int) int", "(c <-chan int) int", "(p *int) int",
    "(d time.Duration) int", "(r io.Reader) string", "(l *ListNode) *ListNode", "(s fmt.Stringer) string", "[T any](a T) T",
    "(s interface{ Len() int }) int", "(e error) string", "(a Unknown) int", "(m map[string]func()) int", "(a []*int) int",
    "(a int) []**int", "(a int", "(a int) List[int]",
]
ABOVE = {
    "type Point struct {\n    X, Y int\n    name string\n}\n": ("(p Point) []Point", True),
    "type Celsius float64\n\nfunc (c Celsius) Up() Celsius { return c + 1 }\n": ("(c Celsius) Celsius", True),
    "type Names = []string\n": ("(n Names) int", True),
    "type Kind int\n\nconst (\n    A Kind = iota\n    B\n)\n": ("(k Kind) string", True),
    "type Base struct{ X int }\ntype Both struct {\n    Base\n    Y int\n}\n": ("(b Both) int", True),
    "type Node struct {\n    Next *Node\n}\n": ("(n Node) int", False),
    "type Tree []Tree\n": ("(t Tree) int", False),
    "type A []B\ntype B []A\n": ("(a A) int", False),
    "type Action func()\ntype Do struct {\n    Action\n    X int\n}\n": ("(d Do) int", False),
    "type Shape interface {\n    Area() float64\n}\n": ("(s Shape) float64", False),
    "type Point struct{ X int }\n ": ("(p Point) any", False),
    "type Pair[T any] struct{ a, b T }\n": ("(p Pair) int", False),
}
ASKED_FOR_A_RESULT = [
    "assert.Equal(t, 1, F(xs))", "got := F(xs)\nassert.Equal(t, want, got)", "assert.Panics(t, func() { F(nil) })",
    'for _, c := range cases {\n    if got := F(c.in); got != c.want {\n        t.Errorf("F(%v) = %v", c.in, got)\n    }\n}',
    'assert.Equal(t, 1, F(xs), "F(%v)", xs)', "assert.Equal(t, F(xs), F(xs))", "a := F(xs)\nxs = []int{2}\nb := F(xs)",
    "assert.Equal(t, xs, F([]int{1}))", "assert.Equal(t, 1, F(append(xs, 1)))\nassert.Len(t, xs, 1)",
    'assert.True(t, F("xs"), "xs")',
    "var _ = F(xs) // xs is as it was", "check(t, F)", "assert.ErrorContains(t, F(1), `x`)",
    "assert.Equal(t, 3, F(n))\nassert.Equal(t, 2, n.F())",
]
LOOKED_INTO = [
    "F(xs)\nassert.Equal(t, []int{1}, xs)",
    "assert.Equal(t, 1, F(xs))\nassert.Len(t, xs, 1)", "got := F(c.in)\nif c.in[0] != got {\n}",
    "assert.Equal(t, 1, F(a, b))\nassert.Equal(t, 2, b)", "assert.Same(t, F(1), F(1))",
    "n := testing.AllocsPerRun(9, func() { F(1) })",
    "old := os.Stdout\nF(1)", "assert.ErrorIs(t, F(1), ErrNone)",
    "assert.True(t, errors.Is(F(1), ErrNone))", "assert.Equal(t, 1, cache[F(1)])",
    't.Setenv("A", "1")\nassert.Equal(t, 1, F(1))',
]


def parts(kind: str = "() int", above: str = "", tests: str = CHECK, answer: str = "    panic(1)\n}\n"):
    inputs = {"prompt": f"{above}func F{kind} {{\n", "entry_point": "F", "setup": SETUP, "tests": tests}
    return go.parts(inputs, answer)


@pytest.mark.parametrize("kind", PLAIN)
def test_a_function_of_plain_data_is_divided(kind):
    made = parts(kind)
    assert go.can_divide(made) and made.declaration.startswith(f"func F{kind[:5]}")


@pytest.mark.parametrize("kind", NOT_PLAIN)
def test_a_function_of_anything_else_is_not(kind):
    assert not go.can_divide(parts(kind))


@pytest.mark.parametrize("above", ABOVE)
def test_types_of_the_prompt_are_plain_if_what_they_are_made_of_is(above):
    kind, plain = ABOVE[above]
    assert go.can_divide(parts(kind, above)) == plain


@pytest.mark.parametrize("tests", ASKED_FOR_A_RESULT)
def test_tests_that_ask_for_results_are_divided(tests):
    assert go.can_divide(parts("(xs []int) error", tests=f"func TestF(t *testing.T) {{\n{tests}\n}}\n"))


@pytest.mark.parametrize("tests", LOOKED_INTO)
def test_tests_that_look_at_more_are_not(tests):
    above = "var cache = map[int]int{}\n"
    assert not go.can_divide(parts("(xs []int) error", above, f"func TestF(t *testing.T) {{\n{tests}\n}}\n"))


def test_an_argument_is_looked_at_within_its_own_test_only():
    tests = "func TestA(t *testing.T) {\n    F(xs)\n}\n\nfunc TestB(t *testing.T) {\n    assert.Len(t, xs, 1)\n}\n"
    assert go.can_divide(parts("(xs []int) int", tests=tests))


def test_without_a_function_to_call_nothing_is_divided():
    assert not go.can_divide(go.parts({"prompt": "", "tests": CHECK}, "func F() int { return 1 }"))
    assert not go.can_divide(go.parts({"prompt": "", "tests": CHECK, "entry_point": "F"}, "func F() int { return 1 }"))


@pytest.mark.parametrize("answer", [
    "    return 1\n}\n", "func F() int {\n    os.Exit(0)\n}\n", "func F(f func()) {}\n", "", "x" * 9,
])
def test_the_answer_has_no_say(answer):
    assert go.can_divide(parts(answer=answer)) and not go.can_divide(parts("(f func()) int", answer=answer))


def test_what_stands_above_the_function_shows_to_both_sides():
    half = "func Half(n float64) float64 { return math.Floor(n / 2) }"
    above = f'import (\n    "math"\n    "strings"\n)\n\n{half}\n\n// F does.\n'
    made = parts(above=above, answer="func F() int {\n    return 1\n}\n\nfunc Half(n float64) float64 { return 0 }\n")
    assert made.above.startswith('package main; import  "math"; \n')
    assert half in made.above and "func F" not in made.above and half not in made.program


def test_a_comment_above_the_function_is_no_code_for_the_judge():
    assert parts(above="// F does.\n").above == ""


def test_a_signature_nested_without_end_is_read_no_further():
    with pytest.raises(go_types.Unreadable):
        go_types.signature(f"func F(a {'[]' * 100_000}int) int {{")
