"""Called once per environment, as root, when it is built and the withheld files still stand: `prepare.py < JSON`.

Collects the tests once with byte code kept: pytest rewrites the assertions of every test file, and doing that anew would cost
each case a tenth of its time. Byte code of withheld files goes with them.
"""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from job import REPO, ROOM, Job
from tools import pytest

COLLECT = "import sys; sys.path.insert(0, {lib!r}); import pytest; sys.exit(pytest.main(sys.argv[1:]))"


def main():
    given = json.load(sys.stdin)
    job = Job(given["tool"], test=given.get("test") or {}, mode="collect")
    own = {**os.environ, **pytest.environment(job), **job.test.get("env", {})}  # noqa: TID251 - the builder's, for one command
    own.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [pytest.PYTHON, "-c", COLLECT.format(lib=f"{ROOM}/lib"), *pytest.orders(job, b"")["arguments"]]
    subprocess.run(command, cwd=REPO, env=own, check=False)  # tests that cannot be collected are the baseline's to tell


if __name__ == "__main__":
    main()
