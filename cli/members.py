"""Members of an archive of sources that has the same bytes wherever it is made: of root, without a time."""

import os
import tarfile
from pathlib import Path


def add(archive: tarfile.TarFile, path: Path, name: str) -> None:
    """Adds a file or a link under a name; anything else, such as a socket, is no source and left out."""
    member = tarfile.TarInfo(name)
    if path.is_symlink():
        member.type, member.linkname = tarfile.SYMTYPE, os.readlink(path)
        archive.addfile(member)
    elif path.is_file():
        found = path.stat()
        member.size, member.mode = found.st_size, 0o755 if found.st_mode & 0o100 else 0o644
        with path.open("rb") as content:
            archive.addfile(member, content)
