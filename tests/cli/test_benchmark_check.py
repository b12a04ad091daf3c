"""`benchmark check` without sandboxes: what it says of a pack before anything runs."""

from cli.commands.benchmark import unproven_faults
from cli.environments.state import State


def test_a_sample_that_was_changed_after_its_proof_is_a_fault_with_the_command_that_mends_it():
    state = State(1, {}, {}, {"T/a/b": "was changed after its proof"})
    assert str(state) == "1 built, 1 samples unproven"
    [fault] = unproven_faults(state, "my-pack")
    assert (fault["gate"], fault["task"], fault["sample"], fault["verdict"]) == ("proof", "T", "a/b", "UNSCORED")
    assert fault["reason"] == "it was changed after its proof: ./assay benchmark build my-pack"


def test_a_pack_without_environments_has_no_such_fault():
    assert unproven_faults(None, "my-pack") == []
