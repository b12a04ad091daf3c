"""One JVM that compiles the changed files and runs tests in it (room.jar): seconds less than Maven for the same tests."""

import os
import random
import resource
import secrets
import string
import zipfile

from job import REPO, ROOM

from jvm import events, facts

MARK = "X" * 12
HEAP_SHARE = 4  # the JVM itself, its code and its classes take a part of what the case may use
LEAST_HEAP_MIB = 64
# Only the quick compiler: most of a test run is code that runs once. No files under /tmp that others could find.
FLAGS = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:+DisableAttachMechanism", "-Xlog:disable",
         "-ea",
         "--add-modules=ALL-DEFAULT", "--add-reads=assay.room=ALL-UNNAMED", "--add-opens=java.base/java.io=assay.room",
         f"--module-path={ROOM}/room.jar")


def changed(job):
    """The paths that a case writes; None where it does more than write Java sources."""
    if job.remove or job.patch or job.test_patch:
        return None
    paths = [*job.files, *([job.target] if job.target else [])]
    return paths if all(path.endswith(".java") for path in paths) else None


def can(job, quick):
    """Whether this case's changes lie where the quick way compiles."""
    paths = changed(job)
    roots = tuple(f"{root}/" for root in (*quick.roots, *quick.test_roots))
    return paths is not None and all(f"{REPO}/{path}".startswith(roots) for path in paths)


def run(job, shell, known):
    quick = known.quick
    secret, canary = secrets.token_hex(16), sing(quick.framework, shell.home)
    lines = [("secret", secret), ("canary", canary), ("withheld", ""), *compile_lines(job, quick)]
    lines += test_lines(job, quick, canary)
    for folder in quick.folders:
        os.makedirs(folder, exist_ok=True)  # a JVM takes what is no folder when it starts for an archive
    before = class_files(quick.folders)
    done = shell.run(command(known, [f"{shell.home}/canary"]), listen=4, tell=written(lines), env={"JAVA_HOME": known.home})
    heard = events.read(done.heard, secret)
    ran = events.as_ran(heard, done.status, canary, job.mode != "answer")
    if not quick.tells_err:
        ran.subtests = []
    ran.flags += [f"tampering: {os.path.relpath(path, REPO)} was changed while the tests ran"
                  for path in rewritten(before, class_files(quick.folders), heard.made)]
    return ran


def class_files(folders):
    """Path -> when the kernel saw it change last, in microseconds: no program can set that."""
    return {os.path.join(folder, name): changed_at(os.path.join(folder, name))
            for top in folders for folder, _, names in os.walk(top) for name in names if name.endswith(".class")}


def changed_at(path):
    """Empty where it cannot be seen: who closed its folder tampers, and must not end the case without a verdict."""
    try:
        return str(os.lstat(path).st_ctime_ns // 1000)
    except OSError:
        return ""


def rewritten(before, after, made):
    """Class files that somebody else than the compiler wrote or removed. One that is loaded late would be another test.

    >>> rewritten({"a": "1", "b": "1", "c": "1"}, {"a": "1", "b": "5", "d": "6", "e": "7"}, {"b": "5", "d": "5", "e": "7"})
    ['c', 'd']
    """
    return sorted(path for path in {*before, *after} if after.get(path) != made.get(path, before.get(path)))


def command(known, more=(), end="halt", extra=()):
    quick = known.quick
    path = ":".join((*quick.jars, f"{ROOM}/canary.jar", *quick.folders, *more))
    archive = [f"-XX:SharedArchiveFile={facts.ARCHIVE}", "-Xshare:auto"] if os.path.exists(facts.ARCHIVE) else []
    return [f"{known.home}/bin/java", *archive, *extra, f"-Xmx{heap_mib()}m", *FLAGS, *quick.jvm, f"-Dbasedir={REPO}",
            f"-DlocalRepository={facts.SEED}", "-cp", path, "-m", "assay.room/assay.room.Main", end]


def heap_mib():
    limit = resource.getrlimit(resource.RLIMIT_RSS)[0]
    if limit == resource.RLIM_INFINITY:
        return 1024
    return max(LEAST_HEAP_MIB, limit // 2**20 * (HEAP_SHARE - 1) // HEAP_SHARE)


def compile_lines(job, quick):
    paths = [f"{REPO}/{path}" for path in changed(job)]
    yield from (("option", option) for option in quick.options)
    yield from (("testoption", option) for option in quick.test_options)
    yield from (("root", root) for root in quick.roots)
    yield from (("testroot", root) for root in quick.test_roots)
    tests = tuple(f"{root}/" for root in quick.test_roots)
    yield from (("testsource" if path.startswith(tests) else "source", path) for path in sorted(paths))
    main = {path.removeprefix(f"{REPO}/") for path in paths if not path.startswith(tests)}
    # Only of exactly the withheld files is it known what others see of them.
    if main == {path for path in quick.withheld if not f"{REPO}/{path}".startswith(tests)}:
        yield from [("abi", quick.abi)] if quick.abi else []
    elif main:
        yield "whole", ""


def test_lines(job, quick, canary):
    yield "framework", quick.framework
    if job.only:
        classes, first = [class_of(path, quick.test_roots) for path in job.only], []
    else:
        # A tree that came with its case has no known classes: then those of the required tests are all.
        known = quick.classes or sorted(set(outer_classes(job.required)))
        wanted = outer_classes(job.first) if job.stops_early else []
        first = sorted(set(wanted) & set(known), key=lambda name: (-wanted.count(name), name))
        classes = [name for name in known if name not in first]
    classes.insert(random.randrange(len(classes) + 1), canary)
    yield from (("first", name) for name in first)
    yield from (("class", name) for name in classes)
    yield from (("required", name) for name in job.required)
    yield from [("stops", "")] if job.stops_early else []


def outer_classes(ids):
    """
    >>> outer_classes(["a.B c", "a.B$D e(int)[1]"])
    ['a.B', 'a.B']
    """
    return [name.partition(" ")[0].partition("$")[0] for name in ids]


def class_of(path, roots):
    """The class that stands in a test file.

    >>> class_of("src/test/java/a/b/CTest.java", ["/repo/src/test/java"])
    'a.b.CTest'
    """
    full = f"{REPO}/{path}"
    root = next((root for root in roots if full.startswith(f"{root}/")), REPO)
    return os.path.relpath(full, root).removesuffix(".java").replace("/", ".")


def sing(framework, home):
    """Puts a test class with tests that must fail under `home`, and returns its name: another one for every case."""
    kind = {"junit4": "JUnit4", "platform": "Jupiter"}[framework]
    name = "".join(random.SystemRandom().choices(string.ascii_letters, k=len(MARK)))
    with zipfile.ZipFile(f"{ROOM}/canary.jar") as jar:
        data = jar.read(f"assay/canary/{kind}Canary{MARK}.class").replace(MARK.encode(), name.encode())
    folder = f"{home}/canary/assay/canary"
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/{kind}Canary{name}.class", "wb") as file:
        file.write(data)
    return f"assay.canary.{kind}Canary{name}"


def written(lines):
    return "\n".join(f"{name}\t{value}" for name, value in lines).encode("utf-8", "replace")
