"""Settings that cannot be right are refused when they are read, not when something fails for them."""

import pytest
from pydantic import ValidationError

from adapters.settings import Settings


@pytest.mark.parametrize(("wrong", "said"), [
    ({"judge_url": "localhost:8000"}, "write http://HOST:PORT/v1"),
    ({"engine_runtime": "runsc"}, "goes with ASSAY_SANDBOX=fresh"),
])
def test_a_wrong_setting_is_refused_with_its_mend(wrong, said):
    with pytest.raises(ValidationError, match=said):
        Settings(**wrong)


def test_another_engine_runtime_takes_a_container_per_case():
    assert Settings(engine_runtime="runsc", sandbox="fresh").engine_runtime == "runsc"
