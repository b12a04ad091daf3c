"""Runs once as an environment is built, as root, without a network, the withheld files still in place.

Input: {"test": {"args": [...]}, "jdk": "21", "withheld": [paths]}. It
1. reads what Maven said when the build tested the tree (LOG; where the build left none, Maven does it again, offline): class
   path, compiler options, test classes;
2. does the same by the room's own JVM, and compares: only where both find the same tests with the same results is the
   quick way taken for cases;
3. records the classes that the JVM loads, so that later ones start sooner;
4. writes it all to /opt/env/maven.json, and removes what was compiled from the withheld files, installed archives among it.
"""

import collections
import glob
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
from dataclasses import replace

ROOM = "/opt/room"
sys.path.insert(0, ROOM)

from job import REPO, Job  # noqa: E402
from jvm import events, facts, quick, slow  # noqa: E402

LOG_CHARS = 4000
SCRATCH = "/tmp/assay-proof"
TARGET = f"{REPO}/target"
LOG = "/opt/env/maven.log"
LEFT_OUT = ("-sourcepath", "-s")  # compiler options with a value: the quick way compiles what it names, and nothing beside
CLASS_PATH = ("-classpath", "-cp")

# What a compiler of every release takes: parts of the language that bring most of the compiler along.
SAMPLE = """
/** Sample. */
public class Sample<T extends Comparable<T>> implements Runnable {
    private final java.util.Map<String, java.util.List<T>> all = new java.util.HashMap<String, java.util.List<T>>();
    enum Kind { ONE, TWO }
    interface Take<A> { A of(A a) throws Exception; }
    static int of(String text, Kind kind, int... more) {
        int sum = text.length() + more.length;
        for (int each : more) { sum += each > 0 ? each : -each; }
        switch (kind) { case ONE: sum++; break; default: sum--; }
        return sum;
    }
    public void run() {
        Take<String> take = new Take<String>() { public String of(String a) { return a + Sample.this.all.size() + 'c' + 1L; } };
        try { while (all.isEmpty()) { System.out.println(take.of("a" + of("b", Kind.ONE, 1, 2))); } }
        catch (Exception error) { throw new IllegalStateException(error); } finally { all.clear(); }
    }
}
"""


PRESENT_SUREFIRE = 3


class NotQuick(Exception):
    """Why Maven has to do it."""


def main():
    asked = json.load(sys.stdin)
    known = facts.Facts(jdk=str(asked.get("jdk") or "21"), arguments=list(asked["test"].get("args", ())))
    os.makedirs(os.path.dirname(facts.PATH), exist_ok=True)
    said, found = by_maven(known)
    known, made = replace(known, fails=any(test[0] == "failed" for test in found)), []
    try:
        known, made = proven(replace(known, quick=read(said)), asked["withheld"], found)
    except NotQuick as reason:
        known = replace(known, why=str(reason))
        print(f"cases of this environment run by Maven: {reason}", file=sys.stderr)
    known.save()
    wipe([*made, *installed(asked["withheld"])])


def by_maven(known):
    """Maven's debug output, and the tests that it ran."""
    if os.path.exists(LOG):
        with open(LOG, encoding="utf-8", errors="replace") as file:
            said = file.read()
        os.unlink(LOG)
        return said, slow.read_reports(REPO)
    shutil.rmtree(TARGET, ignore_errors=True)
    command = slow.command(known, ["-X", "-Dmaven.test.failure.ignore=true"])
    done = subprocess.run(["env", f"JAVA_HOME={known.home}", *command], cwd=REPO, stdout=subprocess.PIPE, encoding="utf-8",
                          errors="replace")
    if done.returncode != 0:
        errors = [line for line in done.stdout.splitlines() if line.startswith("[ERROR]")]
        sys.exit("Maven fails without a network:\n" + "\n".join(errors)[-LOG_CHARS:])
    return done.stdout, slow.read_reports(REPO)


def read(said):
    """What the output of a run with -X says. Raises NotQuick."""
    compiled = [line.split() for line in re.findall(r"Command line options:\n\[DEBUG\] (.*)", said)]
    paths = re.findall(r"^\[DEBUG\] test classpath:  (.*)", said, re.MULTILINE)
    forks = re.findall(r"Forking command line: (.*)", said)
    if len(compiled) != 2 or len(paths) != 1 or len(forks) != 1:
        raise NotQuick(f"{len(compiled)} compilations, {len(forks)} processes with tests: not one module with tests")
    path = paths[0].split("  ")
    provider = re.search(r"^\[DEBUG\] provider classpath:  (.*)", said, re.MULTILINE)[1].split("  ")
    jars = [part for part in path if part.endswith(".jar")]
    jars += [part for part in provider if "/surefire/" not in part and part not in jars]
    folders = [part for part in path if not part.endswith(".jar")]
    platform = any("/junit-platform-launcher" in part for part in provider)
    classes = sorted({name.partition("$")[0] for name in test_classes()})
    return facts.Quick(
        framework="platform" if platform else "junit4", jars=jars, folders=folders, jvm=arguments(forks[0]), classes=classes,
        options=options(compiled[0]), test_options=options(compiled[1]),
        roots=sources(compiled[0]), test_roots=sources(compiled[1]), tells_err=surefire(said) >= PRESENT_SUREFIRE)


def surefire(said):
    """The major version of what ran the tests; of one that does not say it, the present one.

    >>> surefire("[INFO] --- maven-surefire-plugin:2.22.2:test (default-test) @ a ---")
    2
    >>> surefire("[INFO] --- surefire:3.0.0-M5:test (default-test) @ a ---")
    3
    """
    found = re.search(r"surefire(?:-plugin)?:(\d+)\.[^:\s]*:test\b", said)
    return int(found[1]) if found else PRESENT_SUREFIRE


def test_classes():
    names = [os.path.basename(path)[len("TEST-"):-len(".xml")] for path in glob.glob(f"{TARGET}/surefire-reports/TEST-*.xml")]
    return [name for name in names if glob.glob(f"{TARGET}/**/{name.replace('.', '/')}.class", recursive=True)]


def options(compiled):
    """The class path stays Maven's own: on that of the tests an answer would compile that uses them, or what only they may.

    >>> options(["-d", "/o", "-classpath", "/o:/a.jar:", "-sourcepath", "/s:", "-g"])
    ['-d', '/o', '-g', '-classpath', '/o:/a.jar', '-proc:none', '-implicit:none']
    """
    kept, path, words = [], "", iter(compiled)
    for word in words:
        if word in LEFT_OUT:
            next(words, None)
        elif word in CLASS_PATH:
            path = next(words, "").strip(":")
        else:
            kept.append(word)
    return [*kept, "-classpath", path, "-proc:none", "-implicit:none"]


def sources(compiled):
    """The folders with sources. Those with generated ones are compiled already, and change with no case."""
    at = compiled.index("-sourcepath")
    return [part for part in compiled[at + 1].split(":") if part and os.path.isdir(part)]


def arguments(fork):
    """What the project gives the JVM of its tests, between `java` and `-jar`. Raises NotQuick for tests on a module path,
    whose arguments stand in a file."""
    words = re.findall(r"'([^']*)'|(\S+)", fork)
    words = [quoted or plain for quoted, plain in words]
    start = next(number for number, word in enumerate(words) if word.endswith("/bin/java")) + 1
    if "-jar" not in words:
        raise NotQuick("the tests run on a module path")
    return words[start:words.index("-jar")]


def proven(known, withheld, expected):
    """`known` with `abi` and the class files made of the withheld files, if our JVM finds what Maven found. Raises NotQuick."""
    present = tuple(path for path in withheld if os.path.exists(f"{REPO}/{path}"))
    known = replace(known, quick=replace(known.quick, withheld=present))
    job = Job(tool="maven", files=dict.fromkeys(present, ""), mode="baseline")
    if not quick.can(job, known.quick):
        raise NotQuick("withheld files lie outside the folders with sources")
    archive(known)
    heard = ours(known, job)
    compare(expected, heard.tests, known.quick.tells_err)
    known = replace(known, quick=replace(known.quick, abi=heard.abi))
    ours(replace(known, quick=replace(known.quick, classes=[])), job, ("whole", ""))
    return known, heard.made


def ours(known, job, *more):
    """A run of our JVM over all test classes that are known. Raises NotQuick."""
    secret, canary = secrets.token_hex(16), quick.sing(known.quick.framework, SCRATCH)
    lines = [("secret", secret), ("canary", canary), *quick.compile_lines(job, known.quick), *more]
    lines += quick.test_lines(job, known.quick, canary)
    heard = events.read(heard_of(quick.command(known, [f"{SCRATCH}/canary"]), quick.written(lines)), secret)
    shutil.rmtree(SCRATCH)
    ran = events.as_ran(heard, heard.end or 0, canary, False)
    if not ran.complete or not ran.builds or ran.flags:
        raise NotQuick(f"our own run does not come to its end: {ran.error} {ran.flags}"[:LOG_CHARS])
    heard.tests = [test for test in heard.tests if not test[1].startswith(f"{canary} ")]
    return heard


def heard_of(command, told):
    """What a command said on its descriptor 4. No walls: this is the repository's own code, and root's container."""
    os.makedirs(SCRATCH, exist_ok=True)
    with open(f"{SCRATCH}/told", "wb") as file:
        file.write(told)
    script = 'told="$1" heard="$2"; shift 2; exec "$@" 3<>"$told" 4>"$heard"'
    subprocess.run(["sh", "-c", script, "sh", f"{SCRATCH}/told", f"{SCRATCH}/heard", *command], cwd=REPO)
    with open(f"{SCRATCH}/heard", "rb") as file:
        return file.read()


def archive(known):
    """Lets a JVM record what it loads for a canary and the compiler; later ones map that. Without it all works, slower."""
    canary = f"assay.canary.{ {'junit4': 'JUnit4', 'platform': 'Jupiter'}[known.quick.framework]}Canary{quick.MARK}"
    lines = [("secret", secrets.token_hex(16)), ("canary", canary), ("framework", known.quick.framework), ("class", canary)]
    lines += [("option", option) for option in known.quick.options if option != "-Werror"]
    source = f"{SCRATCH}/Sample.java"
    os.makedirs(SCRATCH, exist_ok=True)
    with open(source, "w") as file:
        file.write(SAMPLE)
    lines += [("source", source), ("option", "-d"), ("option", SCRATCH)]
    # An archive knows jars only: those stand first in the class path, which may then go on.
    bare = replace(known, quick=replace(known.quick, folders=[]))
    made = f"{SCRATCH}/classes.jsa"
    heard_of(quick.command(bare, end="end", extra=[f"-XX:ArchiveClassesAtExit={made}"]), quick.written(lines))
    if os.path.exists(made):
        shutil.move(made, facts.ARCHIVE)
    shutil.rmtree(SCRATCH)


def compare(expected, found, tells_err):
    """Raises NotQuick unless both name the same tests, passed and failed, and of those that passed the same that wrote to
    System.err, which a published rule takes for failed."""
    wanted = collections.Counter((outcome, name, outcome == "passed" and err) for outcome, name, _, err in expected
                                 if outcome != "skipped")
    got = collections.Counter((outcome, name, outcome == "passed" and err and tells_err) for outcome, name, _, err in found
                              if outcome != "skipped")
    if not wanted:
        raise NotQuick("Maven runs no test")
    if wanted != got:
        raise NotQuick(f"our own run differs from Maven's: {list((wanted - got) + (got - wanted))[:5]}")


def installed(withheld, seed=facts.SEED):
    """The archives with classes of the withheld files that `mvn install` put into Maven's repository, beside a note that they
    are this machine's own. Another release of the same library, which a plugin needs, is not among them."""
    sources = [path.removesuffix(".java") for path in withheld if path.endswith(".java")]
    archives = {path for note in glob.glob(f"{seed}/**/maven-metadata-local.xml", recursive=True)
                for path in glob.glob(f"{os.path.dirname(note)}/**/*.jar", recursive=True)}
    return sorted(path for path in archives if any(made_of(name, sources) for name in slow.names_in(path)))


def made_of(name, sources):
    """
    >>> made_of("a/B.class", ["src/main/java/a/B"]), made_of("WEB-INF/classes/a/B$1.class", ["src/main/java/a/B"])
    (True, True)
    >>> made_of("a/BB.class", ["src/main/java/a/B"]), made_of("a/B.txt", ["src/main/java/a/B"])
    (False, False)
    """
    own = name.rpartition("-INF/classes/")[2].removesuffix(".class").partition("$")[0]
    return name.endswith(".class") and any(f"/{source}".endswith(f"/{own}") for source in sources)


def wipe(made):
    """The files `made` of the withheld ones, and reports of the tests."""
    for path in made:
        if os.path.exists(path):
            os.unlink(path)
    for pattern in ("surefire-reports", "surefire", "maven-status"):
        for found in glob.glob(f"{REPO}/**/target/{pattern}", recursive=True):
            shutil.rmtree(found)


if __name__ == "__main__":
    main()
