"""What crosses between judge and candidate: plain values come back as they were, hostile bytes become nothing else."""

import importlib.util
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.settings import ROOT

spec = importlib.util.spec_from_file_location("room_plain", ROOT / "sandboxes" / "python" / "plain.py")
plain = importlib.util.module_from_spec(spec)
spec.loader.exec_module(plain)

ATOMS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
VALUES = st.recursive(
    ATOMS, lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(ATOMS, inner) | st.frozensets(ATOMS),
    max_leaves=20,
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(list("itdsfbycrgnox")), inner, max_size=2), max_leaves=20,
)
EXACT = (type(None), bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, type(iter([])))


def refuse(*_):
    raise plain.Broken("no objects here")


def lower(value):
    return plain.encode(plain.lowered(value), lower)


def there_and_back(value):
    return plain.decode(json.loads(json.dumps(plain.encode(value, lower))), refuse)


@given(VALUES)
def test_a_plain_value_comes_back_as_it_was(value):
    result = there_and_back(value)
    assert result == value and type(result) is type(value)


@given(JSON)
def test_whatever_is_sent_becomes_exact_builtin_values_or_is_refused(sent):
    try:
        assert type(plain.decode(sent, refuse)) in EXACT
    except plain.Broken:
        pass


class Yes(int):
    def __eq__(self, other):
        return True

    __hash__ = int.__hash__
    __class__ = str

    def __pos__(self):
        return 6


def test_an_instance_of_a_subclass_arrives_as_the_builtin_it_holds():
    result = there_and_back([Yes(41)])
    assert [type(item) for item in result] == [int] and result != [6]


def test_an_object_of_its_own_is_no_plain_value():
    with pytest.raises(plain.NotPlain):
        there_and_back(object())
