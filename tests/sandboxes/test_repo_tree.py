"""What a case does to a tree is undone, and what cannot be undone is told: parts of the room, loaded by their path."""

import importlib
import os
import sys
from collections.abc import Callable, Iterator

import pytest

from adapters.settings import ROOT

PATHS = [str(ROOT / "sandboxes" / name) for name in ("repo", "python")]
NOBODY = 65_534

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="a tree is put back by root, and changed by another user")


@pytest.fixture
def tree(monkeypatch, tmp_path_factory) -> Iterator:
    """The module, and a tree below a folder that others may enter: `tree(files) -> (Tree, its root)`."""
    monkeypatch.setattr(sys, "path", [*PATHS, *sys.path])
    before = set(sys.modules)
    module = importlib.import_module("tree")
    folder = tmp_path_factory.mktemp("tree")
    for parent in (folder, *folder.parents[:2]):
        parent.chmod(0o755)
    root = folder / "repo"

    def make() -> tuple:
        (root / "src" / "deep").mkdir(parents=True)
        (root / "src" / "a.py").write_text("a = 1\n")
        (root / "src" / "deep" / "b.py").write_text("b = 1\n")
        (root / "link").symlink_to("src/a.py")
        for path in (root, *root.rglob("*")):
            if not path.is_symlink():
                path.chmod(0o777 if path.is_dir() else 0o666)
        os.utime(root / "src" / "a.py", ns=(10**18, 10**18))
        return module.Tree(str(root), str(folder / "kept")), root

    yield make
    for name in set(sys.modules) - before:
        del sys.modules[name]


def as_nobody(act: Callable[[], object]) -> None:
    """What a program may do: in a child under another user."""
    pid = os.fork()
    if pid == 0:
        try:
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
            act()
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def looks(root) -> dict:
    """Everything that a later case could see of the tree."""
    found = {}
    for path in sorted(root.rglob("*")):
        facts = path.lstat()
        content = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None
        time = facts.st_mtime_ns if path.is_file() and not path.is_symlink() else None
        found[str(path.relative_to(root))] = oct(facts.st_mode), facts.st_uid, time, content
    return found


def rewrite(root):
    (root / "src" / "a.py").write_text("a = 2\n")


def exchange(root):
    (root / "src" / "a.py").unlink()
    (root / "src" / "a.py").mkdir()
    (root / "src" / "a.py" / "x").write_text("x")


def hide(root):
    (root / "mine" / "under").mkdir(parents=True)
    (root / "mine" / "under" / "x").write_text("x")
    (root / "mine" / "under").chmod(0)
    (root / "mine").chmod(0)


def move(root):
    (root / "src" / "deep").rename(root / "elsewhere")


def link_out(root):
    (root / "src" / "a.py").unlink()
    (root / "src" / "a.py").symlink_to("/etc/passwd")


def nest(root):
    os.chdir(root)
    for _ in range(3000):
        os.mkdir("d")
        os.chdir("d")


def do_nothing(root):
    pass


@pytest.mark.parametrize("change", [do_nothing, rewrite, exchange, hide, link_out, nest],
                         ids=lambda change: change.__name__)
def test_a_tree_looks_as_before_whatever_was_done_to_it(tree, change):
    kept, root = tree()
    before = looks(root)
    for _ in range(2):
        as_nobody(lambda: change(root))
        assert kept.restore(NOBODY)
        assert looks(root) == before


def test_a_folder_of_the_tree_that_was_moved_away_is_put_back_or_said_to_be_lost(tree):
    kept, root = tree()
    before = looks(root)
    as_nobody(lambda: move(root))
    assert not kept.restore(NOBODY) or looks(root) == before


def test_only_what_changed_is_written_anew(tree):
    kept, root = tree()
    before = {name: (root / name).lstat().st_ino for name in ("src/a.py", "src/deep/b.py")}
    as_nobody(lambda: exchange(root))
    assert kept.restore(NOBODY)
    assert (root / "src" / "deep" / "b.py").lstat().st_ino == before["src/deep/b.py"]


def test_what_root_did_not_know_and_nobody_may_remove_makes_the_tree_lost(tree):
    kept, root = tree()
    (root / "src").chmod(0o755)
    (root / "src" / "new.py").write_text("")
    assert not kept.restore(NOBODY)


def test_a_tree_with_a_file_that_has_no_copy_is_never_put_back_and_breaks_nothing(tree):
    """A pipe in an environment's tree ended the agent before its first case, so that all of them were unscored."""
    _, root = tree()
    os.mkfifo(root / "pipe")
    kept = sys.modules["tree"].Tree(str(root), str(root.parent / "again"))
    assert not kept.restore(NOBODY)
