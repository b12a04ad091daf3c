"""The other side of repositorytest.py: a script, run with that package on its path. Reads tasks, prints a list of booleans.

What it does with a task is what the package's own manager does: a copy of the repository, the untouched tests, a clean copy,
the answer, the tests again. An answer passes if all that passed before passes again.
"""

import functools
import json
import re
import sys
from typing import Any

from docker.models.containers import ContainerCollection
from repotest.core.docker.python import PythonDockerRepo

SECONDS = 300
PASSED = re.compile(r"^PASSED (.+?)\s*$", re.MULTILINE)


def main() -> None:
    asked = json.load(sys.stdin)
    ContainerCollection.run = functools.partialmethod(ContainerCollection.run, cgroup_parent=asked["cgroup"])
    print(json.dumps([passes(task, asked["url"]) for task in asked["tasks"]]))


def passes(task: dict[str, Any], url: str) -> bool:
    repo = PythonDockerRepo(repo=task["repo"], base_commit=task["commit"], default_url=url, image_name=task["image"],
                            cache_mode="download")
    before = _passed(repo.run_test(task["command"], timeout=SECONDS))
    repo.clean()
    repo.change_file(task["target"], task["text"])
    return bool(before) and before <= _passed(repo.run_test(task["command"], timeout=SECONDS))


def _passed(result: dict[str, Any]) -> set[str]:
    return set(PASSED.findall(result["stdout"]))


if __name__ == "__main__":
    main()
