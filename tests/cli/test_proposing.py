"""What `from-repo` finds out about a folder before anything is built."""

import json
import subprocess
import tarfile
from contextlib import nullcontext
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adapters.benchmarks.locks import SCHEMA, lock_path
from adapters.benchmarks.records import read_records
from adapters.settings import Settings
from cli.app import app
from cli.commands.from_repo import lines_below
from cli.environments.making import READY, Made
from cli.environments.proof import NOT_NOTICED, STUB_PASSES
from cli.proposing.candidates import Candidate, chosen, find_candidates, in_order, words_of_tests
from cli.proposing.packing import environment_name, limits_for, remove_proposal, write_proposal
from cli.proposing.proposing import Proposal, Tried, Wish, propose, refuse_finished
from cli.proposing.settling import Settled, settle
from cli.proposing.tools import LANGUAGES, build_for, detect_tool, options_for
from cli.proposing.tree import files_of, pack_tree
from scoring.errors import BadInput, UsageFault
from scoring.functions import Function
from tests.conftest import ROOT

REPOSITORIES = ROOT / "benchmarks" / "example-repositories"


def made(root: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize(("files", "tool"), [
    ({"pyproject.toml": ""}, "pytest"), ({"setup.py": ""}, "pytest"), ({"tests/unit/test_a.py": ""}, "pytest"),
    ({"pom.xml": ""}, "maven"), ({"go.mod": "", "Makefile": "test:\n"}, "go"),
    ({"CMakeLists.txt": "project(a)\nenable_testing()\n", "Makefile": "check:\n"}, "ctest"),
    ({"CMakeLists.txt": "  include( CTest )\n"}, "ctest"),
    ({"CMakeLists.txt": "project(a)\n", "Makefile": "all:\ncheck: all\n"}, "make"), ({"GNUmakefile": "test : all\n"}, "make"),
])
def test_the_tool_is_the_one_whose_signs_stand_there(tmp_path, files, tool):
    assert detect_tool(made(tmp_path, files)) == tool


def test_a_folder_without_signs_is_told_what_was_looked_for(tmp_path):
    with pytest.raises(UsageFault, match="shows no tool") as fault:
        detect_tool(made(tmp_path, {"Makefile": "all:\n", "CMakeLists.txt": "# enable_testing\n"}))
    assert all(tool in fault.value.mend for tool in LANGUAGES)


@pytest.mark.parametrize(("files", "options"), [
    ({"tests/test_a.py": "", "src/a.py": ""}, {"args": ["tests"], "env": {"PYTHONPATH": "src"}}),
    ({"test/test_a.py": ""}, {"args": ["test"], "env": {"PYTHONPATH": "."}}),
    ({"a/tests/test_a.py": ""}, {"args": [], "env": {"PYTHONPATH": "."}}),
    ({"tests/test_a.py": "", "pyproject.toml": "[tool.pytest.ini_options]\ntestpaths = ['x']\n"},
     {"args": [], "env": {"PYTHONPATH": "."}}),
    ({"tests/test_a.py": "", "setup.cfg": "[tool:pytest]\ntestpaths = x\n"}, {"args": [], "env": {"PYTHONPATH": "."}}),
    ({"tests/test_a.py": "", "pyproject.toml": "no toml", "tox.ini": "no ini"},
     {"args": ["tests"], "env": {"PYTHONPATH": "."}}),
])
def test_pytest_is_called_where_the_project_keeps_its_tests(tmp_path, files, options):
    assert options_for(made(tmp_path, files), "pytest") == options


@pytest.mark.parametrize(("files", "build"), [
    ({"tests/test_a.py": ""}, "true"), ({"setup.py": ""}, 'pip install "."'), ({"pyproject.toml": "[tool.ruff]\n"}, "true"),
    ({"pyproject.toml": "[project]\nname='a'\n[project.optional-dependencies]\ndev=['x']\ntests=['y']\n"},
     'pip install ".[tests]"'),
    ({"pyproject.toml": "[build-system]\n[dependency-groups]\ntest=['x']\n", "requirements-dev.txt": ""},
     'pip install "." && pip install --group test && pip install -r requirements-dev.txt'),
])
def test_a_python_project_is_built_with_what_its_tests_need(tmp_path, files, build):
    assert build_for(made(tmp_path, files), "pytest") == build


def test_the_tests_of_make_are_named_by_the_user(tmp_path):
    assert options_for(tmp_path, "make", programs=["a=./a -v=1", "b=./b"]) == {"tests": {"a": "./a -v=1", "b": "./b"}}
    assert [options_for(tmp_path, tool) for tool in ("go", "ctest", "maven")] == [{}, {}, {}]


@pytest.mark.parametrize(("tool", "words"), [
    ("make", {}), ("make", {"programs": ["a"]}), ("make", {"args": "x"}), ("go", {"args": "x"}),
    ("pytest", {"programs": ["a=b"]}),
])
def test_words_that_a_tool_does_not_take_are_refused(tmp_path, tool, words):
    with pytest.raises(UsageFault):
        options_for(tmp_path, tool, **words)


def test_arguments_of_pytest_replace_its_folder(tmp_path):
    made(tmp_path, {"tests/test_a.py": ""})
    assert options_for(tmp_path, "pytest", "tests -m 'not slow'")["args"] == ["tests", "-m", "not slow"]
    assert options_for(tmp_path, "maven", "-Drat.skip -Pfast") == {"args": ["-Drat.skip", "-Pfast"]}


def test_a_git_work_tree_gives_what_git_would_keep(tmp_path):
    made(tmp_path, {".gitignore": "*.log\n", "a.py": "", "new.py": "", "b.log": "", "gone.py": ""})
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    subprocess.run(["git", "-C", tmp_path, "add", "a.py", "gone.py"], check=True)
    (tmp_path / "gone.py").unlink()
    assert files_of(tmp_path) == [".gitignore", "a.py", "new.py"]


def test_another_folder_gives_all_but_caches_and_links_that_lead_out(tmp_path):
    made(tmp_path, {"a.py": "", ".venv/b.py": "", "x/__pycache__/c.pyc": "", "x/d.py": ""})
    (tmp_path / "out").symlink_to("/etc")
    (tmp_path / "x" / "up").symlink_to("../../elsewhere")
    (tmp_path / "x" / "in").symlink_to("../a.py")
    assert files_of(tmp_path) == ["a.py", "x/d.py", "x/in"]


@pytest.mark.parametrize("before", [[], ["mine.txt"]])
def test_a_proposal_that_fails_leaves_no_folder_of_its_own_and_touches_no_other(tmp_path, before):
    root = made(tmp_path / "repo", {"m.py": "def f(x):\n    y = x + 1\n    return y\n", "tests/test_m.py": "import m\n"})
    if before:
        made(tmp_path / "pack", dict.fromkeys(before, ""))
    wish = Wish(root, tmp_path / "pack", 1, 1, 1, "pytest", test={"no such option": 1})
    with pytest.raises(BadInput, match="no such option"):
        propose(Settings(home=tmp_path / "home"), wish, lambda line: None)
    assert (tmp_path / "pack").exists() == bool(before)
    assert not before or (tmp_path / "pack" / "mine.txt").exists()


CANDIDATES = [Candidate(path, "", Function(name, 1, 1), "python") for path, name in (
    ("a.py", "f"), ("a.py", "g"), ("b.py", "f"), ("b.py", "g"), ("b.py", "h"))]
NOTICED = {"a.py:f": 9, "a.py:g": 7, "b.py:f": 5, "b.py:g": 3, "b.py:h": 1}


def settled(count: int, *quarantined: set[str]) -> tuple[Settled, list[list[str]]]:
    """What settles when each build in turn puts these into quarantine, and the samples of each build."""
    rounds, built = iter(quarantined), []

    def build(samples):
        built.append([one.id for one in samples])
        bad = next(rounds, set()) & set(built[-1])
        return Made("e", READY, key=str(len(built)), unstable={"t::x": [1, 2]},
                    quarantined={f"Completion/{one}": "flaky: now and then" for one in bad})
    return settle(CANDIDATES, NOTICED, count, build, lambda line: None), built


def test_what_the_packs_own_proof_puts_into_quarantine_is_left_out_and_another_function_taken():
    """It stayed in data.jsonl: models were asked for it, and every build and report spoke of it."""
    found, built = settled(2, {"a.py:f"})
    assert built == [["a.py:f", "b.py:h"], ["b.py:f", "b.py:h"]]  # of the file that is withheld anyway
    assert (found.ids, found.out) == (["b.py:f", "b.py:h"], {"a.py:f": "flaky: now and then"})
    assert (found.keys, found.unstable) == (["1", "2"], {"t::x": [1, 2]})


def test_after_some_rounds_nothing_new_is_taken_and_in_the_end_there_may_be_nothing():
    found, built = settled(1, {"a.py:f"}, {"a.py:g"}, {"b.py:f"})
    assert (found.ids, len(built)) == ([], 3)
    found, built = settled(5, {"a.py:f"}, set(NOTICED) - {"b.py:h"})
    assert (found.ids, built[-1]) == (["b.py:h"], ["b.py:h"])


def test_of_a_pack_of_no_samples_nothing_but_the_source_stays(tmp_path):
    made(tmp_path, {"source.tar.gz": "", "mine.txt": ""})
    root = REPOSITORIES / "python"
    candidates = find_candidates(root, files_of(root), ("python",))
    write_proposal(tmp_path, title="Own", environment="e", spec={}, candidates=candidates)
    remove_proposal(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"source.tar.gz", "mine.txt"}


def test_a_proposal_without_samples_does_not_invite_to_score():
    tried = [Tried("m.py:f", "f", "m.py", 2, reason="flaky: the reference answer passes 1 of 2 times: t.py::x"),
             Tried("m.py:g", "g", "m.py", 2, reason=f"{STUB_PASSES}: {NOT_NOTICED}")]
    said = "\n".join(lines_below(Proposal(Path("p"), "e", "pytest", "python", 2, 1, 0.0, None, {"t.py::x": [1, 2]}, tried)))
    assert "0 samples of 2 functions" in said and "./assay score" not in said
    assert "left out: m.py:f: flaky: the reference answer passes 1 of 2 times: t.py::x" in said and "m.py:g" not in said
    assert "unstable: t.py::x of e passed 1 of 2 times" in said and "--deselect" in said


@pytest.mark.parametrize("command", ["from-repo", "from-git"])
def test_a_folder_that_is_not_there_is_named_rather_than_its_tool(tmp_path, command):
    done = CliRunner().invoke(app, ["benchmark", command, str(tmp_path / "nowhere"), "--to", str(tmp_path / "pack")])
    assert isinstance(done.exception, BadInput) and "there is no folder" in str(done.exception)


@pytest.mark.parametrize("folder", ["absent", "empty"])
def test_a_folder_without_files_is_refused(tmp_path, folder):
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput):
        files_of(tmp_path / folder)


def test_equal_files_make_equal_archives_whatever_their_times(tmp_path):
    sums = []
    for name in ("one", "two"):
        root = made(tmp_path / name, {"a.py": "x\n", "run.sh": ""})
        (root / "run.sh").chmod(0o700)
        sums.append(pack_tree(root, files_of(root), tmp_path / f"{name}.tar.gz", "top"))
    assert sums[0] == sums[1]
    with tarfile.open(tmp_path / "one.tar.gz") as tar:
        assert [(member.name, member.mode, member.mtime) for member in tar] == [
            ("top/a.py", 0o644, 0), ("top/run.sh", 0o755, 0)]


@pytest.mark.parametrize(("folder", "tool", "names"), [
    ("python", "pytest", {"merged", "length", "Week.book", "Week.free", "Week.load"}),
    ("go", "go", {"Merged", "Length", "Week.Book", "Week.Free"}),
    ("java", "maven", {"Spans.merged", "Spans.length", "Week.book", "Week.free"}),
    ("cpp", "ctest", {"planner::merged", "planner::length", "planner::Week::book", "planner::Week::free"}),
])
def test_functions_of_the_product_are_candidates_and_those_of_its_tests_are_not(folder, tool, names):
    root = REPOSITORIES / folder
    assert detect_tool(root) == tool
    found = find_candidates(root, files_of(root), LANGUAGES[tool])
    assert {candidate.function.name for candidate in found} == names - ({"Week.load"} if tool != "pytest" else set())


def test_overloads_and_files_that_are_no_text_are_no_candidates(tmp_path):
    body = "        a();\n        b();\n    }\n"
    functions = "".join(f"    void {head} {{\n{body}" for head in ("f(int a)", "f(long a)", "g()"))
    made(tmp_path, {"A.java": f"class A {{\n{functions}}}\n"})
    (tmp_path / "B.java").write_bytes(b"class B {\n    void h() {\n        a(); // \xff\n        b();\n    }\n}\n")
    found = find_candidates(tmp_path, files_of(tmp_path), ("java",))
    assert [candidate.id for candidate in found] == ["A.java:A.g"]


def test_functions_that_tests_name_come_first_and_files_take_turns(tmp_path):
    function = "def {}():\n    a()\n    b()\n"
    made(tmp_path, {"a.py": "".join(function.format(f"a{number}") for number in range(3)), "b.py": function.format("b0"),
                    "tests/test_a.py": "from a import a2\n"})
    paths = files_of(tmp_path)
    ordered = in_order(find_candidates(tmp_path, paths, ("python",)), words_of_tests(tmp_path, paths))
    names = [candidate.function.name for candidate in ordered]
    assert names[0] == "a2" and names[2] == "b0" and sorted(names) == ["a0", "a1", "a2", "b0"]


@pytest.mark.parametrize(("noticed", "count", "ids"), [
    ({"a": 1}, 5, ["a"]), ({"a": 1, "b": 2}, 1, ["b"]), ({"a": 1, "b": 1, "c": 9, "d": 4}, 2, ["c", "b"]), ({}, 3, []),
])
def test_samples_are_chosen_from_much_noticed_to_little(noticed, count, ids):
    assert chosen(noticed, count) == ids


def test_a_proposal_is_a_pack_whose_parts_are_the_file_again(tmp_path):
    root = REPOSITORIES / "python"
    candidates = find_candidates(root, files_of(root), ("python",))
    spec = {"source": {"archive": "source.tar.gz"}, "tool": "pytest"}
    for _ in range(2):  # a second proposal replaces the first
        write_proposal(tmp_path, title="Own", environment="planner", spec=spec, candidates=candidates)
    samples = read_records(tmp_path / "data.jsonl", {}, ("id",)).samples
    assert {sample.id for sample in samples} == {candidate.id for candidate in candidates}
    for sample in samples:
        text = (root / sample.meta["file"]).read_text(encoding="utf-8")
        assert sample.inputs["left_context"] + sample.outputs + sample.inputs["right_context"] == text
        first, last = sample.meta["lines"]
        assert "".join(text.splitlines(keepends=True)[first - 1:last]) == sample.outputs
        assert sample.instruction.format(**sample.inputs)


def test_a_pack_is_not_replaced_unless_its_own_proof_was_interrupted(tmp_path):
    root = REPOSITORIES / "python"
    candidates = find_candidates(root, files_of(root), ("python",))
    refuse_finished(tmp_path)
    write_proposal(tmp_path, title="Own", environment="planner", spec={}, candidates=candidates)
    (tmp_path / "source.tar.gz").touch()
    for proven, is_finished in ((candidates[:1], False), (candidates, True)):
        proofs = {candidate.id: {} for candidate in proven}
        lock_path(tmp_path / "environments.yaml").write_text(json.dumps(
            {"schema": SCHEMA, "environments": {}, "samples": {"Completion": proofs}}))
        with pytest.raises(BadInput, match="already holds a pack") if is_finished else nullcontext():
            refuse_finished(tmp_path)


def test_a_pack_of_another_making_is_never_replaced(tmp_path):
    made(tmp_path, {"benchmark.yaml": "", "data.jsonl": "{}\n"})
    with pytest.raises(BadInput):
        refuse_finished(tmp_path)


@pytest.mark.parametrize(("milliseconds", "limits"), [
    ([], {"cpu_seconds": 20, "wall_seconds": 120}), ([1, 2.5], {"cpu_seconds": 20, "wall_seconds": 120}),
    ([9000, 1001], {"cpu_seconds": 101, "wall_seconds": 606}),
])
def test_limits_leave_ten_times_what_the_whole_tree_took(milliseconds, limits):
    assert limits_for(milliseconds) == limits


def test_names_of_environments_can_be_spelt():
    assert [environment_name(Path(name)) for name in ("/a/b c", "/a/---", "/я")] == ["b-c", "repository", "repository"]
