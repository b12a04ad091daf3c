"""Where functions are cut. Each source is small and shaped like what real files hold; `|` marks the body that is wanted."""

import json
import textwrap

import pytest

from scoring.functions import FINDERS, find_functions
from scoring.functions.files import is_generated, is_source, language_of


def found(language: str, text: str) -> dict[str, str]:
    return {function.name: function.cut(text)[1] for function in find_functions(text, language)}


def marked(source: str) -> tuple[str, str]:
    """The source without its marks, and the lines that had one."""
    lines = textwrap.dedent(source).lstrip("\n").splitlines(keepends=True)
    return "".join(line.removeprefix("|") for line in lines), "".join(line[1:] for line in lines if line.startswith("|"))


ONE_FUNCTION = {
    "python-plain": ("python", "f", """
def f(a,
      b):
|    total = a
|    return total + b
"""),
    "python-docstring-stays-in-front": ("python", "f", '''
def f(a):
    """Says

    # what
    """
|    # and how
|
|    b = a
|    return b
|    # no more
'''.replace("|    # no more", "    # no more")),
    "python-decorated-async-method": ("python", "A.f", """
class A:
    @cache
    @other(lambda x: x)
    async def f(self, *, a: "int" = 1) -> "str":  # why
|        async with a as b:
|            return b
"""),
    "python-decorator-first-in-the-body": ("python", "outer", """
def outer():
|    @wraps
|    def inner(): return 1
|    return inner
"""),
    "python-tabs-and-continuation": ("python", "f", """
def f():
|\treturn (1 +
|\t\t2)
x = 1
"""),
    "python-text-at-column-0": ("python", "f", '''
def f():
|    a = """
|x
|"""
|    return a
'''),
    "python-before-3-names": ("python", "имя", """
def имя(текст):
|    return "ё" + текст
"""),
    "java-generics-annotations-throws": ("java", "Box.map", """
package a;
class Box<T extends Comparable<T>> {
    @Override
    @SuppressWarnings({"unchecked", "x"})
    public <R, S extends List<? super R>> Map<R, S[]> map(
            final Function<? super T, ? extends R> f) throws IOException {
|        String s = "}"; // }
|        return /* { */ null;
|    }
}
"""),
    "java-inner-class": ("java", "Outer.Inner.go", """
class Outer {
    static class Inner {
        void go()
        {
|            run();
|        }
    }
}
"""),
    "java-anonymous-class-is-part-of-the-body": ("java", "A.f", """
class A {
  Runnable f() {
|    return new Runnable() {
|      public void run() {
|        g();
|      }
|    };
|  }
}
"""),
    "java-enum-and-record": ("java", "E.f", """
enum E {
    A { int g() { return 1; } }, B;
    int f(int x) {
|        return x + ordinal();
|    }
}
"""),
    "go-receiver": ("go", "Set.Add", """
package a

func (s *Set[K, V]) Add(key K, values ...V) (n int, err error) {
|\tfor range values {
|\t\tn++
|\t}
|\treturn
|}
"""),
    "go-generic-function-with-a-literal": ("go", "Map", """
package a

// Map maps.
func Map[T, U any](xs []T, f func(T) U) []U { // why
|\tg := func() string { return `}
|` }
|\treturn nil
|}
"""),
    "c-returns-a-pointer-to-a-function": ("c", "pick", """
static inline int (*pick(char c))(int, int)
{
|    if (c == '}')
|        return add;
|    return 0;
|}
"""),
    "c-macros-and-conditions": ("c", "f", """
#define OPEN {
API(int *) g(void);
static const struct s *f(struct s *a, int (*b)(void))
{
|#ifdef X
|    a++;
|#endif
|    return g(a, b);
|}
"""),
    "cpp-template-in-a-class-in-a-namespace": ("cpp", "a::b::Box::at", """
namespace a::b {
template <typename T, int N = (3 > 2)>
class Box final : public Base<T> {
public:
    Box() : x_{1} {
        start();
    }
    ~Box() {
        stop();
    }
    template <class U>
    auto at(U&& u) const noexcept -> decltype(u[0]) {
|        return u[[]{ return 0; }()];
|    }
    T x_;
};
}
"""),
    "cpp-outside-of-its-class": ("cpp", "Box<T>::size", """
template <typename T>
const T& Box<T>::size() const &
{
|    static T made = make();
|    return made;
|}
"""),
    "cpp-operator": ("cpp", "V::operator+", """
struct V {
    V operator+(const V& o) const {
|        return {x + o.x};
|    }
    V() = default;
};
"""),
}


@pytest.mark.parametrize(("language", "name", "source"), ONE_FUNCTION.values(), ids=ONE_FUNCTION)
def test_the_body_is_cut_where_a_reader_would_cut_it(language, name, source):
    text, body = marked(source)
    assert found(language, text).get(name) == body


@pytest.mark.parametrize(("language", "name", "source"), ONE_FUNCTION.values(), ids=ONE_FUNCTION)
@pytest.mark.parametrize("change", [
    lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text, lambda text: text.removesuffix("\n"),
    lambda text: text.replace("(", "(/*ё🎈*/") if "#include" in text or "package" in text else text,
], ids=["crlf", "bom", "no-last-line-feed", "wide-characters"])
def test_left_body_and_right_are_the_file_again(language, name, source, change):
    text = change(marked(source)[0])
    functions = {function.name: function for function in find_functions(text, language)}
    assert all("".join(function.cut(text)) == text for function in functions.values())
    assert functions[name].cut(text)[1].strip().splitlines()[-1].strip() == marked(source)[1].strip().splitlines()[-1].strip()


NOTHING_TO_ASK = {
    "python-one-liner": ("python", "def f(): return g()\n"),
    "python-returns-a-constant": ("python", "def f():\n    '''Doc.'''\n    return 3\n"),
    "python-returns-an-attribute": ("python", "class A:\n    def f(self):\n        return self.x\n"),
    "python-sets-an-attribute": ("python", "class A:\n    def f(self, x):\n        self.x = x\n"),
    "python-abstract": ("python", "class A:\n    @abc.abstractmethod\n    def f(self):\n        a()\n        b()\n"),
    "python-overload": ("python", "@typing.overload\ndef f(a):\n    a()\n    b()\n"),
    "python-docstring-only": ("python", "def f():\n    '''Doc.'''\n"),
    "python-not-implemented": ("python", "def f():\n    raise NotImplementedError('f')\n"),
    "python-plain-dunder": ("python", "class A:\n    def __len__(self):\n        return len(self.x)\n"),
    "python-body-on-the-line-of-the-docstring": ("python", "def f():\n    '''Doc.'''; return g(1, 2)\n"),
    "python-2": ("python", "def f():\n    print 'a'\n"),
    "python-lone-carriage-returns": ("python", "def f():\r    a()\r    b()\n"),
    "python-nul": ("python", "def f():\n    a()\n    b('\0')\n"),
    "python-deep": ("python", "def f():\n    return " + "(" * 9999 + ")" * 9999 + "\n"),
    "java-abstract": ("java", "abstract class A {\n  abstract int f();\n}\n"),
    "java-getter": ("java", "class A {\n  int f() {\n    return this.x;\n  }\n}\n"),
    "java-setter": ("java", "class A {\n  void f(int x) {\n    this.x = x; // set\n  }\n}\n"),
    "java-constructor": ("java", "class A {\n  A() {\n    super(1);\n    go();\n  }\n}\n"),
    "java-empty": ("java", "class A {\n  void f() {\n    // nothing\n  }\n}\n"),
    "java-code-behind-the-opening-brace": ("java", "class A {\n  void f() { a();\n    b();\n  }\n}\n"),
    "java-code-behind-the-closing-brace": ("java", "class A { void f() {\n    a(); b();\n  } }\n"),
    "go-one-liner": ("go", "package a\nfunc f() int { return g() }\n"),
    "go-init": ("go", "package a\nfunc init() {\n\ta()\n\tb()\n}\n"),
    "go-returns-a-field": ("go", "package a\nfunc (t *T) F() int {\n\treturn t.x\n}\n"),
    "c-main": ("c", "int main(void) {\n  a();\n  b();\n}\n"),
    "c-prototype": ("c", "int f(int a);\n"),
    "c-braces-split-by-the-preprocessor": ("c", "int f(int a) {\n#ifdef X\n  if (a) {\n#else\n  {\n#endif\n  g(); }\n}\n"),
    "cpp-defaulted": ("cpp", "struct A {\n  A& operator=(const A&) = default;\n};\n"),
    "cpp-destructor": ("cpp", "A::~A() {\n  a();\n  b();\n}\n"),
}


@pytest.mark.parametrize(("language", "text"), NOTHING_TO_ASK.values(), ids=NOTHING_TO_ASK)
def test_what_nobody_would_ask_for_is_left_out(language, text):
    assert found(language, text) == {}


@pytest.mark.parametrize("language", FINDERS)
def test_any_text_is_read_without_a_fault(language):
    for text in ("", "\n", "{" * 500, "}\n" * 50, "def f(:\n", "class {\n", "\x00\x01", "ё" * 99, "\ud800"):
        assert found(language, text) == {}


def test_a_function_inside_a_python_function_is_found_with_the_names_around_it():
    text, _ = marked("""
    def outer():
        def inner(x):
            y = x + 1
            return y
        return inner
    """)
    assert list(found("python", text)) == ["outer", "outer.inner"]


@pytest.mark.parametrize(("path", "wanted"), [
    ("src/cachetools/keys.py", True), ("tabulate.py", True), ("ini.c", True), ("cpp/INIReader.cpp", True), ("uuid.go", True),
    ("src/main/java/org/a/Parser.java", True), ("src/contest/latest.py", True), ("src/Protest.java", True),
    ("tests/helpers.py", False), ("pkg/test_keys.py", False), ("conftest.py", False), ("setup.py", False),
    ("a/b_test.go", False),
    ("src/test/java/A.java", False), ("src/main/java/ParserTest.java", False), ("vendor/x/y.go", False), (".tox/a.py", False),
    ("docs/conf.py", False), ("examples/a.c", False),
])
def test_files_of_the_product_are_told_from_the_rest_by_their_place(path, wanted):
    assert is_source(path) == wanted


def test_a_header_is_cpp_where_the_repository_is():
    assert [language_of("a.h"), language_of("a.h", with_cpp=True), language_of("a.rb")] == ["c", "cpp", None]


@pytest.mark.parametrize(("top", "wanted"), [
    ("// Code generated by protoc-gen-go. DO NOT EDIT.\n", True), ("# @generated\n", True),
    ("/* Autogenerated from x.y */", True),
    ('"""Generates reports."""\n', False), ("# The tree is generated lazily.\n", False),
])
def test_generated_files_say_so_at_their_top(top, wanted):
    assert is_generated(top + "x\n") == wanted


def test_functions_of_published_records_are_cut_as_there(shared):
    records = json.loads((shared / "cases" / "repo-python" / "records.json").read_text(encoding="utf-8"))
    for record in (record["meta"] | record["inputs"] for record in records):
        text = record["left_context"] + record["gt"] + record["right_context"]
        assert record["gt"] in found("python", text).values(), record["id"]
