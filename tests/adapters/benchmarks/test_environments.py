"""environments.yaml and its lock: what a pack may ask for, and what a score may rest on."""

import gzip
import json
import re
from pathlib import Path

import pytest
import yaml

from adapters.benchmarks import load_pack
from adapters.benchmarks.environments import parse_environments, sample_digest, spec_digest
from adapters.benchmarks.locks import SCHEMA, text_sha256
from cli.environments.state import failed_proofs, state_of
from scoring.errors import PackFault
from scoring.generation import Generation
from scoring.plan import plan_job

FILE, TEXT = "src/m.py", "def f():\n    return 1\n"
SPEC = {"source": {"pip": "m==1.0"}, "tool": "pytest", "test": {"args": ["tests"]}}
KEY, BASE = "ab" * 32, "cd" * 32


def sample(number: int, **meta) -> dict:
    return {"instruction": "", "inputs": {}, "outputs": None, "meta": {
        "id": number, "environment": "m-1.0", "file": FILE, "intent": "f", "gt": "    return 1\n",
        "left_context": "def f():\n", "right_context": "", **meta}}


@pytest.fixture
def pack(tmp_path):
    """`pack(spec, records)` -> the folder of a pack, without a lock."""

    def write(spec: dict = SPEC, records: tuple[dict, ...] = (sample(1), sample(2))) -> Path:
        task = {"kind": "repo-completion", "data": "data.jsonl", "settings": {"rule": "python"},
                "files": {"environments": "environments.yaml"}}
        (tmp_path / "benchmark.yaml").write_text(yaml.safe_dump({"name": "p", "version": "1", "tasks": {"T": task}}))
        (tmp_path / "environments.yaml").write_text(yaml.safe_dump({"m-1.0": spec}))
        (tmp_path / "data.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
        return tmp_path

    return write


def lock(folder: Path, *, texts: dict | None = None, **entry) -> None:
    """A lock as the builder would write it for what the folder holds."""
    texts = {FILE: TEXT} if texts is None else texts
    pack = load_pack(folder, locked=False)
    specs = parse_environments(pack.tasks["T"].settings["environments"])
    baseline = {"t::a": {"passed": 5, "runs": 5, "ms": 7}, "t::b": {"passed": 4, "runs": 5, "ms": 9}}
    made = {
        "key": KEY, "base_key": BASE, "source_sha256": "ef" * 32, "packages": ["x==1"], "tool": "pytest", "runs": 5,
        "spec_digest": spec_digest(specs["m-1.0"], [FILE]), "test": {"args": ["tests"], "env": {}}, "jdk": None, "limits": {},
        "baseline": baseline, "seconds": 3.0, "disk_mib": 1.5,
        "withheld": {path: text_sha256(text) for path, text in texts.items()}, **entry,
    }
    proof = {"gold": [5, 5], "stub": [0, 5], "first": ["t::a"], "quarantined": None, "detail": None, "key": KEY}
    proofs = {one.id: {**proof, "sample_digest": sample_digest(one)} for one in pack.tasks["T"].samples}
    document = {"schema": SCHEMA, "environments": {"m-1.0": made}, "samples": {"T": proofs}}
    (folder / "environments.lock.json").write_text(json.dumps(document))
    (folder / "environments.withheld.json.gz").write_bytes(gzip.compress(json.dumps({"m-1.0": texts}).encode()))


def locked(folder: Path) -> dict:
    return load_pack(folder).tasks["T"].settings["lock"]


@pytest.mark.parametrize(("change", "said"), [
    ({"source": {}}, "source must be one of"),
    ({"source": {"pip": "m==1.0", "archive": "m.tar.gz"}}, "source must be one of"),
    ({"source": {"pip": "m"}}, "source.pip"),
    ({"source": {"git": "repo"}}, "full hash of its commit"),
    ({"source": {"git": "repo", "commit": "abc"}}, "source.commit"),
    ({"source": {"go": "github.com/google/uuid"}}, "source.go"),
    ({"source": {"maven": "g:a"}}, "source.maven"),
    ({"sha256": "abc"}, "sha256"),
    ({"tool": "tox"}, "tool"),
    ({"jdk": "8"}, "jdk"),
    ({"biuld": "make"}, "biuld"),
    ({"limits": {"cpu_seconds": 0}}, "limits.cpu_seconds"),
])
def test_an_environment_that_cannot_be_made_is_a_fault_of_the_pack(pack, change, said):
    with pytest.raises(PackFault, match=said):
        load_pack(pack({**SPEC, **change}))


@pytest.mark.parametrize(("change", "said"), [
    ({"jkd": "21"}, "m-1.0: jkd: there is no such key; did you mean 'jdk'?"),
    ({"x": 1}, "m-1.0: x: there is no such key; known are source, sha256"),
    ({"source": {"pip": "m==1.0", "npm": "m"}}, "source.npm: there is no such key; known are pip, archive"),
    ({"limits": {"cpu": 1}}, "limits.cpu: there is no such key; known are cpu_seconds"),
    ({"tool": "pytset"}, "m-1.0: tool: 'pytset' is none of pytest, maven, go, ctest, make; did you mean 'pytest'?"),
])
def test_a_key_that_an_environment_does_not_have_comes_with_those_that_it_has(pack, change, said):
    with pytest.raises(PackFault, match=re.escape(said)):
        load_pack(pack({**SPEC, **change}))


def test_an_environment_that_does_not_exist_is_one_fault(pack):
    with pytest.raises(PackFault, match="has 1 fault:"):
        load_pack(pack(records=(sample(1), sample(2, environment="n-2.0"))))


@pytest.mark.parametrize(("meta", "said"), [
    ({"environment": "m-10"}, "meta.environment is 'm-10'; environments.yaml has m-1.0; did you mean 'm-1.0'?"),
    ({"environment": None, "enviroment": "m-1.0"}, "meta.environment is None; environments.yaml has m-1.0"),
])
def test_a_misspelt_environment_comes_with_those_that_there_are(pack, meta, said):
    with pytest.raises(PackFault, match=re.escape(said)):
        load_pack(pack(records=(sample(1, **meta),)))


def test_a_misspelt_field_is_named_in_a_sample_without_an_environment_too(pack):
    record = sample(1, enviroment="m-1.0")
    del record["meta"]["environment"]
    with pytest.raises(PackFault, match="meta has a field 'enviroment' that is not read; did you mean 'environment'?"):
        load_pack(pack(records=(record,)))


@pytest.mark.parametrize(("meta", "said"), [
    ({"environment": "n-2.0"}, "meta.environment is 'n-2.0'"),
    ({"file": "../m.py"}, "no path inside the tree"),
    ({"file": "/etc/passwd"}, "no path inside the tree"),
    ({"file": "src//m.py"}, "no path inside the tree"),
])
def test_a_sample_outside_every_environment_is_a_fault_of_the_pack(pack, meta, said):
    with pytest.raises(PackFault, match=said):
        load_pack(pack(records=(sample(1, **meta),)))


def test_what_was_never_built_is_refused_with_the_reason(pack):
    assert locked(pack()) == {"environments": {}, "samples": {"T": {}}, "refused": {"m-1.0": "is not built"}}


def test_a_lock_brings_key_baseline_withheld_files_and_proofs(pack):
    folder = pack()
    lock(folder)
    found = locked(folder)
    entry = found["environments"]["m-1.0"]
    assert (entry["key"], entry["withheld"], found["refused"]) == (KEY, {FILE: TEXT}, {})
    assert entry["baseline"] == {"t::a": {"passed": 5, "runs": 5}, "t::b": {"passed": 4, "runs": 5}}
    proof = found["samples"]["T"]["1"]
    assert (proof["gold"], proof["stub"], proof["first"], proof["quarantined"]) == ([5, 5], [0, 5], ["t::a"], None)


def test_times_and_sizes_of_a_build_move_no_digest_and_its_key_does(pack):
    folder = pack()
    digests = []
    for entry in ({}, {"seconds": 99.0, "disk_mib": 7.0}, {"key": "ba" * 32}):
        lock(folder, **entry)
        digests.append(load_pack(folder).digest)
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize("change", [{"build": "make"}, {"test": {"args": []}}, {"source": {"pip": "m==1.1"}}, {"strip": 0}])
def test_an_environment_that_was_changed_after_its_build_is_refused(pack, change):
    lock(pack())
    assert "is another than the one that was built" in locked(pack({**SPEC, **change}))["refused"]["m-1.0"]


def test_limits_may_change_without_a_build(pack):
    lock(pack())
    assert locked(pack({**SPEC, "limits": {"cpu_seconds": 7}}))["refused"] == {}


def test_a_sample_in_another_file_asks_for_a_build(pack):
    lock(pack())
    refused = locked(pack(records=(sample(1), sample(2), sample(3, file="src/n.py"))))["refused"]
    assert "the files of its samples changed" in refused["m-1.0"]


def test_a_sample_that_was_changed_after_its_proof_has_none(pack):
    lock(pack())
    assert locked(pack(records=(sample(1), sample(2, gt="    return 2\n"))))["samples"]["T"].keys() == {"1"}


@pytest.mark.parametrize(("records", "unproven"), [
    ((sample(1), sample(2, intent="g")), {"2": "was changed after its proof"}),
    ((sample(1), sample(2), sample(3)), {"3": "is not proven yet"}),
])
def test_a_sample_that_was_not_proven_as_it_stands_is_unscored_and_told_with_the_mend(pack, records, unproven):
    lock(pack())
    benchmark = load_pack(pack(records=records))
    assert state_of(benchmark).unproven == {f"T/{name}": why for name, why in unproven.items()}
    answers = [Generation("T", one.id, 0, output="    return 1\n") for one in benchmark.tasks["T"].samples]
    refused = {one.sample_id: one.verdict for one in plan_job(benchmark, answers, "strict").attempts if one.case is None}
    assert {name: (one.name, one.reason) for name, one in refused.items()} == {
        name: ("UNSCORED", f"the sample {why}: run ./assay benchmark build PACK") for name, why in unproven.items()}


def test_a_quarantined_sample_that_was_changed_does_not_come_back_without_a_proof(pack):
    folder = pack()
    lock(folder)
    path = folder / "environments.lock.json"
    document = json.loads(path.read_text())
    document["samples"]["T"]["2"] |= {"quarantined": "flaky", "detail": "3 of 5"}
    path.write_text(json.dumps(document))
    assert load_pack(folder).tasks["T"].quarantined == {"2": "flaky: 3 of 5"}
    changed = load_pack(pack(records=(sample(1), sample(2, intent="g")))).tasks["T"]
    assert (changed.quarantined, changed.settings["lock"]["unproven"]) == ({}, {"2": "was changed after its proof"})


def test_a_failed_proof_is_told_with_its_log_which_no_digest_or_report_holds(pack):
    folder = pack()
    lock(folder)
    path = folder / "environments.lock.json"
    document = json.loads(path.read_text())
    document["samples"]["T"]["2"] |= {"quarantined": "gold fails", "detail": "WRONG_ANSWER: a required test failed"}
    path.write_text(json.dumps(document))
    before = load_pack(folder)
    document["samples"]["T"]["2"]["log"] = "E   assert 1 == 2"
    path.write_text(json.dumps(document))
    assert load_pack(folder).digest == before.digest
    assert failed_proofs(folder) == {
        "T/2": {"reason": "gold fails: WRONG_ANSWER: a required test failed", "log": "E   assert 1 == 2"}}


def test_a_proof_from_another_build_of_the_environment_holds_no_more(pack):
    folder = pack()
    lock(folder, key="ba" * 32)
    assert set(locked(folder)["unproven"].values()) == {"is proven in another build of its environment"}


def test_withheld_files_that_are_missing_or_others_are_refused(pack):
    folder = pack()
    lock(folder)
    (folder / "environments.withheld.json.gz").unlink()
    assert "lacks the withheld files" in locked(folder)["refused"]["m-1.0"]


def test_a_build_that_failed_is_told(pack):
    folder = pack()
    lock(folder, failed={"reason": "the build fails: exit status 2", "log": ""})
    assert locked(folder)["refused"]["m-1.0"] == "could not be built: the build fails: exit status 2"


def test_a_damaged_lock_is_a_fault_of_the_pack(pack):
    folder = pack()
    (folder / "environments.lock.json").write_text("{")
    with pytest.raises(PackFault, match="delete it and build again"):
        load_pack(folder)
