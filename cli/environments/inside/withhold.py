"""Runs in the container after the build, as root: takes the withheld files out, with everything that holds them.

Input: {"withheld": [paths below /repo], "artifacts": [patterns], "caches": [patterns], "changed": [paths that differ from
the room's image], "certificates": [texts that no file may hold], "addresses": [texts that no file outside the tree may
hold]}. Output: {"texts": {path: text}, "absent": [paths], "removed": [paths], "faults": [sentences]}.

A copy is a file of equal size and content, if it also has the name of the withheld one or is not tiny (every empty
`__init__.py` equals every other). Archives that hold such a file go as a whole.
"""

import glob
import hashlib
import json
import os
import shutil
import stat
import sys
import tarfile
import zipfile

REPO = "/repo"
TINY = 200  # bytes
ZIPS = (".zip", ".jar", ".whl", ".egg", ".war")
TARS = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".crate")
BLOCK = 1 << 20


def main():
    job = json.load(sys.stdin)
    texts, digests, faults = read(job["withheld"])
    removed = [drop(path) for path in sorted(texts)] + drop_artifacts(job["artifacts"], job["withheld"])
    for path in job["caches"]:
        for found in glob.glob(path, recursive=True):
            wipe(found)
    changed = [path for path in job["changed"] if is_plain(path)]
    removed += drop_copies(changed, digests)
    open_to_all()
    left = [path for path in changed if is_plain(path)]
    faults += leaks(left, job["certificates"]) + leaks(filter(is_setting, left), job["addresses"])
    absent = sorted(set(job["withheld"]) - texts.keys())
    json.dump({"texts": texts, "absent": absent, "removed": sorted(filter(None, removed)), "faults": faults}, sys.stdout)


def read(paths):
    """The texts by path; SHA-256 -> names of the withheld files with that content; faults."""
    texts, digests, faults = {}, {}, []
    for path in paths:
        full = os.path.join(REPO, path)
        if not is_plain(full):
            continue
        with open(full, "rb") as file:
            data = file.read()
        try:
            texts[path] = data.decode("utf-8")
        except UnicodeDecodeError as error:
            faults.append(f"{path} is no UTF-8: {error.reason} at byte {error.start}")
            continue
        digests.setdefault((len(data), hashlib.sha256(data).digest()), set()).add(os.path.basename(path))
    return texts, digests, faults


def is_plain(path):
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def drop(path):
    full = path if path.startswith("/") else os.path.join(REPO, path)
    os.unlink(full)
    for made in (byte_code(full)):
        os.unlink(made)
    return full


def byte_code(path):
    """What CPython made of a source file, beside it."""
    folder, name = os.path.split(path)
    stem = glob.escape(os.path.join(folder, "__pycache__", os.path.splitext(name)[0]))
    return glob.glob(stem + ".*.pyc") + ([path + "c"] if os.path.exists(path + "c") else [])


def drop_artifacts(patterns, withheld):
    found = {path for pattern in patterns for path in glob.glob(os.path.join(REPO, pattern), recursive=True)}
    kept = {os.path.join(REPO, path) for path in withheld}
    for path in found - kept:
        wipe(path)
    return sorted(found - kept)


def drop_copies(paths, digests):
    sizes = {size for size, _ in digests}
    removed = []
    for path in paths:
        if not is_plain(path):
            continue
        if os.path.getsize(path) in sizes and is_copy(os.path.basename(path), digest_of(path), digests):
            removed.append(drop(path))
        elif path.endswith(ZIPS + TARS) and any(is_copy(name, found, digests) for name, found in members(path, sizes)):
            os.unlink(path)
            removed.append(path)
    return removed


def is_copy(name, found, digests):
    return found in digests and (name in digests[found] or found[0] >= TINY)


def digest_of(path):
    with open(path, "rb") as file:
        return os.path.getsize(path), hashlib.file_digest(file, "sha256").digest()


def members(path, sizes):
    """Name and digest of the members of an archive that have one of these sizes; a damaged archive has none."""
    try:
        if path.endswith(ZIPS):
            with zipfile.ZipFile(path) as archive:
                for info in archive.infolist():
                    if info.file_size in sizes:
                        yield os.path.basename(info.filename), (info.file_size, hashlib.sha256(archive.read(info)).digest())
        else:
            with tarfile.open(path) as archive:
                for info in archive:
                    if info.isfile() and info.size in sizes:
                        data = archive.extractfile(info).read()
                        yield os.path.basename(info.name), (info.size, hashlib.sha256(data).digest())
    except (zipfile.BadZipFile, tarfile.TarError, EOFError, OSError, RuntimeError):
        return  # test data of the repository may be a broken archive on purpose


def wipe(path):
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    elif os.path.lexists(path):
        os.unlink(path)


def open_to_all():
    """The tree belongs to whichever user a case runs as."""
    for folder, _, names in os.walk(REPO):
        for path in [folder, *(os.path.join(folder, name) for name in names)]:
            if not os.path.islink(path):
                mode = os.lstat(path).st_mode
                execute = 0o111 if os.path.isdir(path) or mode & 0o111 else 0
                os.chmod(path, stat.S_IMODE(mode) | 0o666 | execute)


def is_setting(path):
    """A registry's public address stands in many a source tree and in pip itself; elsewhere it is a setting."""
    return not path.startswith(REPO + "/") and "/pip/" not in path


def leaks(paths, texts):
    """A sentence for each file that holds a setting of the machine that built it."""
    needles = [text.encode() for text in texts]
    return [f"{path} holds a setting of this machine" for path in paths if needles and holds(path, needles)]


def holds(path, needles):
    longest = max(map(len, needles))
    with open(path, "rb") as file:
        before = b""
        while block := file.read(BLOCK):
            if any(needle in before + block for needle in needles):
                return True
            before = block[-longest:]
    return False


main()
