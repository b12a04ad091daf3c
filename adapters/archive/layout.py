"""Names inside an archive: which are unsafe, which are junk, and what remains once a wrapping folder is taken off."""

import re
from collections import Counter

from scoring.canonical import readable
from scoring.errors import BadInput

JUNK = re.compile(r"(^|/)(__MACOSX/|\.DS_Store$|\._[^/]*$|Thumbs\.db$|desktop\.ini$)", re.IGNORECASE)
UNSAFE = re.compile(r"^/|^[A-Za-z]:|\\|[\x00-\x1f\x7f]|(^|/)\.\.(/|$)")
REPACK = "put the files of answers directly into the archive, or into one folder"


def shown(path: str) -> str:
    """A path as it may stand in a message."""
    path = readable(path)
    return repr(path if len(path) <= 120 else path[:119] + "…")


def check_path(path: str) -> None:
    """Raises BadInput (`unsafe_path`) for a path that could lead out of a folder on any system, or deceive a reader."""
    if not path or UNSAFE.search(path):
        raise BadInput(f"the archive holds the unsafe path {shown(path)}", code="unsafe_path", mend=REPACK)


def is_content(path: str) -> bool:
    """Whether a path is a file that somebody meant to hand in: no folder, and nothing that Mac or Windows adds."""
    return not path.endswith("/") and not JUNK.search(path)


def flat_names(paths: list[str]) -> list[str]:
    """The paths (at least one) without `./` and without the one folder that holds all of them.

    Raises BadInput (`odd_layout`) where a folder remains, (`duplicate_name`) where two are equal then.
    """
    parts = [[part for part in path.split("/") if part != "."] for path in paths]
    if len({part[0] for part in parts}) == 1 and all(len(part) > 1 for part in parts):
        parts = [part[1:] for part in parts]
    for path, part in zip(paths, parts, strict=True):
        if len(part) != 1 or not part[0]:
            raise BadInput(f"the archive holds {shown(path)} in a folder that not all files share", code="odd_layout",
                           mend=REPACK)
    names = [part[0] for part in parts]
    [(name, times)] = Counter(names).most_common(1)
    if times > 1:
        raise BadInput(f"the archive holds {shown(name)} twice", code="duplicate_name", mend="keep one of the two")
    return names
