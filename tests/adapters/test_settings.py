"""Settings that cannot be right are refused when they are read, not when something fails for them."""

import re

import pytest
from pydantic import ValidationError

from adapters.settings import ROOT, Settings, unknown_variables


@pytest.mark.parametrize(("wrong", "said"), [
    ({"judge_url": "localhost:8000"}, "write http://HOST:PORT/v1"),
    ({"log_level": "inf"}, "there is no level 'inf'; did you mean 'info'?"),
    ({"engine_runtime": "runsc"}, "goes with ASSAY_SANDBOX=fresh"),
])
def test_a_wrong_setting_is_refused_with_its_mend(wrong, said):
    with pytest.raises(ValidationError, match=said):
        Settings(**wrong)


def test_another_engine_runtime_takes_a_container_per_case():
    assert Settings(engine_runtime="runsc", sandbox="fresh").engine_runtime == "runsc"


@pytest.mark.parametrize(("name", "said"), [
    ("ASSAY_SLOST", ["ASSAY_SLOST is no setting and changes nothing; did you mean ASSAY_SLOTS?"]),
    ("ASSAY_QQQQ", ["ASSAY_QQQQ is no setting and changes nothing; docs/operating.md lists them"]),
    ("ASSAY_SLOTS", []), ("assay_slots", []), ("ASSAY_PYTHON_WORKERS", []), ("ASSAY_CACHE", []), ("OTHER_SLOST", []),
])
def test_a_variable_that_looks_like_a_setting_and_is_none_is_told_with_the_nearest(monkeypatch, name, said):
    """A newcomer's misspelt ASSAY_SLOTS was passed over in silence."""
    monkeypatch.setenv(name, "1")
    assert unknown_variables() == said


def test_every_variable_of_the_documentation_is_known(monkeypatch):
    for name in re.findall(r"`(ASSAY_[A-Z0-9_]+)", (ROOT / "docs" / "operating.md").read_text("utf-8")):
        monkeypatch.setenv(name, "1")
    assert unknown_variables() == []
