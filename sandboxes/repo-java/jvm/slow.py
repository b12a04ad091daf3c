"""Maven itself, offline. Its report files lie where the tests' own process may not write."""

import glob
import os
import re
import shutil
import xml.etree.ElementTree as xml
import zipfile

from job import REPO, ROOM, Ran

from jvm import facts

BAD = {"failure", "error"}
ERROR_AT = re.compile(r"^\[ERROR\] (?P<file>/\S+\.java):\[(?P<line>\d+),\d+\] (?P<message>.*)$", re.MULTILINE)
# Where tests ran to their end and some failed. Of those that raised an error alone Surefire 3 gives no reason at all.
ALL_RAN = re.compile(r"^\[ERROR\] Failed to execute goal \S+:maven-surefire-plugin:\S+ (?:\(.*\) )?on project \S+: *"
                     r"(?:There are test failures.*)?$", re.MULTILINE)
# What Surefire says of a JVM that did not come to its end, in the same message.
BROKEN_OFF = re.compile(r"^\[ERROR\] .*(?:SurefireBooterForkException|The forked VM terminated|error in the fork)",
                        re.MULTILINE)
GOES_ON = "-Dmaven.test.failure.ignore=true"

SHADOWS = "tampering: {} of the answer takes the place of a library's"


def run(job, shell, known):
    reports, before = f"{shell.home}/reports", class_files()
    redirect(reports)
    # A Landlock domain of its own for the JVM of the tests (walled.py) keeps it from the reports, which Maven writes.
    more = [f"-Djvm={ROOM}/jdk-{known.jdk}/bin/java", *selection(job, known.fails)]
    done = shell.run(command(known, more), listen=1, env={"JAVA_HOME": known.home})
    text = done.heard.decode("utf-8", "replace")
    os.write(1, done.heard[-64 * 1024:])
    ran = result(read_reports(reports), text, done.status, job.mode != "answer")
    ran.flags += [SHADOWS.format(name) for name in shadowing(before, class_files())]
    broken = ERROR_AT.search(text)
    if "COMPILATION ERROR" in text and not ran.ids() and broken:
        kind = "missing symbol" if "cannot find symbol" in broken["message"] else "compile error"
        message = f"{broken['file'].removeprefix(f'{REPO}/')}: {broken['message']}"
        return Ran(complete=False, builds=False, status=done.status, marks=ran.marks,
                   error={"type": kind, "message": message, "line": int(broken["line"])})
    return ran


def command(known, more=(), goal="test"):
    return ["mvn", "-o", "-B", f"-Dmaven.repo.local={facts.SEED}", "-Dstyle.color=never", *known.arguments, *more, goal]


def class_files(root=REPO):
    """The names of the classes that Maven has compiled, as archives have them."""
    return {os.path.relpath(os.path.join(folder, name), top) for top in glob.glob(f"{root}/**/target/*classes", recursive=True)
            for folder, _, names in os.walk(top) for name in names if name.endswith(".class")}


def shadowing(before, after, seed=facts.SEED):
    """New classes that archives have as well, in packages that the tree had no class of: a class path has the tree first, so
    that tests would meet them in the place of what they assert with. A tree that is a library itself has its own packages."""
    own = {os.path.dirname(name) for name in before}
    new = {name for name in after - before if os.path.dirname(name) not in own}
    archives = glob.glob(f"{seed}/**/*.jar", recursive=True) if new else []
    return sorted(new & {name for path in archives for name in names_in(path)})


def names_in(path):
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.namelist()
    except zipfile.BadZipFile:  # half fetched: Maven itself passes it over
        return []


def selection(job, fails):
    """Only the named test files. One without tests in it fails nothing, as under a plain `mvn test`. Of all tests, those that
    fail anyhow may not keep Maven from the modules after theirs."""
    if not job.only:
        return [GOES_ON] if fails else []
    names = ",".join(os.path.basename(path).removesuffix(".java") for path in job.only)
    return [f"-Dtest={names}", "-DfailIfNoTests=false", "-Dsurefire.failIfNoSpecifiedTests=false"]


def redirect(reports):
    """Starts from a clean tree, with a link in the place of each module's folder of reports. What the build left under
    `target` is root's, and Maven sets times of files, which only their owner may."""
    for folder, below, files in os.walk(REPO):
        below[:] = [name for name in below if name not in ("target", "src", ".git")]
        if "pom.xml" in files:
            own = os.path.join(reports, os.path.relpath(folder, REPO))
            os.makedirs(own)
            shutil.rmtree(f"{folder}/target", ignore_errors=True)
            os.makedirs(f"{folder}/target")
            os.symlink(own, f"{folder}/target/surefire-reports")


def read_reports(folder):
    """(outcome, id, ms, wrote to System.err) of every test of Surefire's report files. One that is no XML has no tests: Maven
    was ended while it wrote it, or writes what the tests printed, and those may print anything."""
    found = []
    for path in sorted(glob.glob(f"{folder}/**/TEST-*.xml", recursive=True)):
        try:
            cases = list(xml.parse(path).getroot().iter("testcase"))
        except xml.ParseError:
            continue
        for case in cases:
            parts = {part.tag for part in case}
            outcome = "failed" if parts & BAD else "skipped" if "skipped" in parts else "passed"
            ms = round(float((case.get("time") or "0").replace(",", "")) * 1000)
            found.append((outcome, f"{case.get('classname')} {case.get('name')}", ms, "system-err" in parts))
    return found


def result(tests, text, status, with_times):
    lines = text.split("\n")
    marks = {"tests": any(line.startswith("[INFO]  T E S T S") for line in lines),
             "success": any(line.startswith("[INFO] BUILD SUCCESS") for line in lines)}
    ran = Ran(
        **{outcome: [name for kind, name, _, _ in tests if kind == outcome] for outcome in ("passed", "failed", "skipped")},
        ms={name: ms for _, name, ms, _ in tests} if with_times else {}, status=status, marks=marks,
        subtests=[name for kind, name, _, err in tests if kind == "passed" and err],
        complete=BROKEN_OFF.search(text) is None and (status == 0 or ALL_RAN.search(text) is not None),
    )
    if not ran.complete:
        message = f"Maven ended before the tests did, with exit status {status}"
        ran.error = {"type": "SystemExit", "line": None, "message": message}
    if marks["success"] and status != 0:
        ran.flags.append("tampering: the tests print lines of Maven's own")
    return ran
