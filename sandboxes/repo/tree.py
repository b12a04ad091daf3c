"""What a case changed under /repo is put back: the tree is then what the image has, to the file's time.

Unchanged is what has the inode and the time of change that it had. The kernel keeps that time, and no program can set it; it
counts in ticks, so a restored tree waits for the next one. Putting back costs a few microseconds per file of the tree, a new
container a third of a second of CPU.
"""

import os
import shutil
import stat
import time

import agent
from job import REPO

KEPT = "/opt/kept"  # root's own, in the container's layer, as large as the tree
# A larger tree costs more than it saves: a new container copies nothing.
MOST_FILES, MOST_BYTES = 3000, 64 * 2**20
# For each of the two steps under the program's user: a new container costs far less, and the worker waits for all of it.
PATIENCE_SECONDS = 5
TICK_SECONDS = 0.02
COARSE = 5  # CLOCK_REALTIME_COARSE, by which the kernel stamps files; the module `time` has no name for it


class Tree:
    """The tree as it stands now. `kept` is false where it is too large to be put back, or holds what root without its rights
    cannot copy: pipes, folders closed to all but another user."""

    def __init__(self, root=REPO, kept=KEPT):
        self.root, self.copy = root, kept
        try:
            self.kept = self._copied()
        except OSError as error:
            os.write(2, f"the tree is not kept: {error!r}\n".encode())
            self.kept = False

    def _copied(self):
        """Copies the tree, unless it is too large."""
        self.facts = _scan(self.root)
        sizes = [facts[-1] for facts in self.facts.values()]
        if len(sizes) > MOST_FILES or sum(sizes) > MOST_BYTES:
            return False
        os.mkdir(self.copy, 0o700)
        for name in self.facts:
            _copy(os.path.join(self.root, name), os.path.join(self.copy, name))
        _wait_for_a_tick()
        return True

    def restore(self, uid):
        """Whether the tree is what it was. To be called when no process of the program is left."""
        if not self.kept or not _as_user(uid, lambda: _remove_strange(self.root, self.facts)):
            return False
        now = _scan(self.root)
        if now.keys() - self.facts.keys():
            return False
        for name, facts in self.facts.items():
            if now.get(name) == facts:
                continue
            if name in now:
                return False
            path = os.path.join(self.root, name)
            _copy(os.path.join(self.copy, name), path)
            self.facts[name] = _facts(os.lstat(path))
        _wait_for_a_tick()
        return True


def emptied(uid, folders):
    """Empties folders of a program's files; whether nothing is in them. To be called when no process of it is left."""
    if any(map(os.listdir, folders)):
        _as_user(uid, lambda: [(os.chdir(folder), agent.empty_folder()) for folder in folders])
    return not any(map(os.listdir, folders))


def _scan(root):
    """What is below the root: relative name -> facts. Raises OSError for a folder that cannot be read."""
    found, folders = {}, [""]
    while folders:
        folder = folders.pop()
        with os.scandir(os.path.join(root, folder)) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                name = os.path.join(folder, entry.name)
                found[name] = _facts(entry.stat(follow_symlinks=False))
                if entry.is_dir(follow_symlinks=False):
                    folders.append(name)
    return found


def _facts(found):
    """Of a folder what others may do with it; of anything else also when it changed. The size comes last."""
    if stat.S_ISDIR(found.st_mode):
        return found.st_mode, found.st_ino, found.st_uid, 0
    return found.st_mode, found.st_ino, found.st_uid, found.st_ctime_ns, found.st_size


def _remove_strange(root, known):
    """Removes what is not known, as the program's user: only it may look into the folders that it locked."""
    folders = [""]
    while folders:
        folder = folders.pop()
        with os.scandir(os.path.join(root, folder)) as entries:
            found = list(entries)
        for entry in found:
            name, is_folder = os.path.join(folder, entry.name), entry.is_dir(follow_symlinks=False)
            if known.get(name) == _facts(entry.stat(follow_symlinks=False)):
                folders += [name] if is_folder else []
            elif is_folder:
                os.chmod(entry.path, 0o700)
                os.chdir(entry.path)
                agent.empty_folder()
                os.rmdir(entry.path)
            else:
                os.unlink(entry.path)


def _as_user(uid, act):
    """Whether a child under this user did it without an error."""
    pid = os.fork()
    if pid == 0:
        try:
            agent.become_user(uid)
            act()
            os._exit(0)
        except BaseException as error:  # noqa: BLE001 - this side of the fork may only end; the caller takes a new container
            os.write(2, f"clean: {error!r}\n".encode())
        os._exit(1)
    return agent.wait_for(pid, PATIENCE_SECONDS) == 0


def _copy(source, target):
    facts = os.lstat(source)
    if stat.S_ISDIR(facts.st_mode):
        os.mkdir(target)
        os.chmod(target, stat.S_IMODE(facts.st_mode))
    elif stat.S_ISLNK(facts.st_mode):
        os.symlink(os.readlink(source), target)
    else:
        shutil.copyfile(source, target)
        os.chmod(target, stat.S_IMODE(facts.st_mode))
        os.utime(target, ns=(facts.st_atime_ns, facts.st_mtime_ns))


def _wait_for_a_tick():
    """Until what is written from now on has another time than what was written before."""
    began = time.clock_gettime_ns(COARSE)
    deadline = time.monotonic() + TICK_SECONDS
    while time.clock_gettime_ns(COARSE) == began and time.monotonic() < deadline:
        time.sleep(0.001)
