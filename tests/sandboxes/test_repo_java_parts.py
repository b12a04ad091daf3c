"""The parts of the Java room that need no container: what its JVM and Maven say, read."""

import contextlib
import hashlib
import importlib
import subprocess
import sys
import zipfile
from collections.abc import Iterator

import pytest

from adapters.settings import ROOT

JAVA = ROOT / "sandboxes" / "repo-java"
PATHS = [str(JAVA), str(ROOT / "sandboxes" / "repo"), str(ROOT / "sandboxes" / "python")]
SECRET, CANARY = "5ec2e7", "assay.canary.JUnit4CanaryAbc"
SUNG = "".join(f"failed\t1\t-\t{CANARY} {name}\n" for name in ("raises", "compares", "expects"))
MAVEN = """
[DEBUG] Command line options:
[DEBUG] -d /repo/target/classes -classpath /repo/target/classes: -sourcepath /repo/src/main/java:/gen: -s /gen -g --release 8
[DEBUG] Command line options:
[DEBUG] -d /repo/target/test-classes -classpath /x.jar -sourcepath /repo/src/test/java: -g
[DEBUG] test classpath:  /repo/target/test-classes  /repo/target/classes  /opt/m2/org/junit/junit.jar
[DEBUG] provider classpath:  /opt/m2/org/apache/maven/surefire/surefire-api.jar  /opt/m2/org/junit/junit-platform-launcher-1.jar
[DEBUG] Forking command line: /bin/sh -c cd '/repo' && '/opt/jdk/bin/java' '-Xmx64m' '-jar' '/repo/target/booter.jar' 'x'
"""


@pytest.fixture
def room(monkeypatch) -> Iterator:
    """`room(NAME)`: a module as it would be imported in the image. The names are too common to stay registered."""
    before = dict(sys.modules)
    monkeypatch.setattr(sys, "path", [*PATHS, *sys.path])
    yield importlib.import_module
    for name in set(sys.modules) - set(before):
        del sys.modules[name]


@pytest.mark.parametrize("name", ["jvm/events.py", "jvm/quick.py", "prepare.py"])
def test_the_examples_of_a_module_hold(name):
    done = subprocess.run([sys.executable, "-m", "doctest", str(JAVA / name)], capture_output=True, text=True,
                          env={"PYTHONPATH": ":".join(PATHS)}, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def sealed(text: str) -> bytes:
    return f"{text}seal\t{hashlib.sha256((SECRET + text).encode()).hexdigest()}\n".encode()


def ran(room, said: bytes, status: int = 0):
    events = room("jvm.events")
    return events.as_ran(events.read(said, SECRET), status, CANARY, with_times=False)


def test_a_sealed_report_counts_each_test_but_the_canaries(room):
    tests = f"passed\t3\t-\ta.T one\n{SUNG}passed\t3\terr\ta.T two(int)[1]\nskipped\t0\t-\ta.T three\n"
    found = ran(room, sealed(f"{tests}end\t0\n"))
    assert (found.passed, found.failed, found.skipped) == (["a.T one", "a.T two(int)[1]"], [], ["a.T three"])
    assert (found.complete, found.flags, found.subtests) == (True, [], ["a.T two(int)[1]"])


@pytest.mark.parametrize(("said", "status", "flagged"), [
    (b"passed\t1\t-\ta.T one\n", 0, False),
    (b"passed\t1\t-\ta.T one\nend\t0\nseal\t00\n", 0, True),
    (sealed(f"passed\t1\t-\ta.T one\n{SUNG}end\t0\n") + b"passed\t1\t-\ta.T two\n", 0, True),
    (sealed(f"passed\t1\t-\ta.T one\n{SUNG}end\t0\n"), 3, False),
    (b"\xff\x00passed\tx", 0, False),
], ids=["no-end", "forged-seal", "more-after-the-seal", "another-exit-status", "junk"])
def test_a_report_that_is_not_whole_never_counts_as_complete(room, said, status, flagged):
    found = ran(room, said, status)
    assert not found.complete
    assert bool(found.flags) is flagged


@pytest.mark.parametrize("song", ["", SUNG.replace("failed", "passed", 1), SUNG + SUNG], ids=["none", "one-passes", "twice"])
def test_canaries_that_do_not_fail_are_tampering(room, song):
    assert ran(room, sealed(f"passed\t1\t-\ta.T one\n{song}end\t0\n")).flags == ["tampering: tests that must fail did not fail"]


def test_a_compile_error_says_where_and_of_which_kind(room):
    found = ran(room, sealed("error\t7\t/repo/src/main/java/A.java\tmissing symbol\tcannot find symbol\\n  x\nend\t2\n"), 2)
    assert not found.builds
    assert found.error == {"type": "missing symbol", "message": "src/main/java/A.java: cannot find symbol\n  x", "line": 7}


def test_mavens_debug_output_gives_class_path_options_and_arguments(room, monkeypatch):
    prepare = room("prepare")
    monkeypatch.setattr(prepare.os.path, "isdir", lambda path: path.startswith("/repo/src"))
    monkeypatch.setattr(prepare, "test_classes", lambda: ["a.T", "a.T$Inner"])
    found = prepare.read(MAVEN)
    assert found.jars == ["/opt/m2/org/junit/junit.jar", "/opt/m2/org/junit/junit-platform-launcher-1.jar"]
    assert (found.framework, found.jvm, found.classes) == ("platform", ["-Xmx64m"], ["a.T"])
    assert found.options[:5] == ["-d", "/repo/target/classes", "-g", "--release", "8"]
    assert (found.roots, found.test_roots) == (["/repo/src/main/java"], ["/repo/src/test/java"])


def test_main_code_is_compiled_against_mavens_own_class_path_of_it(room, monkeypatch):
    """On that of the tests an answer compiled that called the tests, or JUnit."""
    prepare = room("prepare")
    monkeypatch.setattr(prepare, "test_classes", list)
    found = prepare.read(MAVEN)
    paths = [kind[kind.index("-classpath") + 1] for kind in (found.options, found.test_options)]
    assert paths == ["/repo/target/classes", "/x.jar"]


def test_several_modules_are_left_to_maven(room):
    prepare = room("prepare")
    with pytest.raises(prepare.NotQuick, match="4 compilations"):
        prepare.read(MAVEN + MAVEN)


def test_tests_on_a_module_path_are_left_to_maven(room, monkeypatch):
    """No project with a module-info.java could be built."""
    prepare = room("prepare")
    monkeypatch.setattr(prepare, "test_classes", list)
    with pytest.raises(prepare.NotQuick, match="module path"):
        prepare.read(MAVEN.replace("'-jar' '/repo/target/booter.jar'", "'@/repo/target/surefire/args'"))


def test_what_mvn_install_left_of_a_withheld_file_is_found_and_fetched_archives_are_not(room, tmp_path):
    """The reference answer could be loaded from there."""
    own, fetched = tmp_path / "org" / "own" / "1.0", tmp_path / "org" / "fetched" / "0.9"
    for folder, name in ((own, "own-1.0"), (own, "own-1.0-tests"), (fetched, "fetched-0.9")):
        folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(folder / f"{name}.jar", "w") as archive:
            archive.writestr("a/BTest.class" if "tests" in name else "a/B.class", "")
    (own.parent / "maven-metadata-local.xml").touch()
    assert room("prepare").installed(["src/main/java/a/B.java"], tmp_path) == [str(own / "own-1.0.jar")]


PASSED, LOUD, FAILED = ("passed", "a.T one", 1, False), ("passed", "a.T two", 1, True), ("failed", "a.T three", 1, True)
MUTE = [(*test[:3], False) for test in (PASSED, LOUD, FAILED)]


@pytest.mark.parametrize(("maven", "ours", "tells_err", "equal"), [
    ([PASSED, LOUD, FAILED], [FAILED, PASSED, LOUD], True, True),
    ([PASSED, LOUD, FAILED], [PASSED, LOUD, MUTE[2]], True, True),  # a failed test is failed
    (MUTE, [PASSED, LOUD, FAILED], True, False),
    ([PASSED, LOUD, FAILED], MUTE, True, False),
    (MUTE, [PASSED, LOUD, FAILED], False, True),  # Surefire 2 does not say it of passed tests
    ([PASSED, LOUD, FAILED], [PASSED, LOUD, FAILED], False, False),  # this one does
    (MUTE, MUTE[:2], False, False),
    (MUTE, [MUTE[0], MUTE[1], ("passed", "a.T three", 1, False)], False, False),
    ([], [], True, False),
])
def test_our_own_run_takes_mavens_place_only_where_it_finds_the_same(room, maven, ours, tells_err, equal):
    prepare = room("prepare")
    refuses = contextlib.nullcontext() if equal else pytest.raises(prepare.NotQuick)
    with refuses:
        prepare.compare(maven, ours, tells_err)


@pytest.mark.parametrize(("line", "tells_err"), [
    ("", True), ("[INFO] --- maven-surefire-plugin:2.22.2:test (default-test) @ a ---", False),
    ("[INFO] --- surefire:3.2.5:test (default-test) @ a ---", True)])
def test_reports_of_surefire_2_say_nothing_of_what_passed_tests_wrote(room, monkeypatch, line, tells_err):
    prepare = room("prepare")
    monkeypatch.setattr(prepare, "test_classes", list)
    assert prepare.read(f"{MAVEN}{line}\n").tells_err == tells_err


SUREFIRE = "[ERROR] Failed to execute goal org.x:maven-surefire-plugin:3.2.5:test (default-test) on project a: "


@pytest.mark.parametrize(("said", "complete"), [
    (f"{SUREFIRE}There are test failures.\n[ERROR] \n", True),
    (f"{SUREFIRE}\n[ERROR] \n[ERROR] Please refer to /repo/target/surefire-reports\n", True),
    (f"{SUREFIRE}\n[ERROR] \n[ERROR] The forked VM terminated without properly saying goodbye. VM crash?\n", False),
    (f"{SUREFIRE}ExecutionException The forked VM terminated without properly saying goodbye.\n", False),
    (f"{SUREFIRE}There was a timeout or other error in the fork\n", False),
    ("[ERROR] There are test failures.\n"
     "[ERROR] Failed to execute goal org.x:maven-compiler-plugin:3.13.0:compile (x) on project b: \n", False),
], ids=["failures", "errors-alone", "exit", "crash", "timeout", "compiler"])
def test_tests_that_raise_errors_came_to_their_end_as_those_that_fail(room, said, complete):
    """Surefire 3 says "There are test failures" of assertions only: an environment where one test needs a network, and raises
    an error without, could not be built."""
    assert room("jvm.slow").result([("failed", "a.T one", 1, False)], said, 1, with_times=False).complete == complete


def test_tests_that_fail_anyhow_do_not_keep_maven_from_later_modules(room):
    """Of a project with one such test, only the modules up to that were ever tested, and the others' samples quarantined."""
    slow, job = room("jvm.slow"), room("job").Job
    assert slow.selection(job(tool="maven"), True) == ["-Dmaven.test.failure.ignore=true"]
    assert slow.selection(job(tool="maven"), False) == []
    assert "-Dmaven.test.failure.ignore=true" not in slow.selection(job(tool="maven", only=("src/test/java/ATest.java",)), True)


@pytest.mark.parametrize(("said", "complete"), [
    ("[ERROR] There are test failures.\n", True),
    ("[ERROR] ExecutionException The forked VM terminated without properly saying goodbye.\n", False)])
def test_where_maven_goes_on_a_jvm_that_broke_off_still_did(room, said, complete):
    assert room("jvm.slow").result([], f"{said}[INFO] BUILD SUCCESS\n", 0, with_times=False).complete == complete


@pytest.mark.parametrize(("new", "flagged"), [
    ("org/junit/Assert.class", True), ("org/junit/Other.class", False), ("a/B.class", False), ("own/New.class", False)])
def test_a_class_of_the_answer_that_takes_a_librarys_place_is_seen(room, tmp_path, new, flagged):
    """On a class path the tree comes first, so tests would meet an `Assert` that asserts nothing. A repository that an archive
    holds as well, in a later version, may grow the classes of that."""
    slow, folder = room("jvm.slow"), tmp_path / "module" / "target" / "classes"
    (folder / "own").mkdir(parents=True)
    (folder / "own" / "Old.class").touch()
    before = slow.class_files(tmp_path)
    with zipfile.ZipFile(tmp_path / "all.jar", "w") as archive:
        archive.writestr("org/junit/Assert.class", "")
        archive.writestr("own/New.class", "")
    (tmp_path / "half.jar").write_bytes(b"PK")
    (folder / new).parent.mkdir(parents=True, exist_ok=True)
    (folder / new).touch()
    assert slow.shadowing(before, slow.class_files(tmp_path), tmp_path) == ([new] if flagged else [])
