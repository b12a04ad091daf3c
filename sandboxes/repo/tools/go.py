"""Go: a test binary per package, made by `go test -c`; each tells by itself how its tests end (repo-go/channel.go).

A test's id is the import path of its package, a dot, and its name with sub-tests: `example.org/m/p.TestX/sub_name`.
All binaries that hold the answer are compiled before one of them runs, so that no code of the answer meets a compiler, and
only compilers may write where binaries lie. Those of packages that reach no withheld file stand ready in the environment.
A tree without an environment (a room's self-test) has its packages listed for the case, and so has one that a patch changes:
what is compiled from no changed file stands ready all the same.
"""

import json
import os
import re

import diff
import packages
from job import REPO, BuildFailed, Ran
from told import HEARD, Ear

WORK = "/opt/work"
READY = "/opt/env/go"
PACKAGES = "/opt/env/go-packages.json"  # of repo-go/prepare.py
ENVIRONMENT = {
    "GOPROXY": "off", "GOTOOLCHAIN": "local", "GOTELEMETRY": "off", "CGO_ENABLED": "0", "GOFLAGS": "-buildvcs=false",
    "GOCACHE": f"{WORK}/go-cache", "GOMODCACHE": "/opt/env/go-mod", "GOPATH": f"{WORK}/go-path",
}
FAILING = "F"
OUTCOMES = {"P": "passed", "F": "failed", "S": "skipped"}
TESTS_FAILED = 1  # of go test
EARLY = "tampering: a test binary said success before its tests had ended"
OTHERWISE = "tampering: the exit status of a test binary is not what its tests ended with"

_packages = []  # of this case's tree; `build` fills it


def build(job, shell):
    """Compiles the tests of the answer's package and of those that use it. Raises BuildFailed if its own do not compile;
    the others' are then missing, and `run` reports their package as failed.
    """
    known = recorded()
    _packages.extend(known if known and not (job.patch or job.test_patch) else listed(job, shell, known))
    for package in _packages:
        if package["reaches"]:
            done = compile_tests(package, shell)
            if done.status != 0 and (job.target is None or package["folder"] == folder_of(job.target)):
                raise failure(done.heard.decode("utf-8", "replace"), job.target)
    written = folders_written(job)
    for package in _packages:
        if package["tests"] and package["folder"] in written:
            done = compile_alone(package, shell)
            if done.status != 0:
                raise failure(done.heard.decode("utf-8", "replace"), job.target)


def folders_written(job):
    """The folders of what the answer writes that is no test. `go test` compiles a package together with the files of its
    tests, so that an answer could name what is in those."""
    paths = [job.target or "", *(path for part in diff.parse(job.patch or "") for path in part.paths)]
    return {folder_of(path) for path in paths if path.endswith(".go") and not path.endswith("_test.go")}


def recorded():
    if not os.path.exists(PACKAGES):
        return None
    with open(PACKAGES) as file:
        return json.load(file)


def listed(job, shell, known):
    """The packages as they are now; `known` are those of the environment, if there is one. Raises BuildFailed where Go
    cannot read them."""
    done = shell.run(["go", *packages.LISTED], env=ENVIRONMENT, listen=1, writable=(WORK,))
    if done.status != 0 or done.flooded:
        raise BuildFailed("the packages of the tree cannot be listed")
    found = packages.read(done.heard.decode("utf-8", "replace"))
    changed = {path for text in (job.patch, job.test_patch) for part in diff.parse(text or "") for path in part.paths}
    reached = packages.reached(found, [os.path.join(REPO, path) for path in changed])
    # What the answer does not touch was compiled for good, unless it is made of a file that was withheld.
    anew = {package["path"] for package in found if not known or (package["tests"] and not os.path.exists(ready(package)))}
    return [{**package, "reaches": package["path"] in reached | anew} for package in found]


def folder_of(path):
    return os.path.dirname(os.path.join(REPO, path))


def compile_tests(package, shell):
    """A package without tests is compiled all the same: its answer may not compile."""
    if not package["tests"]:
        return compile_alone(package, shell)
    argv = ["go", "test", "-c", "-vet=off", "-ldflags=-s -w", "-o", binary_of(package), package["path"]]
    return shell.run(argv, env=ENVIRONMENT, listen=2, writable=(WORK,))


def compile_alone(package, shell):
    argv = ["go", "build", "-o", os.devnull, package["path"]]
    return shell.run(argv, env=ENVIRONMENT, listen=2, writable=(WORK,))


def binary_of(package):
    return os.path.join(f"{WORK}/bin", file_name(package)) if package["reaches"] else ready(package)


def ready(package):
    return os.path.join(READY, file_name(package))


def file_name(package):
    """No import path has a percent sign, so that no two packages share a name."""
    return package["path"].replace("/", "%") + ".test"


def failure(said, target):
    name = os.path.basename(target or "")
    match = re.search(rf"(?m)^(?:\S*/)?{re.escape(name)}:(\d+)", said)
    return BuildFailed(said.strip(), int(match[1]) if match else None)


def run(job, shell, wanted, done):
    """Runs the tests `wanted`, or all but those `done`."""
    ran = Ran(status=0)
    for package in _packages:
        names = selection(package, wanted, done)
        if names is None or not package["tests"] or ran.stopped:
            continue
        if os.path.exists(binary_of(package)):
            run_package(job, shell, package, names, ran)
        else:
            ran.failed.append(package["path"])
            ran.status = TESTS_FAILED
    return ran


def selection(package, wanted, done):
    """The options that select a package's tests; None if it has none to run."""
    mine = tops(package, done if wanted is None else wanted)
    if wanted is None:
        return [f"-test.skip=^({'|'.join(mine)})$"] if mine else []
    return [f"-test.run=^({'|'.join(mine)})$"] if mine else None


def tops(package, ids):
    """The names of top-level tests among ids that belong to a package.

    >>> tops({"path": "a.b/c"}, ["a.b/c.TestX/y.z", "a.b/c/d.TestY"])
    ['TestX']
    """
    head = package["path"] + "."
    return sorted({name[len(head):].partition("/")[0] for name in ids if name.startswith(head)})


def run_package(job, shell, package, names, ran):
    ear, required = Ear(), set(job.required) if job.stops_early else set()
    head = package["path"] + "."

    def is_lost(heard):
        return any(message.kind == FAILING and head + message.text in required for message in ear.messages(heard))

    binary = binary_of(package)
    done = shell.run([binary, "-test.paniconexit0", *names], cwd=package["folder"], env=ENVIRONMENT, tell=ear.secret,
                     listen=HEARD, stop_when=is_lost)
    messages = ear.messages(done.heard)
    for message in messages:
        if message.kind in OUTCOMES:
            getattr(ran, OUTCOMES[message.kind]).append(head + message.text)
            ran.ms[head + message.text] = message.ms
    ran.stopped = is_lost(done.heard)
    ran.status = ran.status if done.status == 0 else TESTS_FAILED
    if not ran.stopped:
        judge_end(package, done.status, [message.text for message in messages if message.kind == "E"], ran)


def judge_end(package, status, ends, ran):
    """A run counts as complete only if the process ended as its tests had said."""
    if ends and ends[-1] == str(status):
        return
    ran.complete = False
    ran.flags += [OTHERWISE] if ends and status == 0 else [EARLY] if status == 0 else []
    how = f"signal {-status}" if status < 0 else f"status {status}"
    ran.error = {"type": "panic" if status == 2 else "exit", "line": None,
                 "message": f"the tests of {package['path']} ended with {how} before their end"}
