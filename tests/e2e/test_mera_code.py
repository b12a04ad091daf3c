"""The shipped MERA Code pack, scored whole from an archive that a script makes; expected values from first principles."""

import json
import re
import zipfile

import pytest

from cli.importers.writing import write_pack
from tests.e2e.conftest import run_cli
from tests.judge_server import Reply, judged_part, judging
from tests.packs.mera_code import first_principles as principles
from tests.packs.mera_code.submission import ACCEPTED, PACK, answers, records, texts, write

PROCESSED = ["JavaTestGen", "RealCode", "RealCodeJava", "YABLoCo"]


def expected(profile: str) -> dict[str, dict[str, float]]:
    values = {}
    for task, of_task in answers().items():
        passed = [[profile in answer.passes for answer in of_record] for of_record in of_task]
        many = len(passed[0]) > 1
        values[task] = {f"pass@{k}": principles.mean([principles.pass_at(k, one) for one in passed]) for k in (1, 5, 10)} if (
            many) else {"exact_match": principles.mean([float(one[0]) for one in passed])}
    reply = texts()
    pairs = list(zip(reply["stRuCom"], [record["outputs"] for record in records("stRuCom")], strict=True))
    reviews = [(re.split(r"Комментарий \d: ", text)[1:], record["outputs"])
               for text, record in zip(reply["ruCodeReviewer"], records("ruCodeReviewer"), strict=True)]
    accepted = [[any(word in text for word in ACCEPTED) for text in found] for found, _ in reviews]
    turned = (lambda a, b: (b, a)) if profile == "mera-1" else (lambda a, b: (a, b))
    return values | {
        "stRuCom": {"chrf": principles.chrf(pairs)},
        "UnitTests": {"codebleu": 0.5},  # the reference itself, and nothing
        "ruCodeReviewer": {
            name: principles.mean([max((of(*turned(text.strip(), gold)) for text in found), default=0.0)
                                   for found, gold in reviews])
            for name, of in (("bleu", principles.bleu), ("chrf", lambda a, b: principles.chrf([(a, b)])))
        } | {f"judge@{k}": principles.mean([float(any(one[:k])) for one in accepted]) for k in (1, 5, 10)},
    }


@pytest.fixture(scope="module")
def judge():
    """The settings of a run that has a judge."""
    with judging(lambda asked: Reply("correct" if any(word in judged_part(asked) for word in ACCEPTED) else "wrong")) as server:
        yield {"ASSAY_JUDGE_URL": server.url, "ASSAY_JUDGE_MODEL": ""}


@pytest.fixture(scope="module", params=["mera-1", "strict"])
def scored(request, embedded_home, judge, archive):
    printed = run_cli("score", archive, "--benchmark", PACK, "--json", "--profile", request.param, home=embedded_home, **judge)
    return request.param, json.loads(printed)["content"]


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    return write(tmp_path_factory.mktemp("mera-code") / "answers.zip")


def test_every_metric_has_the_value_of_first_principles(scored):
    profile, content = scored
    given = {task: {name: metric["value"] for name, metric in found["metrics"].items()}
             for task, found in content["tasks"].items() if task not in PROCESSED}
    assert content["profile"] == profile
    assert given == {task: pytest.approx(values, abs=1e-9) for task, values in expected(profile).items()}


def test_totals_say_which_tasks_have_no_value_and_give_the_mean_over_the_others(scored):
    profile, content = scored
    means = {task: principles.mean(list(values.values())) for task, values in expected(profile).items()}
    private = [means[task] for task in ("ruCodeEval", "CodeLinterEval", "ruCodeReviewer")]
    assert content["totals"]["total"]["value"] is None and content["totals"]["missing"] == PROCESSED
    assert content["totals"]["partial"] == pytest.approx(principles.mean(list(means.values())), abs=1e-9)
    assert content["totals"]["groups"]["Private"]["total"]["value"] == pytest.approx(principles.mean(private), abs=1e-9)


def test_results_without_code_are_marked_as_what_the_submitter_says(scored):
    _, content = scored
    said = content["tasks"]["ruCodeEval"]["self_reported"]
    assert (said["attempts"], said["checked"]) == (10, 0)
    assert "self_reported" not in content["tasks"]["ruHumanEval"]


def test_without_a_judge_the_scores_that_need_none_stand_and_the_rest_is_open(archive, tmp_path):
    only = tmp_path / "reviews.zip"
    with zipfile.ZipFile(archive) as source, zipfile.ZipFile(only, "w") as made:
        made.writestr("ruCodeReviewer.json", source.read("ruCodeReviewer.json"))
    home = tmp_path / "home"
    content = json.loads(run_cli("score", only, "--benchmark", PACK, "--json", "--out", tmp_path / "out", home=home, expect=1,
                                 ASSAY_SLOT_DIR=str(tmp_path / "slots"), ASSAY_JUDGE_URL=""))["content"]
    found = content["tasks"]["ruCodeReviewer"]
    wanted = expected("strict")["ruCodeReviewer"]
    assert {name: found["metrics"][name]["value"] for name in ("bleu", "chrf")} == pytest.approx(
        {name: wanted[name] for name in ("bleu", "chrf")}, abs=1e-9)
    assert (found["verdicts"], found["unscored"]) == ({"NO_ANSWER": 1, "UNSCORED": 1}, 1)
    assert found["metrics"]["judge@5"]["incomplete"] and found["metrics"]["judge@5"]["range"] == [0.0, 0.5]
    reasons = [json.loads(line)["reason"] for line in (tmp_path / "out" / "verdicts.jsonl").read_text("utf-8").splitlines()]
    assert any("set ASSAY_JUDGE_URL" in (reason or "") for reason in reasons)


def test_gold_passes_and_stubs_fail(embedded_home, judge):
    found = json.loads(run_cli("benchmark", "check", PACK, "--json", home=embedded_home, **judge))
    assert found["faults"] == []


def pack_of_logs(archive, folder):
    """A pack of the two function tasks from the records that the harness logged; hidden results by plain reading."""
    tasks, files = {}, {}
    with zipfile.ZipFile(archive) as outer, zipfile.ZipFile(outer.open("logs_public.zip")) as logs:
        for task in ("ruHumanEval", "ruCodeEval"):
            [name] = [name for name in logs.namelist() if name.startswith(f"samples_{task.lower()}_")]
            docs = [json.loads(line)["doc"] for line in logs.read(name).splitlines()]
            right = {"sq": ["4", "9", "16"], "rev": ["ба", ""]}
            files[f"{task}.jsonl"] = [{**doc, "outputs": right[doc["meta"]["entry_point"]]} for doc in docs]
            tasks[task] = {"kind": "python-io", "data": f"{task}.jsonl", "attempts": 10, "metrics": ["pass@1"],
                           "limits": {"cpu_seconds": 5.0, "memory_mib": 128}}
    write_pack(folder, {"name": "logged", "version": "1", "tasks": tasks}, files)
    return folder


def test_replies_in_the_logs_are_executed_and_stand_beside_what_the_submitter_says(shared, score, tmp_path):
    archive = shared / "cases" / "mera-zip" / "sample_submission.zip"
    content = score(archive, pack_of_logs(archive, tmp_path / "pack"), "--profile", "mera-1", "--partial")["content"]
    for task in ("ruHumanEval", "ruCodeEval"):
        found = content["tasks"][task]
        said = found["self_reported"]
        assert (said["attempts"], said["checked"]) == (20, 20)
        assert found["metrics"]["pass@1"]["value"] == said["metrics"]["pass@1"]["value"] > 0


def test_a_submitter_who_says_more_than_the_code_does_gets_what_the_code_does(shared, score, tmp_path):
    original = shared / "cases" / "mera-zip" / "sample_submission.zip"
    pack = pack_of_logs(original, tmp_path / "pack")
    with zipfile.ZipFile(original) as source, zipfile.ZipFile(tmp_path / "boast.zip", "w") as boast:
        rows = json.loads(source.read("ruHumanEval.json"))["data"]["test"]
        for row, right in zip(rows, (["4", "9", "16"], ["ба", ""]), strict=True):
            row["outputs"] = [[right] * 10]
        boast.writestr("ruHumanEval.json", json.dumps({"data": {"test": rows}}))
        boast.writestr("logs_public.zip", source.read("logs_public.zip"))
    found = score(tmp_path / "boast.zip", pack, "--profile", "mera-1")["content"]["tasks"]["ruHumanEval"]
    assert found["self_reported"]["metrics"]["pass@1"]["value"] == 1.0
    assert found["metrics"]["pass@1"]["value"] == pytest.approx(0.3)
