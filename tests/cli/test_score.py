"""`./assay score` where nothing needs a sandbox."""

from adapters.benchmarks import load_pack
from adapters.settings import Settings
from cli.embedded import Request, score
from cli.render.view import view_of
from tests.api.world import ANSWERS, OPEN, write_packs


def test_the_name_of_the_model_stands_in_the_report(tmp_path):
    write_packs(tmp_path / "packs")
    (tmp_path / "answers.zip").write_bytes(ANSWERS)
    settings = Settings(home=tmp_path / "home", slot_dir=tmp_path / "slots")
    request = Request(tmp_path / "answers.zip", load_pack(tmp_path / "packs" / OPEN), model="model-7b")
    assert view_of(score(settings, request, lambda _: None).report).model == "model-7b"
