"""The files of a repository, and a copy of them that a pack can hold."""

import gzip
import hashlib
import os
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

from cli.members import add
from scoring.errors import BadInput

# What no build needs and nobody wants in a pack: history, caches, environments, and what earlier builds left.
LEFT_OUT = frozenset({".git", ".hg", ".svn", "__pycache__", ".venv", "venv", ".tox", ".nox", ".mypy_cache", ".ruff_cache",
                      ".pytest_cache", "node_modules", ".idea", ".vscode", ".gradle"})
MAX_MIB = 512  # of a packed repository: a pack is copied around, and larger trees hold data that no build needs


def files_of(root: Path) -> list[str]:
    """Paths relative to `root`, in order. Of a git work tree what git tracks or would add, of another folder all but
    LEFT_OUT. Raises BadInput when there are none."""
    if not root.is_dir():
        raise BadInput(f"there is no folder {root}", code="no_such_folder", mend="check the path")
    paths = _listed_by_git(root) if (root / ".git").exists() else list(_walked(root))
    kept = sorted(path for path in paths if _is_kept(root, path))
    if not kept:
        raise BadInput(f"the folder {root} holds no files", code="empty_folder", mend="name the top folder of the repository")
    return kept


def _listed_by_git(root: Path) -> list[str]:
    done = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                          capture_output=True, check=False)
    if done.returncode:
        raise BadInput(f"git cannot list the files of {root}: {done.stderr.decode(errors='replace').strip()}",
                       code="git_failed", mend="mend it, or give a copy of the folder without .git")
    return [os.fsdecode(name) for name in done.stdout.split(b"\0") if name]


def _walked(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in LEFT_OUT]
        links = [name for name in folders if (Path(folder) / name).is_symlink()]
        yield from (os.path.relpath(os.path.join(folder, name), root) for name in [*names, *links])


def _is_kept(root: Path, path: str) -> bool:
    """Files, and links that stay inside: git also lists files that are deleted and folders of submodules."""
    place = root / path
    if place.is_symlink():
        target = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(place)))
        return not os.path.isabs(target) and target.partition(os.sep)[0] != os.pardir
    return place.is_file()


def text_of(root: Path, path: str) -> str | None:
    """The file as text with its line ends; None for a file that is no UTF-8, for an answer could not be put into it."""
    try:
        return (root / path).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return None


def pack_tree(root: Path, paths: list[str], archive: Path, top: str) -> str:
    """Writes these files to a .tar.gz below the folder `top`, and returns its SHA-256. Times and owners are left out, so
    that the same files make the same archive. Raises BadInput over MAX_MIB."""
    size = sum((root / path).lstat().st_size for path in paths)
    if size > MAX_MIB * 1024 * 1024:
        raise BadInput(f"the files of {root} take {size >> 20} MiB, more than {MAX_MIB}", code="tree_too_large",
                       mend="leave data out (.gitignore), or give a copy of the folder without it")
    with archive.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for path in paths:
                add(tar, root / path, f"{top}/{path}")
    return hashlib.sha256(archive.read_bytes()).hexdigest()
