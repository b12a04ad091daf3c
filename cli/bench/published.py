"""The published scorers that `./assay bench` measures against."""

import subprocess
import sys
from pathlib import Path

from adapters.settings import ROOT
from scoring.errors import HostLacks


def install_published(folder: Path, lock: str = "bench.lock") -> None:
    """Puts them into a folder beside the environment: some ask for versions that it does not work with. Raises HostLacks."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "--target", str(folder),
               "--requirement", str(ROOT / "requirements" / lock)]
    if (done := subprocess.run(command, capture_output=True, text=True)).returncode:
        raise HostLacks(f"the packages to compare with cannot be installed: {done.stderr.strip()[-500:]}",
                        mend="name a package index to pip (PIP_INDEX_URL)")
