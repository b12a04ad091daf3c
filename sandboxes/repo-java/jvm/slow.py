"""Maven itself, offline. Its report files lie where the tests' own process may not write."""

import glob
import os
import re
import shutil
import xml.etree.ElementTree as xml

from job import REPO, ROOM, Ran

from jvm import facts

BAD = {"failure", "error"}
ERROR_AT = re.compile(r"^\[ERROR\] (?P<file>/\S+\.java):\[(?P<line>\d+),\d+\] (?P<message>.*)$", re.MULTILINE)


def run(job, shell, known):
    reports = f"{shell.home}/reports"
    redirect(reports)
    # A Landlock domain of its own for the JVM of the tests (walled.py) keeps it from the reports, which Maven writes.
    more = [f"-Djvm={ROOM}/jdk-{known.jdk}/bin/java", *selection(job)]
    done = shell.run(command(known, more), listen=1, env={"JAVA_HOME": known.home})
    text = done.heard.decode("utf-8", "replace")
    os.write(1, done.heard[-64 * 1024:])
    ran = result(read_reports(reports), text, done.status, job.mode != "answer")
    broken = ERROR_AT.search(text)
    if "COMPILATION ERROR" in text and not ran.ids() and broken:
        kind = "missing symbol" if "cannot find symbol" in broken["message"] else "compile error"
        message = f"{broken['file'].removeprefix(f'{REPO}/')}: {broken['message']}"
        return Ran(complete=False, builds=False, status=done.status, marks=ran.marks,
                   error={"type": kind, "message": message, "line": int(broken["line"])})
    return ran


def command(known, more=(), goal="test"):
    return ["mvn", "-o", "-B", f"-Dmaven.repo.local={facts.SEED}", "-Dstyle.color=never", *known.arguments, *more, goal]


def selection(job):
    """Only the named test files. One without tests in it fails nothing, as under a plain `mvn test`."""
    if not job.only:
        return []
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
        complete=status == 0 or any("There are test failures" in line for line in lines),
    )
    if not ran.complete:
        message = f"Maven ended before the tests did, with exit status {status}"
        ran.error = {"type": "SystemExit", "line": None, "message": message}
    if marks["success"] and status != 0:
        ran.flags.append("tampering: the tests print lines of Maven's own")
    return ran
