"""The parts of a build that need no container: sources, trees, options of tools, and the importer of records."""

import glob
import json
import os
import subprocess
from pathlib import Path

import pytest
import yaml

from adapters.benchmarks import load_pack
from adapters.benchmarks.environments import EnvironmentSpec
from cli.commands.environments import of_packs_elsewhere, quarantined_lines
from cli.environments.building import groups_of
from cli.environments.making import FAILED, READY, Made
from cli.environments.sources import checksum, fetch
from cli.environments.tools import TOOLS, maven
from cli.environments.tools import pytest as tool
from cli.environments.tools.missing import withheld_module
from cli.environments.trees import commit_tree, folder_tree
from cli.importers import IMPORTERS
from cli.render.unstable import MEND, unstable_lines
from scoring.errors import BadInput, PackFault

COMMIT = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}


@pytest.mark.parametrize(("test", "wanted"), [
    ({}, {"args": [], "env": {}}),
    ({"command": "pytest"}, {"args": [], "env": {}}),
    ({"command": "PYTHONPATH=src pytest tests --json-report --json-report-file=report_pytest.json"},
     {"args": ["tests"], "env": {"PYTHONPATH": "src"}}),
    ({"command": "A=1 B='x y' python -m pytest -k 'a or b' tests"},
     {"args": ["-k", "a or b", "tests"], "env": {"A": "1", "B": "x y"}}),
    ({"command": "pytest", "plugins": ["anyio"]}, {"args": [], "env": {}, "plugins": ["anyio"]}),
    ({"args": ["t"]}, {"args": ["t"], "env": {}}),
    ({"args": "tests -m 'not slow'"}, {"args": ["tests", "-m", "not slow"], "env": {}}),
])
def test_a_published_command_of_pytest_becomes_arguments_and_variables(test, wanted):
    assert tool.test_options(test) == wanted


@pytest.mark.parametrize("test", [{"command": "tox -e py311"}, {"command": "cd src && pytest"}, {"arguments": ["t"]}])
def test_what_is_no_call_of_pytest_is_refused(test):
    with pytest.raises(ValueError, match="pytest"):
        tool.test_options(test)


@pytest.mark.parametrize(("path", "classes"), [
    ("src/main/java/a/b/C.java", {"a/b/C.class", "a/b/C$1.class", "z/a/b/C.class"}),
    ("core/src/test/java/C.java", {"C.class", "C$1.class", "a/C.class", "a/b/C.class", "a/b/C$1.class", "z/a/b/C.class"}),
    ("src/java/org/java/b/C.java", {"a/b/C.class", "a/b/C$1.class", "z/a/b/C.class"}),
    ("src/a/b/C.java", {"C.class", "C$1.class", "a/C.class", "a/b/C.class", "a/b/C$1.class", "z/a/b/C.class"}),
    ("src/main/resources/C.txt", set()),
])
def test_a_withheld_source_takes_its_own_classes_along(tmp_path, path, classes):
    """One of the same name in another package was lost, and its tests with it. Where the package is not known, more goes."""
    folder = tmp_path / "core" / "target" / "classes"
    for name in ("C.class", "C$1.class", "a/C.class", "a/b/C.class", "a/b/C$1.class", "z/a/b/C.class", "a/b/CD.class"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    patterns = TOOLS["maven"].withheld_artifacts(path)
    found = {tmp_path / name for pattern in patterns for name in glob.glob(pattern, root_dir=tmp_path, recursive=True)}
    assert {str(name.relative_to(folder)) for name in found} == classes


MAVEN = """#!/bin/sh
[ {hangs} = no ] || [ -e started ] || {{ touch started; exec sleep 30; }}
"""


@pytest.mark.parametrize(("hangs", "is_kept"), [("no", True), ("once", False)])
def test_what_maven_said_is_kept_only_of_a_start_that_compiled_everything(tmp_path, monkeypatch, hangs, is_kept):
    """Started a second time it finds the sources compiled: cases of such an environment ran by Maven, many times slower."""
    log = tmp_path / "maven.log"
    monkeypatch.setattr(maven, "_LOG", str(log))
    monkeypatch.setattr(maven, "_PATIENCE", "2 20 20")
    (tmp_path / "mvn").write_text(MAVEN.format(hangs=hangs))
    (tmp_path / "mvn").chmod(0o755)
    build = maven.default_build(EnvironmentSpec(source={"folder": "."}, tool="maven"))
    done = subprocess.run(["sh", "-c", build], cwd=tmp_path, env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, check=False)
    assert (done.returncode, log.exists()) == (0, is_kept)


def test_arguments_of_maven_may_be_one_text():
    assert TOOLS["maven"].test_options({"args": "-P fast -Da='b c'"}) == {"args": ["-P", "fast", "-Da=b c"]}


@pytest.mark.parametrize("name", ["pytest", "maven"])
@pytest.mark.parametrize("args", [7, {"tests": 1}, ["t", 1], "open 'quote", None])
def test_arguments_that_are_no_words_are_refused(name, args):
    with pytest.raises(ValueError, match="args"):
        TOOLS[name].test_options({"args": args})


@pytest.mark.parametrize(("said", "withheld", "root"), [
    ("E   ModuleNotFoundError: No module named 'tiny.words'", "src/tiny/words.py", "src"),
    ("ImportError: cannot import name 'words' from 'tiny' (/opt/env/lib/tiny/__init__.py)", "tiny/words.py", "."),
    ("No module named 'yaml'\nNo module named 'tiny'", "a/lib/tiny/__init__.py", "a/lib"),
])
def test_a_module_that_is_missing_since_its_file_is_withheld_names_the_setting_that_mends_it(said, withheld, root):
    assert f"lacks {withheld}" in (told := withheld_module(said, ["src/other.py", withheld]))
    assert told.endswith(f"test: {{env: {{PYTHONPATH: {root}}}}}")


@pytest.mark.parametrize("said", ["No module named 'numpy'", "1 failed", "No module named 'ords'"])
def test_a_module_that_is_missing_for_another_reason_has_no_such_mend(said):
    assert withheld_module(said, ["src/tiny/words.py", "src/numpy/core.py"]) is None


def test_options_that_a_tool_does_not_take_are_a_fault_before_anything_is_built(tmp_path):
    sample = {"instruction": "", "inputs": {}, "outputs": None, "meta": {
        "id": 1, "environment": "e", "file": "m.py", "intent": "f", "lines": [1, 1]}}
    task = {"kind": "repo-completion", "data": "d.jsonl", "settings": {"rule": "python"}, "files": {"environments": "e.yaml"}}
    (tmp_path / "benchmark.yaml").write_text(yaml.safe_dump({"name": "p", "version": "1", "tasks": {"T": task}}))
    (tmp_path / "d.jsonl").write_text(json.dumps(sample) + "\n")
    (tmp_path / "e.yaml").write_text("e: {source: {folder: p}, tool: pytest, test: {env: {PORT: 1}}}\n")
    with pytest.raises(PackFault, match="e.yaml: e: test: env of pytest"):
        groups_of(tmp_path, load_pack(tmp_path, locked=False))


def test_samples_of_an_environment_that_failed_share_one_line():
    made = [Made("a", FAILED, "no source", samples=2, quarantined=dict.fromkeys(["T/1", "T/2"], "build fails")),
            Made("b", READY, samples=1, quarantined={"T/3": "flaky: 3 of 5"})]
    assert list(quarantined_lines(made)) == [
        "quarantined: all 2 samples of a: no source", "quarantined: T/3: flaky: 3 of 5"]


def test_unstable_tests_are_named_with_how_often_they_passed_and_what_to_do():
    assert list(unstable_lines({"a": {}, "b": {"t.py::x": [3, 5]}})) == [
        "unstable: t.py::x of b passed 3 of 5 times, and no answer has to pass it", f"  mend: {MEND}"]
    many = list(unstable_lines({"a": {f"t.py::x{number}": [1, 2] for number in range(30)}}))
    assert (len(many), many[-2]) == (22, "unstable: 10 more tests of a (--json lists all)")
    assert list(unstable_lines({"a": {}})) == []


@pytest.mark.parametrize(("dry_run", "said"), [
    (True, "would go too. Name these"), (False, "went too: ./assay benchmark build")])
def test_cleaning_says_what_becomes_of_packs_that_it_does_not_see(dry_run, said):
    assert said in of_packs_elsewhere(Path("benchmarks"), dry_run=dry_run)


@pytest.fixture
def tree(tmp_path) -> Path:
    folder = tmp_path / "tree"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "m.py").write_text("x = 1\n")
    (folder / "run.sh").write_text("#!/bin/sh\n")
    (folder / "run.sh").chmod(0o700)
    (folder / "link").symlink_to("src/m.py")
    return folder


def test_equal_trees_have_equal_bytes_whenever_they_were_written(tree):
    before = folder_tree(tree)
    os.utime(tree / "src" / "m.py", (1, 1))
    (tree / "src" / "m.py").chmod(0o600)
    (tree / "src" / "__pycache__").mkdir()
    (tree / "src" / "__pycache__" / "m.cpython-311.pyc").write_bytes(b"x")
    assert folder_tree(tree) == before


@pytest.mark.parametrize("change", [
    lambda tree: (tree / "src" / "m.py").write_text("x = 2\n"), lambda tree: (tree / "run.sh").chmod(0o644),
    lambda tree: (tree / "src" / "m.py").rename(tree / "src" / "n.py"),
])
def test_a_changed_tree_has_other_bytes(tree, change):
    before = folder_tree(tree)
    change(tree)
    assert folder_tree(tree) != before


def test_a_commit_is_its_tree_alone_whatever_came_after(tree):
    first = _committed(tree)
    wanted = folder_tree(tree)
    (tree / "src" / "m.py").write_text("x = 'the answer'\n")
    _committed(tree)
    found = commit_tree(str(tree), first)
    assert found == wanted
    assert b"the answer" not in found and b".git" not in found


def _committed(tree: Path) -> str:
    git = ["git", "-C", str(tree)]
    subprocess.run([*git, "init", "--quiet"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "--quiet", "-m", "c"], check=True, env={"PATH": os.defpath, **COMMIT})
    return subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout.strip()


def spec(**parts) -> EnvironmentSpec:
    return EnvironmentSpec.model_validate({"tool": "pytest", **parts})


def test_a_source_with_another_checksum_is_refused(tree, tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    found = fetch(spec(source={"folder": "tree"}), None, tmp_path)
    assert fetch(spec(source={"folder": "tree"}, sha256=found.sha256), None, tmp_path) == found
    with pytest.raises(BadInput, match="checksum"):
        fetch(spec(source={"folder": "tree"}, sha256="0" * 64), None, tmp_path)


@pytest.mark.parametrize("source", [{"archive": "a.tar.gz"}, {"folder": "nowhere"}])
def test_a_source_that_is_not_there_is_refused(source, tmp_path, monkeypatch):
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    with pytest.raises(BadInput, match="there is no"):
        fetch(spec(source=source), None, tmp_path)


def test_a_debian_source_has_the_checksum_of_its_description(tmp_path):
    (tmp_path / "x.dsc").write_text("files")
    before = checksum(tmp_path)
    (tmp_path / "x.orig.tar.gz").write_text("a")
    assert checksum(tmp_path) == before


def test_records_become_a_pack_whose_records_share_environments(tmp_path):
    meta = {"version": "m-1.0", "source_archive": "sdists/m-1.0.tar.gz", "fn": "m.py", "intent": "f", "gt": "    pass\n",
            "left_context": "def f():\n", "right_context": "", "PASS_TO_PASS": "[]", "FAIL_TO_PASS": "['t.py::a b']",
            "build_command": "pip install .; pip install pytest; pip install pytest-json-report;", "test_command": "pytest"}
    other = {**meta, "build_command": "pip install -r dev.txt; pip install ."}
    records = [{"inputs": {}, "outputs": "", "meta": {**one, "id": at}} for at, one in enumerate((meta, meta, other))]
    (tmp_path / "records.json").write_text(json.dumps(records))
    IMPORTERS["repo-records"](tmp_path, tmp_path / "pack", attempts=1)
    made = yaml.safe_load((tmp_path / "pack" / "environments.yaml").read_text())
    builds = {name: part["build"] for name, part in made.items()}
    assert builds.pop("m-1.0") == "pip install ."
    assert list(builds.values()) == ["set +e\npip install -r dev.txt\npip install ."]
    samples = load_pack(tmp_path / "pack").tasks["RealCode"].samples
    assert [one.meta["environment"] == "m-1.0" for one in samples] == [True, True, False]
    assert samples[0].meta["file"] == "m.py"
