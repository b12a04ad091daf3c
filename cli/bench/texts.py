"""Texts of the size and kind that text tasks have, made anew and alike each time: unit tests, documentation, reviews."""

import random
from dataclasses import dataclass

WORDS = """функция возвращает сумму чисел из списка если параметр не задан то будет ошибка индекс строки проверка имени
значение по умолчанию результат user_count request_id null вызов метода переменная стоит переименовать добавьте тест""".split()
NAMES = ("client", "result", "order", "total", "items", "value", "index", "message", "payload", "expected")
# Per language: what stands around a body, and lines of a body. {a}, {b} and {n} are names and a number.
_CODE = {
    "python": ("def test_{a}_{n}(client):\n{body}\n", "    ", (
        "{a} = client.load({n}, \"строка {n}\")", "{b} = len({a}) + {n}", "for part in {a}:\n        {b} += part.size",
        "if {b} > {n}:\n        {a} = {b}\n    else:\n        {b} = {a}", "assert {a} == {n}",
        "client.send({a}, {b})  # шаг {n}")),
    "java": ("@Test\npublic void should{n}() {{\n{body}\n}}\n", "    ", (
        "int {a} = client.load({n}, \"строка {n}\");", "{b} = {a} + {n};", "for (int i = 0; i < {n}; i++) {{ {b} += i; }}",
        "if ({b} > {n}) {{ {a} = {b}; }} else {{ {b} = {a}; }}", "assertEquals({n}, {a}); // шаг", "client.send({a}, {b});")),
    "go": ("func Test{n}(t *testing.T) {{\n{body}\n}}\n", "\t", (
        "{a} := client.Load({n}, \"строка {n}\")", "{b} = {a} + {n}", "for i := 0; i < {n}; i++ {{ {b} = {b} + i }}",
        "if {b} > {n} {{ {a} = {b} }} else {{ {b} = {a} }}", "if {a} != {n} {{ t.Fatal({a}) }} // шаг",
        "client.Send({a}, {b})")),
    "javascript": ("test('case {n}', () => {{\n{body}\n}});\n", "  ", (
        "let {a} = client.load({n}, 'строка {n}');", "{b} = {a} + {n};", "for (let i = 0; i < {n}; i++) {{ {b} += i; }}",
        "if ({b} > {n}) {{ {a} = {b}; }} else {{ {b} = {a}; }}", "expect({a}).toBe({n}); // шаг", "client.send({a}, {b});")),
    "c_sharp": ("[Fact]\npublic void Case{n}() {{\n{body}\n}}\n", "    ", (
        "var {a} = client.Load({n}, \"строка {n}\");", "{b} = {a} + {n};", "for (int i = 0; i < {n}; i++) {{ {b} += i; }}",
        "if ({b} > {n}) {{ {a} = {b}; }} else {{ {b} = {a}; }}", "Assert.Equal({n}, {a}); // шаг", "client.Send({a}, {b});")),
}
BODY_LINES = 24  # some 1,000 characters, which a unit test has


@dataclass(frozen=True)
class CodePair:
    reference: str
    candidate: str
    language: str


def code_pairs(number: int) -> list[CodePair]:
    """As many of each language; the candidate is the reference with some lines and names changed."""
    chance = random.Random(1)
    languages = [list(_CODE)[at % len(_CODE)] for at in range(number)]
    return [_code_pair(chance, language) for language in languages]


def programs(number: int) -> list[str]:
    """Python of some 900 characters, as answers of a lint task are."""
    chance = random.Random(4)
    return [_code_pair(chance, "python").candidate for _ in range(number)]


def _code_pair(chance: random.Random, language: str) -> CodePair:
    frame, margin, shapes = _CODE[language]
    lines = [_line(chance, shapes) for _ in range(BODY_LINES)]
    changed = [line if chance.random() < 0.7 else _line(chance, shapes) for line in lines]
    name, count = chance.choice(NAMES), chance.randrange(1000)
    reference, candidate = (frame.format(a=name, n=count, body="\n".join(margin + line for line in body))
                            for body in (lines, changed))
    return CodePair(reference, candidate, language)


def _line(chance: random.Random, shapes: tuple[str, ...]) -> str:
    return chance.choice(shapes).format(a=chance.choice(NAMES), b=chance.choice(NAMES), n=chance.randrange(100))


def documents(number: int) -> list[tuple[str, list[str]]]:
    """(reference, [candidate]): documentation of some 450 characters."""
    return _prose(random.Random(2), number, words=65, candidates=1)


def reviews(number: int) -> list[tuple[str, list[str]]]:
    """(reference, ten candidates): comments of some 120 characters."""
    return _prose(random.Random(3), number, words=17, candidates=10)


def _prose(chance: random.Random, number: int, words: int, candidates: int) -> list[tuple[str, list[str]]]:
    def text() -> str:
        return " ".join(chance.choices(WORDS, k=max(3, round(chance.gauss(words, words / 4)))))
    return [(text(), [text() for _ in range(candidates)]) for _ in range(number)]
