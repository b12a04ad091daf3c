"""Source trees of this machine, a folder or a git commit, as one archive and one checksum.

Nothing of a repository's history comes along: no git object, so no later commit and no answer in one.
"""

import hashlib
import io
import os
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from cli.host import process
from cli.host.faults import CommandFailed, lacks
from cli.members import add
from scoring.errors import BadInput

# Histories and what tools leave behind; a tree that needs one of these names has to be given as an archive.
LEFT_OUT = {".git", ".hg", ".svn", "__pycache__", ".pytest_cache", ".tox", ".venv", "node_modules", ".DS_Store"}


def folder_tree(folder: Path) -> bytes:
    """A tar of the files and links below a folder, sorted, of root, without times: equal trees give equal bytes.

    Raises BadInput when there is no such folder.
    """
    if not folder.is_dir():
        raise BadInput(f"there is no folder {folder}", code="no_such_source", mend="mend `source` in environments.yaml")
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in sorted(_files(folder), key=lambda path: path.relative_to(folder).as_posix()):
            add(archive, path, path.relative_to(folder).as_posix())
    return buffer.getvalue()


def commit_tree(repository: str, commit: str) -> bytes:
    """The tree of a commit as `folder_tree` has it, submodules included. `repository` is a folder or an address.

    Raises HostLacks without git, CommandFailed when the commit cannot be had.
    """
    if not process.works(["git", "--version"]):
        raise lacks("git, which fetches a repository", "sudo apt-get install -y git")
    with tempfile.TemporaryDirectory(prefix="assay-git-") as folder:
        tree = Path(folder) / "tree"
        process.run(["git", "init", "--quiet", str(tree)])
        git = ["git", "-C", str(tree)]
        try:
            process.run([*git, "fetch", "--quiet", "--depth", "1", repository, commit])
        except CommandFailed:  # a server may refuse to give a single commit
            process.run([*git, "fetch", "--quiet", repository, "+refs/*:refs/fetched/*"])
        process.run([*git, "-c", "advice.detachedHead=false", "checkout", "--quiet", commit])
        if (tree / ".gitmodules").is_file():
            process.run([*git, "submodule", "--quiet", "update", "--init", "--recursive", "--depth", "1"])
        return folder_tree(tree)


def _files(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in LEFT_OUT]
        links = [name for name in folders if (Path(parent) / name).is_symlink()]
        yield from (Path(parent) / name for name in [*names, *links] if name not in LEFT_OUT)


def sha256_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
