"""One live service per test module, and callers at its door."""

from collections.abc import Iterator

import pytest

from adapters.logs import configure_logs
from tests.api.world import Door, World, make_world, serving


@pytest.fixture(scope="session", autouse=True)
def quiet_logs():
    configure_logs("critical", colours=False)


@pytest.fixture(scope="module")
def world(tmp_path_factory) -> World:
    return make_world(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def url(world) -> Iterator[str]:
    with serving(world.front) as address:
        yield address


@pytest.fixture(scope="module")
def ann(world, url) -> Iterator[Door]:
    with Door(url, world.tokens["ann"]) as door:
        yield door


@pytest.fixture(scope="module")
def bob(world, url) -> Iterator[Door]:
    with Door(url, world.tokens["bob"]) as door:
        yield door


@pytest.fixture(scope="module")
def root(world, url) -> Iterator[Door]:
    with Door(url, world.tokens["root"]) as door:
        yield door


@pytest.fixture(scope="module")
def stranger(url) -> Iterator[Door]:
    with Door(url, None) as door:
        yield door
