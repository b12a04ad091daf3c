"""Java projects built by Maven: its local repository becomes /opt/m2, root's and read-only to whoever is scored."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from adapters.benchmarks.environments import EnvironmentSpec
from cli.environments.container import HOME
from cli.environments.tools.words import words_of

runtime = "repo-java"
# Artifacts of the seed, the plugins' among them: a project file with ranges or snapshots would bring others another day.
packages = r"""cd /opt/m2 && find . -name '*.jar' -printf '%P\n' \
 | sed -nE 's#^(.*)/([^/]+)/([^/]+)/[^/]+$#\1:\2==\3#p' | tr / . | sort -u
"""
test_facts = ""
constraints = False
# What only helps to fetch again, and says where from.
caches = (f"{HOME}/.m2", "/opt/m2/**/_remote.repositories", "/opt/m2/**/*.lastUpdated", "/opt/m2/**/resolver-status.properties")
_OPTIONS = "-B -X -Dmaven.repo.local=/opt/m2 -Dmaven.test.failure.ignore=true -Dstyle.color=never"
# A connection that breaks without a word holds Maven for a quarter of an hour, whatever its own limits; then it is started
# again, and keeps what was fetched before. Seconds that each start gets; a build that takes longer loses nine minutes. A later
# start may find compiled what an earlier one left, and says nothing of it then: `prepare.py` has to run Maven itself after one.
_PATIENCE = "180 360 2400"
_LOG = "/opt/env/maven.log"


def default_build(spec: EnvironmentSpec) -> str:
    """Tests included: only a run fetches the plugins and the test framework's provider. The room's `prepare.py` reads what
    Maven said."""
    words = " ".join(shlex.quote(str(word)) for word in test_options(spec.test)["args"])
    return (f"for seconds in {_PATIENCE}; do"
            f" timeout --kill-after 10 $seconds mvn {_OPTIONS} {words} test > {_LOG} 2>&1"
            f" && {{ [ $seconds = {_PATIENCE.split()[0]} ] || rm {_LOG}; exit 0; }};"
            f" [ $? = 124 ] || grep -aqE 'Could not transfer|timed out' {_LOG} || break; done;"
            f" grep -a '^.ERROR' {_LOG} | head -n 50; exit 1")


def finish(spec: EnvironmentSpec, withheld: Sequence[str]) -> str:
    return ""


def withheld_artifacts(path: str) -> tuple[str, ...]:
    """Class files of a source: its own name's; `prepare.py` knows and removes others that stand in the same file.

    The package is what stands below the last folder `java`. Without one it is not known, and each class of that name goes, also
    one of another package, which cases that do not start Maven then miss.

    >>> withheld_artifacts("src/main/java/a/b/C.java")
    ('**/target/**/a/b/C.class', '**/target/**/a/b/C$*.class', '**/target/*.jar')
    >>> withheld_artifacts("src/a/b/C.java")[0]
    '**/target/**/C.class'
    """
    file = PurePosixPath(path)
    if file.suffix != ".java":
        return ()
    folders = file.parent.parts
    package = folders[len(folders) - folders[::-1].index("java"):] if "java" in folders else ()
    name = "/".join((*package, file.stem))
    return tuple(f"**/target/**/{name}{end}" for end in (".class", "$*.class")) + ("**/target/*.jar",)


def test_options(test: Mapping[str, Any]) -> dict[str, Any]:
    """`{"args": [...]}` for Maven's command line; of a `command` such as `mvn -Drat.skip test` the goals are left out."""
    if unknown := test.keys() - {"command", "args"}:
        raise ValueError(f"test of maven has no {sorted(unknown)[0]!r}; known are command and args")
    if "command" not in test:
        return {"args": words_of(test.get("args", []))}
    words = shlex.split(str(test["command"]))
    if words[:1] not in (["mvn"], ["./mvnw"]):
        raise ValueError(f"{test['command']!r} is no call of Maven: write `mvn OPTIONS test`, or args")
    return {"args": [word for word in words[1:] if word.startswith("-")]}
