"""A case in an environment that this host lacks is our failure, one that the worker survives."""

import docker
import pytest

from scoring.errors import SandboxFailed
from workers.sandbox.environments import MEND, reference


def test_an_environment_that_is_not_here_fails_the_case_and_names_the_command():
    engine = docker.from_env(version="auto")
    try:
        with pytest.raises(SandboxFailed, match="is not on this host") as failure:
            reference(engine, "0" * 64, "1" * 64)
    finally:
        engine.close()
    assert failure.value.mend == MEND
