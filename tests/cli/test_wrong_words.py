"""Wrong paths and misspelt names on the command line: a sentence with the mend, and no traceback."""

import subprocess
import sys

import pytest

from cli.host.passthrough import environment
from tests.conftest import ROOT

HUMANEVAL = '{"task_id": "H/1", "prompt": "def f():\\n", "entry_point": "f", "test": "x", "canonical_solution": "y"}\n'


def told(folder, *arguments: str, **variables: str) -> str:
    """What a command that must end with 2 says on stderr."""
    done = subprocess.run([sys.executable, "-m", "cli", *arguments], cwd=folder, capture_output=True, text=True, timeout=60,
                          env={**environment(), "PYTHONPATH": str(ROOT), "ASSAY_HOME": str(folder / "home"), **variables})
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert "Traceback" not in done.stderr and "[Errno" not in done.stderr
    return done.stderr


@pytest.mark.parametrize(("arguments", "said"), [
    (["scor"], "No such command 'scor'. Did you mean 'score'?"),
    (["compare", "a", "b"], "there is no file a"),
    (["score", "no.zip", "-b", "exmple"], "did you mean 'example'?"),
    (["score", "file", "-b", "example", "--profile", "strickt"], "did you mean 'strict'?"),
    (["benchmark", "import", "humanevl", "--from", "file", "--to", "x"], "did you mean 'humaneval'?"),
    (["benchmark", "import", "humaneval", "--from", "none", "--to", "x"], "cannot be read as JSONL: there is no such file"),
    (["benchmark", "import", "humaneval", "--from", "file", "--to", "file/x"], "file/x cannot be made: Not a directory"),
    (["benchmark", "export", "example", "--public", "--to", "file/x"], "the folder file/x cannot be made"),
    (["benchmark", "from-git", ".", "--to", "x", "--tool", "pytst"], "did you mean 'pytest'?"),
    (["judge", "calibrate", "--labels", "none", "--prompt", "none", "--model", "m"], "cannot be read: there is no such file"),
    (["images", "export", "file/x.tar.gz"], "the folder file cannot be made"),
    (["images", "build", "sandbox-pyton"], "did you mean 'sandbox-python'?"),
])
def test_it_is_said_in_a_sentence(tmp_path, arguments, said):
    (tmp_path / "file").write_text(HUMANEVAL)
    assert said in " ".join(told(tmp_path, *arguments).split())


def test_a_misspelt_setting_is_told_before_anything_else(tmp_path):
    said = told(tmp_path, "compare", "a", "b", ASSAY_SLOST="2").splitlines()
    assert said[0] == "warning: ASSAY_SLOST is no setting and changes nothing; did you mean ASSAY_SLOTS?"
