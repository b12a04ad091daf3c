"""Maven: JUnit 3, 4 and 5. One JVM of ours where that was proven equal when the environment was built, else Maven offline.

`test` of an environment: {"args": [...]} for Maven's command line.
"""

from jvm import facts, quick, slow


def build(job, shell):
    """Compiling is a part of either way's run."""


def session(job, shell):
    known = facts.load()
    if known.quick and quick.can(job, known.quick):
        return quick.run(job, shell, known)
    return slow.run(job, shell, known)
