"""The two halves of the class that stands between tests and program where a case is divided, made from the declaration.

The types in them are written out in full, since the program's half lacks the imports of the tests.
"""

import re

from building import BuildFailed

HEAD = re.compile(r"public\s+(?P<static>static\s+)?(?P<type>\S.*?)\s+(?P<name>\w+)\s*\((?P<parameters>.*)\)(?P<throws>.*)")
PRIMITIVES = {"void", "boolean", "byte", "char", "short", "int", "long", "float", "double"}
# The types that travel, which assay/Shape.java knows as well, by their packages.
PLAIN = {
    "java.lang": "Object Boolean Byte Character Short Integer Long Float Double Number Comparable CharSequence String Iterable",
    "java.math": "BigInteger BigDecimal",
    "java.util": "Collection List ArrayList LinkedList Vector Stack Set HashSet LinkedHashSet TreeSet SortedSet NavigableSet"
                 " Queue Deque ArrayDeque PriorityQueue Map HashMap LinkedHashMap TreeMap SortedMap NavigableMap Optional"
                 " OptionalInt OptionalLong OptionalDouble Map.Entry",
}
PACKAGES = {name: package for package, found in PLAIN.items() for name in found.split()}


def declared(payload):
    """The class and its methods. Raises BuildFailed where some type of theirs does not travel."""
    name, *heads = payload["declaration"].splitlines() or [""]
    if not heads:
        raise BuildFailed("nothing is declared that tests could call from afar")
    return name, [Head(head) for head in heads]


class Head:
    """A method as it is declared, each type written out in full; `declared` is the result's type as it stands there."""

    def __init__(self, text):
        found = HEAD.match(text)
        if found is None:
            raise BuildFailed(f"the benchmark's method {text!r} cannot be read")
        self.name, self.static, self.declared, self.throws = found["name"], found["static"], found["type"], found["throws"]
        self.result = in_full(self.declared)
        self.parameters = [parameter(part) for part in parts(found["parameters"])]  # (type, name)

    def signature(self):
        given = ", ".join(f"{type} {name}" for type, name in self.parameters)
        return f"public {'static ' if self.static else ''}{self.result} {self.name}({given}){self.throws}"


def judge_entry(heads):
    """The class that the tests use.

    >>> print(judge_entry([Head("public String add(int a, List<?> b[])")]))
    class AssayEntry {
        private final int assayInstance = assay.Link.instance();
        public java.lang.String add(int a, java.util.List<?>[] b) { \
return (java.lang.String) assay.Link.call(this.assayInstance, 0, "String", new java.lang.Object[] {a, b}); }
    }
    """
    methods = "\n".join(f"    {head.signature()} {{ {sending(head, number)} }}" for number, head in enumerate(heads))
    return f"class AssayEntry {{\n    private final int assayInstance = assay.Link.instance();\n{methods}\n}}"


def sending(head, number):
    given = ", ".join(name for _, name in head.parameters)
    instance = "0" if head.static else "this.assayInstance"
    call = f'assay.Link.call({instance}, {number}, "{short(head.declared)}", new java.lang.Object[] {{{given}}});'
    return call if head.result == "void" else f"return ({head.result}) {call}"


def candidate_entry(name, heads):
    """The class between the calls and the program: its methods are those of language.entry, so that the compiler takes the same
    programs.

    >>> print(candidate_entry("Solution", [Head("public static void add(final int... a)")]))
    class AssayEntry {
        private final Solution program = new Solution();
        public static void add(int... a) { Solution.add(a); }
        static java.lang.Object assayCall(java.lang.Object on, int method, java.lang.Object[] given) \
throws java.lang.Throwable {
            switch (method) {
                case 0: AssayEntry.add((int[]) given[0]); return null;
                default: throw new java.lang.NoSuchMethodError();
            }
        }
    }
    """
    methods = "\n".join(f"    {head.signature()} {{ {passing(name, head)} }}" for head in heads)
    cases = "\n".join(f"            case {number}: {serving(head)}" for number, head in enumerate(heads))
    return f"""class AssayEntry {{
    private final {name} program = new {name}();
{methods}
    static java.lang.Object assayCall(java.lang.Object on, int method, java.lang.Object[] given) throws java.lang.Throwable {{
        switch (method) {{
{cases}
            default: throw new java.lang.NoSuchMethodError();
        }}
    }}
}}"""


def passing(of, head):
    given = ", ".join(name for _, name in head.parameters)
    call = f"{of if head.static else 'program'}.{head.name}({given});"
    return call if head.result == "void" else f"return {call}"


def serving(head):
    given = ", ".join(f"({type.replace('...', '[]')}) given[{place}]" for place, (type, _) in enumerate(head.parameters))
    call = f"{'AssayEntry' if head.static else '((AssayEntry) on)'}.{head.name}({given});"
    return f"{call} return null;" if head.result == "void" else f"return {call}"


def parameter(text):
    """The type, in full, and the name of a declared parameter.

    >>> parameter("final int[] a []"), parameter("String... b")
    (('int[][]', 'a'), ('java.lang.String...', 'b'))
    """
    found = re.fullmatch(r"\s*(?:final\s+)?(?P<type>.*\S)\s*(?<!\w)(?P<name>\w+)\s*(?P<brackets>[\[\]\s]*)", text, re.DOTALL)
    if found is None:
        raise BuildFailed(f"the parameter {text!r} cannot be read")
    full = in_full(f"{found['type'].removesuffix('...')}{found['brackets']}")
    return f"{full}{'...' if found['type'].endswith('...') else ''}", found["name"]


def in_full(text):
    """A type with the packages of its parts. Raises BuildFailed for one that does not travel.

    >>> in_full("Map<String, ? extends List<int[]>>")
    'java.util.Map<java.lang.String, ? extends java.util.List<int[]>>'
    """
    bare = re.sub(r"\bjava\.(?:util|lang|math)\.(?=[A-Z])", "", text)
    full = re.sub(r"[A-Za-z_$][\w$.]*", written_out, re.sub(r"\s+", " ", bare).strip())
    if not re.fullmatch(r"[\w.<>\[\], ?]+", full):
        raise BuildFailed(f"the type {text!r} does not travel")
    return re.sub(r"\s*(\[\])", r"\1", full)


def written_out(found):
    name = "Map.Entry" if found[0] == "Entry" else found[0]
    if name in PRIMITIVES or name in ("extends", "super"):
        return name
    if name not in PACKAGES:
        raise BuildFailed(f"the type {name!r} does not travel")
    return f"{PACKAGES[name]}.{name}"


def short(text):
    """The same for assay/Shape.java: what a wildcard extends stands for it.

    >>> short("java.util.Map<String, ? extends List<? super Integer>> []")
    'Map<String,List<?>>[]'
    """
    bare = re.sub(r"\bjava\.(?:util|lang|math)\.(?=[A-Z])", "", text)
    return re.sub(r"\s+", "", re.sub(r"\?\s*super\s+[\w.]+", "?", re.sub(r"\?\s*extends\s", "", bare)))


def parts(parameters):
    """The declarations between the commas that stand in no brackets.

    >>> parts("Map<String, Integer> a, int b")
    ['Map<String, Integer> a', ' int b']
    """
    found, depth = [""], 0
    for one in parameters:
        depth += (one == "<") - (one == ">")
        if one == "," and depth == 0:
            found.append("")
        else:
            found[-1] += one
    return [part for part in found if part.strip()]
