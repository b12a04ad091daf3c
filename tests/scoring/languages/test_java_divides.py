"""Which Java tests may call the answer from another process, by the benchmark's own code."""

import pytest

from scoring.languages import java

ASKED_FOR_RESULTS = [
    "if (s.add(1, xs).size() != 1) throw new AssertionError();",
    "int found = new Solution().count(xs) + Solution.twice(2);",
    "try { s.add(1, null); throw new AssertionError(); } catch (NullPointerException e) { }",
    "assertThrows(RuntimeException.class, () -> { s.add(1, null); });",
    "double zero = s.count(xs); check(s.add(1, xs), zero);",
    "xs.add(3); if (s.add(1, xs) == null) return; String t = s.text(name); check(name, t);",
    "// s.add(1, xs);\nString text = \"s.add(1, xs); System.setOut(null)\" + s.text(\"\");",
    "var t = new Solution(); all.add(1); int n = s.count(xs);",
    "for (int i : xs) { xs = new ArrayList<>(); n += s.count(xs); }",
]
LOOKED_INSIDE = [
    "try { s.count(xs); } catch (RuntimeException e) { check(e.getCause().getMessage()); }",
    "List<Boolean> correct = Arrays.asList(s.add(1, xs).equals(xs));",
    "s.add(1, xs); if (xs.size() != 3) throw new AssertionError();",
    "int n = s.count(xs); if (xs.size() != n) throw new AssertionError();",
    "int n = s.count(xs); check(Arrays.copyOf(nums, n)); s.twice(1);",
    "int n = s.sort(nums); check(Arrays.copyOf(nums, n));",
    "if (n > 0) s.add(1, xs);",
    "new Solution().add(1, xs);",
    "class Other extends Solution { }",
    "Solution t = new Solution(3); t.count(xs);",
    "Solution t = new Solution() { }; t.count(xs);",
    "Supplier<Solution> make = Solution::new;",
    "int n = Solution.LIMIT + s.count(xs);",
    "var t = new Solution(); t.add(1, xs);",
    "Solution.class.getDeclaredMethods();",
    "System.setOut(stream); int n = s.count(xs);",
    "Locale.setDefault(Locale.ROOT); int n = s.count(xs);",
]
HEADS = {
    "public int count(List<Integer> xs)": True,
    "public static long[][] rows(int[]... rows)": True,
    "public Map<String, List<Optional<Double>>> group(final java.util.List<? extends Number> a, Object b[])": True,
    "public Map.Entry<BigInteger, BigDecimal> pair(Set<Character> a)": True,
    "public boolean odd() throws IllegalStateException": True,
    "public int read(String name) throws java.io.IOException": False,
    "public void sort(int[] all)": False,
    "public <T> List<T> any(List<T> all)": False,
    "public int apply(Function<Integer, Integer> each)": False,
    "public Solution next(int a)": False,
    "public int sum(PriorityQueue<Integer> all)": True,
    "public PriorityQueue<Integer> queue(int a)": False,
    "public StringBuilder text(int a)": False,
    "public int sum(Stream<Integer> all)": False,
    "public int sum(int[] all, Map<String, Node> nodes)": False,
    "public synchronized int next()": False,
    "public int count(@NotNull String text)": False,
}


PROMPT = """import java.util.*;

class Solution {
    public static int twice(int a) {
        return 2 * a;
    }

    public String text(String a) {
        return a;
    }

    public int sort(int[] all) {
        return 0;
    }

    public int count(List<Integer> xs) {
        return 0;
    }

    public List<Integer> add(int a, List<Integer> xs) {
"""
MAIN = """public class Main {
    public static void main(String[] args) {
        Solution s = new Solution();
        List<Integer> xs = new ArrayList<>();
        int[] nums = {1};
        List<Integer> all = xs;
        String name;
        %s
    }
}
"""


def parts(tests: str):
    body = "        System.setOut(null);\n        return xs;\n    }\n}\n"
    return java.parts({"prompt": PROMPT, "entry_point": "add", "tests": MAIN % tests}, body)


@pytest.mark.parametrize("tests", ASKED_FOR_RESULTS)
def test_tests_that_ask_for_results_are_divided(tests):
    assert java.can_divide(parts(tests))


@pytest.mark.parametrize("tests", LOOKED_INSIDE)
def test_tests_that_look_inside_are_not(tests):
    assert not java.can_divide(parts(tests))


@pytest.mark.parametrize("head", HEADS)
def test_only_methods_of_plain_data_are_divided(head):
    prompt = f"class Solution {{\n    {head} {{\n"
    tests = "public class Main { }"
    made = java.parts({"prompt": prompt, "entry_point": "count", "tests": tests}, "        return null;\n    }\n}\n")
    assert made.declaration == f"Solution\n{head}"
    assert java.can_divide(made) == HEADS[head]


def test_an_exception_that_the_prompt_imports_is_known_to_both_sides():
    prompt = "import java.io.*;\n\nclass Solution {\n    public int read(String name) throws IOException {\n"
    inputs = {"prompt": prompt, "entry_point": "read", "tests": "class Main { }"}
    assert java.can_divide(java.parts(inputs, "    return 1;\n}\n}\n"))


def test_without_a_declaration_nothing_is_divided():
    assert not java.can_divide(java.parts({"prompt": "", "tests": "class Main { }"}, "class Answer { }"))
