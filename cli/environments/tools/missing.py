"""Why a Python module is missing in a built tree: its file is withheld, and the installed package has no copy of it."""

import re
from collections.abc import Iterable

_MISSING = re.compile(r"No module named '([\w.]+)'|cannot import name '(\w+)' from '([\w.]+)'")


def withheld_module(said: str, withheld: Iterable[str]) -> str | None:
    """A sentence with the setting that mends it, when what the tests said names a module whose file is withheld; else None."""
    paths = {path: path.removesuffix(".py").removesuffix("/__init__") for path in withheld if path.endswith(".py")}
    for found in _MISSING.finditer(said):
        module = found[1] or f"{found[3]}.{found[2]}"
        wanted = module.replace(".", "/")
        for path, stem in paths.items():
            if stem == wanted or stem.endswith(f"/{wanted}"):
                root = stem.removesuffix(wanted).rstrip("/") or "."
                return (f"the tests import {module} from an installed copy, which lacks {path}: that file is withheld, and "
                        f"each case puts it into the tree. Have them import from the tree: "
                        f"test: {{env: {{PYTHONPATH: {root}}}}}")
    return None
