"""Which C++ functions may be called from another process, by the benchmark's own code."""

import json

import pytest

from cli.importers.humaneval_x import import_humaneval_x
from scoring.languages import cpp

PLAIN = [
    "int f(int a)", "bool f()", "unsigned long long f(long long a, char b){", "long double f(float a,double b)",
    "string f(const string &s)", "std::string f(std::string const& s, std::size_t n)", "static inline int f(const int a)",
    "vector<vector<int>> f(vector<pair<int, string>> a, int k)",
    "map<char,int> f(std::map<std::string, std::vector<double>> a)",
    "set<int, greater<int>> f(unordered_set<int> a, multiset<long> b)", "array<uint8_t, 16> f(tuple<int, tuple<>, string> a)",
    "optional<vector<bool>> f(deque<list<int>> a)", "vector<unsigned int> f( const vector < int > & a )",
    "boost::any f(list<any> a)",
    "Row f(const Grid& grid)", "__int128 f(int64_t a)",
]
NOT_PLAIN = [
    "void f(int a)", "int& f(int a)", "const string& f(string s)", "int* f(int a)", "auto f(int a)", "int f(vector<int>& a)",
    "int f(int* a)", "int f(int a[], int n)", "int f(const char* s)", "int f(string&& s)", "int f(int a = 1)", "int f(int)",
    "int f(function<int(int)> g)", "int f(int (*g)(int))", "template<class T> T f(T a)",
    "int f(vector<int*> a)", "Node f(int a)",
    "int f(Node a)", "int f(string_view s)", "int f(int a, ...)", "queue<int> f(int a)", "constexpr int f(int a)",
    "int f(set<int, Order> a)",
    "int f(vector<int, Pool<int>> a)", "int f(int a) const", "pair<int, Node> f(int a)",
]
ABOVE = "typedef vector<int> Row;\nusing Grid = std::vector<Row>;\nstruct Node { int value; };\n"
LOOKED_INTO = [
    "int main() { stringstream said; cout.rdbuf(said.rdbuf()); f(1); }", 'int main() { freopen("out", "w", stdout); f(1); }',
    'int main() { f(1); ifstream("out") >> found; }', "int main() { srand(1); assert(f(1) == 7); }",
    "int main() { try { f(1); } catch (const Negative& error) {} }",
    "int main() { try { f(1); } catch (system_error& error) {} }",
    "void* operator new(size_t size) { count++; return malloc(size); }",
    "int main() { assert(any_cast<Node>(f(1)).value); }",
    "int main() { errno = 0; f(1); assert(errno == EDOM); }",
]
ASKED_FOR_A_RESULT = [
    'int main() { assert(f(1) == 1); puts("rdbuf"); } // srand',
    "static int calls; int main() { calls += f(1); rand(); }",
    "int main() { try { f(1); } catch (const std::out_of_range& error) {} catch (int) {} catch (...) {} }",
    "int main() { try { f(1); } catch (char const* text) {} catch (std::string) {} }",
    "int main() { any_cast< std::string >(f(1)); }",
]
SHARED = ["int calls = 0;", "vector<int> memo;", "int memo[100];", "static map<int, int> memo;",
          "int help() { return 1; } int calls;",
          "vector<int> memo(100);", "std::string last = \"\";", "thread_local int depth;"]
NOT_SHARED = ["const int LIMIT = 7;", "constexpr int sizes[] = {1, 2};", "static const vector<int> primes = {2, 3};",
              "int help(int n) {\n    static int local;\n    int sum = n;\n    return sum;\n}",
              "int later(int n);",
              "struct Pair { int a, b; };",
              "enum Color { RED, GREEN };", "#define LIMIT 7\n#include <vector>",
              "template <class T> T twice(T a) { return a + a; }"]


def parts(declaration="int f(int a)", above="", tests="int main() { assert(f(1) == 1); }", setup=""):
    inputs = {"prompt": f"{above}\n{declaration.removesuffix('{')}{{\n", "entry_point": "f", "tests": tests, "setup": setup}
    return cpp.parts(inputs, "    int* hostile = any; cout.rdbuf(0);\n}\n")


@pytest.mark.parametrize("declaration", PLAIN)
def test_a_function_of_plain_data_is_called_from_another_process(declaration):
    assert cpp.can_divide(parts(declaration, ABOVE))


@pytest.mark.parametrize("declaration", NOT_PLAIN)
def test_a_function_of_anything_else_is_called_in_its_own(declaration):
    assert not cpp.can_divide(parts(declaration, ABOVE))


@pytest.mark.parametrize("tests", ASKED_FOR_A_RESULT)
def test_tests_that_ask_for_results_are_divided(tests):
    assert cpp.can_divide(parts(tests=tests))


@pytest.mark.parametrize("tests", LOOKED_INTO)
def test_tests_that_look_at_more_than_a_result_are_not(tests):
    assert not cpp.can_divide(parts(tests=tests))
    assert not cpp.can_divide(parts(setup=tests))


@pytest.mark.parametrize("above", SHARED)
def test_a_variable_that_both_sides_see_keeps_them_together(above):
    assert not cpp.can_divide(parts(above=above)) and cpp.can_divide(parts(setup=above))


@pytest.mark.parametrize("above", NOT_SHARED)
def test_what_cannot_change_does_not(above):
    assert cpp.can_divide(parts(above=above))


def test_without_a_function_to_call_nothing_is_divided():
    assert not cpp.can_divide(cpp.parts({"prompt": "", "tests": "int main() {}"}, "int f(int a) { return 1; }"))


def test_all_published_samples_are_divided(shared, tmp_path):
    import_humaneval_x(shared / "cases" / "humaneval-x" / "humaneval_cpp.jsonl.gz", tmp_path / "pack")
    samples = [json.loads(line) for line in (tmp_path / "pack" / "humaneval-x.jsonl").read_text("utf-8").splitlines()]
    divided = [sample["meta"]["id"] for sample in samples if cpp.can_divide(cpp.parts(sample["inputs"], "    return 1;\n}\n"))]
    assert len(samples) == len(divided) == 164
