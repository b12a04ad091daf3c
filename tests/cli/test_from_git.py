"""From a repository's history to samples: which commits serve, and that their diffs make the commit's own tree."""

import json
import subprocess

import pytest
import yaml
from typer.testing import CliRunner

from adapters.benchmarks import load_pack
from adapters.benchmarks.locks import SCHEMA, lock_path
from cli.app import app
from cli.proposing.from_git import propose_patches
from scoring.errors import BadInput, UsageFault
from scoring.repository.diff import parse, patched

CODE, TEST = "def f():\n    return {}\n", "from m import f\n\n\ndef test_f():\n    assert f() == {}\n"
HISTORY = [  # what each commit writes (None: deletes), and whether it serves
    ("Start", {"m.py": CODE.format(0), "tests/test_m.py": TEST.format(0), "pyproject.toml": "", "README": "x"}, False),
    ("Return one\n\nNobody needs zero.\n\nSigned-off-by: A <a@b>", {
        "m.py": CODE.format(1), "tests/test_m.py": TEST.format(1), "README": "y"}, True),
    ("Code alone", {"m.py": CODE.format(1) + "# done\n"}, False),
    ("Tests alone", {"tests/test_m.py": TEST.format(1) + "# done\n"}, False),
    ("A build file too", {"m.py": CODE.format(2), "tests/test_m.py": TEST.format(2), "pyproject.toml": "# x"}, False),
    ("A new file and one that goes", {"new é.py": "y = 1\n", "m.py": None, "tests/test_new.py": "import n\n",
                                      "tests/test_m.py": None}, True),
    ("Far too much", {"m.py": CODE.format(3) + "x = 1\n" * 300, "tests/test_m.py": TEST.format(3)}, False),
    ("Line ends of another system", {"n.py": "a = 1\r\nb = 2\r\n", "tests/test_n.py": "import n\r\n"}, True),
    ("Bytes", {"n.py": "a = 3\r\nb = 2\r\n", "tests/blob": "\udcff\0"}, False),
    ("Two new files", {"o.py": "y = 1\n", "tests/test_o.py": "import o\n"}, True),
]


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    root = tmp_path_factory.mktemp("own project")
    git(root, "init", "--quiet")
    for message, files, _ in HISTORY:
        for path, text in files.items():
            (root / path).parent.mkdir(exist_ok=True)
            (root / path).unlink() if text is None else (
                root / path).write_bytes(text.encode("utf-8", "surrogateescape"))
        git(root, "add", "--all")
        git(root, "-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "--message", message)
    return root


def git(root, *arguments: str) -> str:
    return subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True).stdout


def proposed(repository, to, **options):
    return propose_patches(repository, to, **{"tool": "pytest", "language": "python", "count": 9, "looked_at": 99, **options})


def test_small_changes_of_code_and_tests_serve(repository, tmp_path):
    messages = [one.message for one in proposed(repository, tmp_path / "pack")]
    assert messages == [message for message, _, serves in reversed(HISTORY) if serves]


def test_the_pack_is_sound_and_its_environments_are_the_parents(repository, tmp_path):
    commits = proposed(repository, tmp_path / "pack")
    task = load_pack(tmp_path / "pack").tasks["Patches"]
    assert [sample.id for sample in task.samples] == [commit.sha[:12] for commit in commits]
    for sample, commit in zip(task.samples, commits, strict=True):
        source = task.settings["environments"][sample.meta["environment"]]["source"]
        assert source == {"git": str(repository.resolve()), "commit": git(repository, "rev-parse", f"{commit.sha}^").strip()}
    assert "Signed-off-by" not in task.samples[-1].inputs["message"]
    assert "return 0" in task.samples[-1].inputs["files"]


def test_reference_and_test_patch_make_the_code_and_the_tests_of_the_commit(repository, tmp_path):
    for commit in proposed(repository, tmp_path / "pack"):
        changed = patched(reader(repository, commit.parent), parse(commit.patch + commit.test_patch))
        after = reader(repository, commit.sha)
        assert {path: change.text for path, change in changed.items()} == {path: after(path) for path in changed}


def reader(root, commit):
    def read(path):
        done = subprocess.run(["git", "-C", str(root), "show", f"{commit}:{path}"], capture_output=True, check=False)
        return done.stdout.decode() if done.returncode == 0 else None
    return read


def test_the_command_says_what_it_found_and_what_comes_next(repository, tmp_path):
    done = CliRunner().invoke(app, ["benchmark", "from-git", str(repository), "--to", str(tmp_path / "pack"), "--count", "1"])
    assert "Two new files" in done.stdout and "Next: ./assay benchmark build" in done.stdout
    done = CliRunner().invoke(app, ["benchmark", "from-git", str(repository), "--to", str(tmp_path / "other"), "--json"])
    assert len(json.loads(done.stdout)["samples"]) == 4


@pytest.mark.parametrize(("arguments", "fault"), [
    (["--tool", "gradle"], UsageFault), (["--tool", "go", "--language", "c"], UsageFault),
    (["--tool", "go"], BadInput), (["--commits", "1", "--tool", "maven"], BadInput),
    (["--tool", "go", "--args", "x"], UsageFault),
])
def test_what_cannot_be_done_is_said(repository, tmp_path, arguments, fault):
    done = CliRunner().invoke(app, ["benchmark", "from-git", str(repository), "--to", str(tmp_path / "pack"), *arguments])
    assert isinstance(done.exception, fault)


@pytest.mark.parametrize(("options", "said"), [
    ({"tool": "maven", "language": "java"}, "tracks no file of java"), ({"looked_at": 0}, "none of the last 0 commits"),
])
def test_a_history_without_code_of_the_language_is_told_from_one_without_small_changes(repository, tmp_path, options, said):
    with pytest.raises(BadInput, match=said):
        proposed(repository, tmp_path / "pack", **options)


def test_the_tool_is_found_out_where_none_is_named(tmp_path):
    git(tmp_path, "init", "--quiet")
    (tmp_path / "go.mod").write_text("module m\n")
    (tmp_path / "m.py").write_text("x = 1\n")
    git(tmp_path, "add", "--all")
    git(tmp_path, "-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "--message", "start")
    done = CliRunner().invoke(app, ["benchmark", "from-git", str(tmp_path), "--to", str(tmp_path / "pack")])
    assert "tracks no file of go" in str(done.exception)


def test_a_folder_without_history_is_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match="no git repository"):
        proposed(tmp_path / "empty", tmp_path / "pack")


def specs_of(pack):
    return yaml.safe_load((pack / "environments.yaml").read_text("utf-8"))


def test_each_parent_is_built_with_what_its_own_tree_has(tmp_path):
    """`pip install .` was the build of every tree, and no tree without a project file could be built."""
    git(tmp_path, "init", "--quiet")
    files = [{"m.py": "x = 1\n", "test_m.py": "import m\n"}, {"m.py": "x = 2\n", "test_m.py": "import m  # 2\n"},
             {"pyproject.toml": "[project]\nname = 'm'\n[project.optional-dependencies]\ntest = ['a']\n",
              "tests/requirements.txt": "b\n"},
             {"m.py": "x = 3\n", "test_m.py": "import m  # 3\n"}]
    for number, changed in enumerate(files):
        for name, text in changed.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text)
        git(tmp_path, "add", "--all")
        git(tmp_path, "-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "--message", str(number))
    proposed(tmp_path, tmp_path / "pack")
    assert [spec["build"] for spec in specs_of(tmp_path / "pack").values()] == [
        'pip install ".[test]" && pip install -r tests/requirements.txt', "true"]
    proposed(tmp_path, tmp_path / "other", build="make")
    assert {spec["build"] for spec in specs_of(tmp_path / "other").values()} == {"make"}


def with_lock(pack, **entry):
    lock_path(pack / "environments.yaml").write_text(json.dumps(
        {"schema": SCHEMA, "environments": {name: entry for name in specs_of(pack)}, "samples": {}}))


def test_a_pack_of_which_nothing_could_be_built_is_made_anew(repository, tmp_path):
    for entry in (None, {"failed": {"reason": "the build fails", "log": ""}}):
        proposed(repository, tmp_path)
        if entry:
            with_lock(tmp_path, **entry)
    proposed(repository, tmp_path, build="make")
    assert {spec["build"] for spec in specs_of(tmp_path).values()} == {"make"}
    assert not lock_path(tmp_path / "environments.yaml").exists()


def test_a_pack_that_is_built_or_of_another_making_stays_and_what_to_do_is_said(repository, tmp_path):
    proposed(repository, tmp_path)
    with_lock(tmp_path, key="ab" * 32)
    with pytest.raises(BadInput, match="some of it is built") as fault:
        proposed(repository, tmp_path, build="make")
    assert "change `build`" in fault.value.mend
    (tmp_path / "environments.yaml").write_text("e: {source: {pip: a==1}, tool: pytest}\n")
    with pytest.raises(BadInput, match="already holds a pack"):
        proposed(repository, tmp_path)
