"""Answers to a small Java repository, judged by the JVM that stands in for Maven, and by Maven."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.benchmarks import load_pack
from adapters.settings import Settings
from cli.environments.running import Rooms
from scoring.generation import Generation
from scoring.tasks import KINDS
from scoring.verdict import COMPILE_ERROR, PASSED, RUNTIME_ERROR, WRONG_ANSWER
from tests.conftest import ROOT
from tests.e2e.conftest import run_cli

pytestmark = pytest.mark.timeout(900)  # Maven fetches itself
MANIFEST = """\
name: small-java
version: "1.0"
title: one method and one test class
tasks:
  Method: &task
    kind: repo-completion
    data: method.jsonl
    metrics: [pass@1]
    attempts: 1
    settings: {rule: java}
    files: {environments: environments.yaml}
  Tests:
    <<: *task
    kind: repo-testgen
    data: tests.jsonl
    metrics: [pass@1, compile@1]
    settings: {rule: javatestgen}
"""
ENVIRONMENTS = 'small:\n  source: {folder: tree}\n  tool: maven\n  jdk: "21"\n'
HEAD = "package a;\n\npublic class Same {\n"
METHOD = "    public static <T> T of(T value) {\n        return value;\n    }\n"
USER = "package a;\n\npublic class User {\n    public static String use() {\n        return Same.of(\"x\");\n    }\n}\n"
IMPORTS = "import static org.junit.jupiter.api.Assertions.*;\nimport org.junit.jupiter.api.Test;\n"
TEST = f"""package a;

{IMPORTS}
public class SameTest {{
    public static final String EXPECTED = "x";

    @Test
    void used() {{
        assertEquals(EXPECTED, User.use());
    }}
}}
"""
ONE = "@Test void one() { }"
METHODS = {
    "another-bound": ("    public static <T extends Comparable<T>> T of(T value) {\n        return value;\n    }\n", PASSED),
    "wrong": ("    public static <T> T of(T value) {\n        return null;\n    }\n", WRONG_ANSWER),
    "knows-the-tests": ("    public static String of(String any) {\n        return SameTest.EXPECTED;\n    }\n", COMPILE_ERROR),
    "uses-junit": (METHOD.replace("return value", "return org.junit.jupiter.api.Assertions.fail()"), COMPILE_ERROR),
}
CLASSES = {  # class -> verdict under strict, whether it passes under mera-1, whether Maven says then that it compiled
    f"class OtherTest {{ {ONE} }}": (WRONG_ANSWER, True, False),
    "public class NewTest { }": (WRONG_ANSWER, True, True),
    "public class NewTest { @Test void one() { System.exit(0); } }": (RUNTIME_ERROR, False, True),
    f"public class NewTest {{ {ONE} }}\nclass SameTest {{ }}": (COMPILE_ERROR, False, False),  # there is one already
    f"public class NewTest {{ {ONE} }}": (PASSED, True, True),
}


@pytest.fixture(scope="module")
def pack(tmp_path_factory, embedded_home) -> Path:
    folder = tmp_path_factory.mktemp("packs") / "small-java"
    main, tests = (folder / "tree" / "src" / kind / "java" / "a" for kind in ("main", "test"))
    for made in (main, tests):
        made.mkdir(parents=True)
    shutil.copy(ROOT / "benchmarks" / "example-repositories" / "java" / "pom.xml", folder / "tree")
    (main / "Same.java").write_text(f"{HEAD}{METHOD}}}\n")
    (main / "User.java").write_text(USER)
    (tests / "SameTest.java").write_text(TEST)
    (folder / "benchmark.yaml").write_text(MANIFEST)
    (folder / "environments.yaml").write_text(ENVIRONMENTS)
    (folder / "method.jsonl").write_text(json.dumps({"instruction": "", "inputs": {}, "outputs": METHOD, "meta": {
        "id": "1", "environment": "small", "file": "src/main/java/a/Same.java", "intent": "of", "left_context": HEAD,
        "gt": METHOD, "right_context": "}\n"}}))
    (folder / "tests.jsonl").write_text(json.dumps({
        "instruction": "", "inputs": {}, "outputs": fenced(IMPORTS + list(CLASSES)[-1]), "meta": {
            "id": "1", "environment": "small", "file": "src/test/java/a/NewTest.java", "source_code": "package a;\n"}}))
    run_cli("benchmark", "build", folder, "--repeat", "1", home=embedded_home)
    return folder


def fenced(code: str) -> str:
    return f"```java\n{code}\n```"


def judged(pack: Path, home: Path, task_name: str, answer: str) -> dict[str, list]:
    """By profile the verdicts of our JVM and of Maven, which runs where a case removes a file."""
    task = load_pack(pack).tasks[task_name]
    kind, sample = KINDS[task.kind], task.samples[0]
    quick = kind.plan(task, sample, Generation(task.name, sample.id, 0, fenced(answer)), "strict")
    maven = replace(quick, payload={**quick.payload, "remove": ["not.there"]})
    with Rooms(Settings(home=home), [quick.runtime], print) as rooms:
        outcomes = rooms.run_all([quick, maven], lambda: None)
    return {profile: [kind.judge(task, sample, outcome, profile) for outcome in outcomes] for profile in ("strict", "mera-1")}


@pytest.mark.parametrize("name", METHODS)
def test_an_answer_gets_the_verdict_that_maven_gives_it(pack, embedded_home, name):
    answer, verdict = METHODS[name]
    assert [found.name for found in judged(pack, embedded_home, "Method", answer)["strict"]] == [verdict] * 2


@pytest.mark.parametrize("text", CLASSES)
def test_a_test_class_gets_the_verdicts_that_maven_gives_it(pack, embedded_home, text):
    strict, passes, compiles = CLASSES[text]
    found = judged(pack, embedded_home, "Tests", IMPORTS + text)
    assert [verdict.name for verdict in found["strict"]] == [strict] * 2
    assert [(verdict.name == PASSED, verdict.scores["compiled"]) for verdict in found["mera-1"]] == [(passes, compiles)] * 2
