"""Submission archives as data: `build` makes one by its name, `expected.toml` says what it must come to.

In `expected.toml` each archive has either `container` (code of the fault that refuses it at once), or `scored` (number
of answers that are read; warnings allowed) or neither, and then its `problems` hold an error and it is rejected.
`problems` lists exactly what is found, in its order: severity ("error" unless told), code, file, row (none unless
told) and, where given, sample or words of the message. Where thousands of faults are cut short, `codes` has the codes
that are found instead, and `listed` how many problems are listed.
"""

import tomllib
import zipfile
from pathlib import Path
from typing import Any

from tests.intake.containers import CONTAINERS, zipped
from tests.intake.contents import CONTENTS

HERE = Path(__file__).resolve().parent
# Contents that are one byte a million times would be refused for their ratio, and their reader never be tried.
STORED_FROM = 16 * 1024**2


def names() -> list[str]:
    return [*CONTAINERS, *CONTENTS]


def build(name: str, directory: Path) -> Path:
    """Writes the archive `name` into the folder and gives its path."""
    path = directory / f"{name}.zip"
    if name in CONTAINERS:
        path.write_bytes(CONTAINERS[name]())
        return path
    members = CONTENTS[name]()
    is_large = sum(map(len, members.values())) > STORED_FROM
    path.write_bytes(zipped(members, zipfile.ZIP_STORED if is_large else zipfile.ZIP_DEFLATED))
    return path


def load_expected() -> dict[str, dict[str, Any]]:
    """Archive name -> what it must come to."""
    return tomllib.loads((HERE / "expected.toml").read_text("utf-8"))
