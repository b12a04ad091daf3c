"""MBPP imported from its published file: its own answers, run against its own assertions in real sandboxes."""

import json

from tests.e2e.conftest import run_cli

# Samples whose published answer fails its published assertions under CPython 3.11 within our limits: there are none.
EXCEPTIONS: dict[str, str] = {}


def test_every_published_answer_passes_its_assertions_and_no_stub_does(shared, tmp_path, embedded_home):
    pack = tmp_path / "mbpp"
    source = shared / "cases" / "mbpp" / "sanitized-mbpp.json"
    run_cli("benchmark", "import", "mbpp", "--from", source, "--to", pack, home=embedded_home)
    checked = json.loads(run_cli("benchmark", "check", pack, "--json", home=embedded_home))
    assert {fault["sample"]: fault["verdict"] for fault in checked["faults"]} == EXCEPTIONS
    assert checked["without_gold"] == 0
    assert checked["samples"] == 427
