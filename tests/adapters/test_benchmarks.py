"""Packs on disk: every shape that is read, and every fault, named with its place."""

import gzip
import json
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
import yaml

from adapters.benchmarks import benchmark_from_json, benchmark_to_json, list_packs, load_pack
from scoring.errors import PackFault

ROWS = [
    {"instruction": f"Say {word}.", "inputs": {"n": n}, "outputs": word, "meta": {"id": n, "lang": "en"}}
    for n, word in enumerate(["one", "two"], 1)
]
TASK = {"kind": "exact-match", "data": "w.json"}


def pack(folder: Path, task: dict | None = None, rows: list | None = None, **manifest) -> Path:
    """A pack with the task W; `task` and `manifest` are laid over what is sound."""
    document = {"name": "p", "version": "1", "tasks": {"W": {**TASK, **(task or {})}}, **manifest}
    (folder / "benchmark.yaml").write_text(yaml.safe_dump(document, sort_keys=False), "utf-8")
    (folder / "w.json").write_text(json.dumps({"data": ROWS if rows is None else rows}), "utf-8")
    return folder


def faults(folder: Path) -> str:
    with pytest.raises(PackFault) as caught:
        load_pack(folder)
    return str(caught.value)


def test_a_small_pack_needs_little(tmp_path):
    task = load_pack(pack(tmp_path)).tasks["W"]
    assert [(one.id, one.instruction) for one in task.samples] == [("1", "Say one."), ("2", "Say two.")]
    assert (task.samples[0].inputs, task.samples[0].outputs, task.samples[0].meta["lang"]) == ({"n": 1}, "one", "en")
    assert (task.access, task.attempts, task.metrics, task.weight, task.runtime) == ("public", 1, ("exact_match",), 1.0, None)


def test_every_key_arrives(tmp_path):
    (tmp_path / "t.jsonl").write_text(json.dumps({
        "inputs": {"function": "def f():", "tests": [[]]}, "outputs": ["1"], "meta": {"a": 1, "b": "x", "entry_point": "f"},
    }), "utf-8")
    task = load_pack(pack(tmp_path, {
        "kind": "python-io", "data": "t.jsonl", "runtime": "python", "limits": {"cpu_seconds": 2, "memory_mib": 64},
        "attempts": 5, "metrics": ["pass@1", "pass@5"], "access": "private", "weight": 0.5, "id_fields": ["a", "b"],
        "aliases": ["V"], "shots": 3, "system_prompt": "Short.", "generation": {"temperature": 0.2},
        "settings": {"tolerance": 0.001},
    }, profiles=["mera-1"])).tasks["W"]
    assert (task.samples[0].id, task.attempts, task.metrics, task.is_private) == ("1/x", 5, ("pass@1", "pass@5"), True)
    assert (task.limits.cpu_seconds, task.limits.wall_seconds, task.limits.memory_mib) == (2, 60, 64)
    assert (task.demands.shots, task.demands.system_prompt, task.demands.generation) == (3, "Short.", {"temperature": 0.2})
    assert (task.aliases, task.settings, task.weight) == (("V",), {"tolerance": 0.001}, 0.5)


def write_jsonl(path: Path) -> None:
    path.write_text("\ufeff" + "\r\n".join(json.dumps(row) for row in ROWS) + "\n\n", "utf-8")


def write_gzip(path: Path) -> None:
    path.write_bytes(gzip.compress("\n".join(json.dumps(row) for row in ROWS).encode()))


def write_parquet(path: Path) -> None:
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(ROWS), path)


@pytest.mark.parametrize(("name", "write"), [
    ("w.jsonl", write_jsonl), ("w.jsonl.gz", write_gzip), ("w.parquet", write_parquet),
])
def test_every_form_of_data_gives_the_same_samples(tmp_path, name, write):
    write(tmp_path / name)
    plain = load_pack(pack(tmp_path)).tasks["W"].samples
    assert load_pack(pack(tmp_path, {"data": name})).tasks["W"].samples == plain


def test_columns_of_other_peoples_files_are_mapped(tmp_path):
    (tmp_path / "w.jsonl").write_text('{"q": "2 + 2?", "a": "4", "no": 7}\n', "utf-8")
    fields = {"instruction": "q", "inputs.question": "q", "outputs": "a", "meta.id": "no"}
    [sample] = load_pack(pack(tmp_path, {"data": "w.jsonl", "fields": fields})).tasks["W"].samples
    assert (sample.id, sample.instruction, sample.inputs, sample.outputs) == ("7", "2 + 2?", {"question": "2 + 2?"}, "4")


def test_a_file_that_calls_itself_private_makes_the_task_private(tmp_path):
    pack(tmp_path)
    (tmp_path / "w.json").write_text(json.dumps({"access": "private", "data": ROWS}), "utf-8")
    assert load_pack(tmp_path).tasks["W"].is_private


MANIFEST_FAULTS = [
    ({"task": {"limits": {"cpu_second": 1}}},
     "benchmark.yaml: tasks.W.limits.cpu_second: there is no such key; did you mean 'cpu_seconds'?"),
    ({"task": {"metric": ["pass@1"]}},
     "benchmark.yaml: tasks.W.metric: there is no such key; did you mean 'metrics'?"),
    ({"profile": ["strict"]}, "benchmark.yaml: profile: there is no such key; did you mean 'profiles'?"),
    ({"task": {"attempts": "3"}}, "tasks.W.attempts"),
    ({"task": {"attempts": True}}, "tasks.W.attempts"),
    ({"task": {"attempts": 0}}, "tasks.W.attempts"),
    ({"task": {"weight": -1}}, "tasks.W.weight"),
    ({"task": {"weight": float("inf")}}, "tasks.W.weight"),
    ({"task": {"access": "secret"}}, "tasks.W.access"),
    ({"version": 1.10}, "version: Value error, put it in quotes"),
    ({"name": "../p"}, "name"),
    ({"tasks": {}}, "tasks"),
    ({"profiles": []}, "profiles"),
    ({"profiles": ["loose"]}, "profiles"),
    ({"task": {"kind": "exact_match"}}, "task W: there is no kind 'exact_match'; did you mean 'exact-match'?"),
    ({"task": {"metrics": ["pass@k"]}}, "pass@k"),
    ({"task": {"metrics": []}}, "tasks.W.metrics"),
    ({"task": {"cluster": "repo"}}, "task W: cluster is 'repo'; it takes inputs.NAME or meta.NAME"),
    ({"task": {"cluster": "meta.repo"}}, "lacks meta.repo, which cluster names"),
    ({"task": {"limits": {"cpu_seconds": 90}}}, "wall_seconds 60 is below cpu_seconds 90"),
    ({"task": {"runtime": "cobol"}}, "does not run in 'cobol'"),
    ({"task": {"kind": "python-tests", "answer": "json"}}, "`answer` must be text"),
    ({"task": {"kind": "python-io", "settings": {"tolerence": 1}}},
     "kind python-io has no setting 'tolerence'; did you mean 'tolerance'?"),
    ({"task": {"kind": "python-io", "settings": {"tolerance": "0.1"}}}, "settings.tolerance must be a number"),
    ({"task": {"fields": {"answer": "a"}}}, "fields has 'answer'"),
    ({"task": {"fields": {"inputs": "a", "inputs.b": "b"}}}, "fields has 'inputs' beside a part of it"),
    ({"task": {"data": "../w.json"}}, "lies outside the pack"),
    ({"task": {"data": "/etc/hostname"}}, "lies outside the pack"),
    ({"task": {"data": "none.json"}}, "none.json"),
    ({"task": {"data": "benchmark.yaml"}}, "must end in .json"),
    ({"task": {"aliases": ["w"]}, "tasks": {"W": TASK, "X": {**TASK, "aliases": ["w"]}}}, "2 tasks answer to the name 'w'"),
]


@pytest.mark.parametrize(("changes", "words"), MANIFEST_FAULTS, ids=[row[1][:60] for row in MANIFEST_FAULTS])
def test_a_fault_of_the_manifest_is_named(tmp_path, changes, words):
    assert words in faults(pack(tmp_path, **changes))


@pytest.mark.parametrize(("row", "words"), [
    ({"meta": {}}, "record 2: it has no id"),
    ({"meta": {"id": 1.5}}, "record 2: it has no id"),
    ({"meta": {"id": True}}, "record 2: it has no id"),
    ({"meta": [3]}, "record 2: meta is no object"),
    ({"meta": {"id": 1}}, "id '1' stands 2 times"),
    ({"meta": {"id": "1"}}, "id '1' stands 2 times"),
    ({"instruction": 5, "meta": {"id": 3}}, "record 2: instruction is no text"),
    ({"meta": {"id": 3}, "outputs": None}, "task W, sample 3: there are no outputs"),
])
def test_a_fault_of_a_record_is_named(tmp_path, row, words):
    assert words in faults(pack(tmp_path, rows=[*ROWS, row]))


@pytest.mark.parametrize(("text", "words"), [
    ("[]", 'must be an object with a list "data"'),
    ('{"data": [3]}', "record 0: it is no object"),
    ('{"data": [', "w.json: "),
    ('{"data": [{"outputs": NaN, "meta": {"id": 1}}]}', "NaN is no JSON value"),
    ('{"data": [{"outputs": "a", "outputs": "b", "meta": {"id": 1}}]}', "'outputs' stands twice"),
    ('{"data": []}', "there are no records"),
    ('{"access": "hidden", "data": []}', "access is 'hidden'"),
    ('{"access": "private", "data": []}', "the file says that it is private"),
    ("[" * 100_000, "w.json: "),
])
def test_a_fault_of_a_data_file_is_named(tmp_path, text, words):
    pack(tmp_path, {"access": "public"})
    (tmp_path / "w.json").write_text(text, "utf-8")
    assert words in faults(tmp_path)


def test_every_fault_is_listed_at_once(tmp_path):
    broken = {"data": "w.jsonl", "metrics": ["rouge"], "limits": {"cpu_seconds": 70}}
    folder = pack(tmp_path, tasks={"W": {**TASK, **broken}, "V": {**TASK, "kind": "x"}})
    (folder / "w.jsonl").write_text('{"meta": {}}\nnot json\n{"meta": {"id": 1}}\n[]\n', "utf-8")
    found = faults(folder)
    assert found.startswith(f"the pack {folder.name} has 6 faults")
    for words in ("record 0: it has no id", "record 1: line 2 is no JSON", "record 3: it is no object", "rouge",
                  "'x'", "below"):
        assert words in found


def test_parquet_values_that_json_lacks_are_faults(tmp_path):
    pyarrow.parquet.write_table(pyarrow.table({"outputs": [b"x"], "meta": [{"id": 1}]}), tmp_path / "w.parquet")
    assert "record 0: outputs holds what JSON lacks" in faults(pack(tmp_path, {"data": "w.parquet"}))


@pytest.mark.parametrize(("text", "words"), [
    ("name: p\nname: q\n", "the key 'name' stands twice, again in line 2"),
    ("tasks: {A: {kind: x}, A: {kind: y}}\n", "the key 'A' stands twice"),
    ("a: [\n", "this is no YAML"),
    ("!!python/object/apply:os.system [true]\n", "this is no YAML"),
    ("- 1\n", "the file"),
    ("", "the file"),
])
def test_a_manifest_that_is_no_manifest_is_a_fault(tmp_path, text, words):
    (tmp_path / "benchmark.yaml").write_text(text, "utf-8")
    assert words in faults(tmp_path)


def test_a_link_that_leads_out_of_the_pack_is_a_fault(tmp_path):
    folder = tmp_path / "p"
    folder.mkdir()
    (tmp_path / "outside.json").write_text(json.dumps({"data": ROWS}), "utf-8")
    (folder / "in.json").symlink_to(tmp_path / "outside.json")
    assert "lies outside the pack" in faults(pack(folder, {"data": "in.json"}))


def test_a_folder_without_a_manifest_says_so(tmp_path):
    assert "holds no benchmark.yaml" in faults(tmp_path)


def test_packs_are_listed_by_name(tmp_path):
    for name in ("b", "a", "empty"):
        (tmp_path / name).mkdir()
    pack(tmp_path / "a"), pack(tmp_path / "b")
    assert [path.name for path in list_packs(tmp_path)] == ["a", "b"]
    assert list_packs(tmp_path / "nowhere") == []


@pytest.mark.parametrize(("changes", "same"), [
    ({"title": "Another title", "description": "Words."}, True),
    ({"task": {"system_prompt": "Be brief."}}, True),
    ({"task": {"weight": 2.0}}, False),
    ({"task": {"attempts": 2}}, False),
    ({"task": {"cluster": "meta.id"}}, False),
    ({"task": {"access": "private"}}, False),
    ({"task": {"limits": {"cpu_seconds": 3}}}, False),
    ({"version": "2"}, False),
    ({"rows": [ROWS[0]]}, False),
    ({"rows": [ROWS[0], {**ROWS[1], "outputs": "zwei"}]}, False),
])
def test_the_digest_follows_what_can_change_a_score(tmp_path, changes, same):
    plain = load_pack(pack(tmp_path)).digest
    assert (load_pack(pack(tmp_path, **changes)).digest == plain) is same


def test_a_snapshot_gives_the_benchmark_back(tmp_path):
    benchmark = load_pack(pack(tmp_path, {"limits": {"cpu_seconds": 3}, "shots": 2, "aliases": ["V"]}))
    assert benchmark_from_json(json.loads(json.dumps(benchmark_to_json(benchmark)))) == benchmark
