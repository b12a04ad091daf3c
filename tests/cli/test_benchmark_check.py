"""`benchmark check` and `build` without sandboxes: what they say of a pack before anything runs."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from adapters.benchmarks import load_pack
from adapters.settings import ROOT, Settings
from cli.commands.benchmark import log_beside, print_packs, rounds, unproven_faults, without_gold, without_judge
from cli.environments.building import groups_of
from cli.environments.state import State
from cli.render.progress import JobProgress
from scoring.errors import PackFault
from scoring.log import NO_ANSWER_CAME
from scoring.outcome import Outcome


def test_a_sample_that_was_changed_after_its_proof_is_a_fault_with_the_command_that_mends_it():
    state = State(1, {}, {}, {"T/a/b": "was changed after its proof"})
    assert str(state) == "1 built, 1 sample unproven"
    [fault] = unproven_faults(state, "my-pack")
    assert (fault["gate"], fault["task"], fault["sample"], fault["verdict"]) == ("proof", "T", "a/b", "UNSCORED")
    assert fault["reason"] == "it was changed after its proof: ./assay benchmark build my-pack"


def test_a_pack_without_environments_has_no_such_fault():
    assert unproven_faults(None, "my-pack") == []


@pytest.mark.parametrize(("url", "unchecked"), [("", ["ruCodeReviewer"]), ("http://127.0.0.1:1/v1", [])])
def test_what_needs_a_judge_is_left_out_where_there_is_none_and_is_no_fault_of_the_pack(tmp_path, url, unchecked):
    assert without_judge(load_pack(ROOT / "benchmarks" / "mera-code"), Settings(home=tmp_path, judge_url=url)) == unchecked


@pytest.mark.parametrize(("pack", "said"), [
    ("mera-code", "RealCode, RealCodeJava, JavaTestGen, YABLoCo stay UNSCORED until the pack names environments"),
    ("example", "there is nothing to build"),
])
def test_a_pack_without_environments_says_what_that_means_for_its_tasks(pack, said):
    folder = ROOT / "benchmarks" / pack
    with pytest.raises(PackFault, match="has no environments") as caught:
        groups_of(folder, load_pack(folder, locked=False))
    assert said in caught.value.mend


def test_long_names_are_folded_and_never_cut(capsys):
    name = "a-benchmark-with-a-long-name-" + "0123456789" * 3
    print_packs([replace(load_pack(ROOT / "benchmarks" / "example"), name=name)])
    cells = [line.split("│")[1].strip() for line in capsys.readouterr().out.splitlines() if line.count("│") > 3]
    assert "".join(cells) == name


@pytest.mark.parametrize("is_terminal", [False, True])
def test_progress_says_which_round_of_the_gate_it_shows(is_terminal):
    """Of ten bars that looked alike nobody knew which was the stubs'."""
    console = Console(file=io.StringIO(), force_terminal=is_terminal, width=120)
    for _, title in rounds(2):
        with JobProgress(console, title).drawn() as shown:
            shown.show({"state": "RUNNING", "tasks": {"T": {"done": 1, "total": 4}}})
    said = console.file.getvalue()
    places = [said.index(title) for title in ("gold, round 1 of 2: ", "stub, round 1 of 2: ", "gold, round 2 of 2: ",
                                              "stub, round 2 of 2: ")]
    assert places == sorted(places)


def test_samples_without_a_reference_answer_are_named_by_task():
    pack = load_pack(ROOT / "benchmarks" / "example")
    assert without_gold(pack) == {}
    name, task = next((name, task) for name, task in pack.tasks.items() if task.kind == "python-tests")
    first, *others = task.samples
    bare = replace(task, samples=(replace(first, outputs=None), *others))
    assert without_gold(replace(pack, tasks={**pack.tasks, name: bare})) == {name: [first.id]}


@pytest.mark.parametrize(("verdict", "log"), [("TIME_LIMIT", ""), ("WRONG_ANSWER", NO_ANSWER_CAME)])
def test_the_log_below_an_endless_reference_answer_does_not_say_that_no_answer_came(verdict, log):
    assert log_beside({"verdict": verdict, "reason": None, "outcome": Outcome(stderr=NO_ANSWER_CAME + "\n")}) == log


def test_a_sample_that_never_ran_has_no_log():
    assert log_beside({"verdict": "UNSCORED", "reason": None, "outcome": None}) == ""
