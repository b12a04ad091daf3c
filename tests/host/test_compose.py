"""The compose file, the Dockerfiles and the settings file: rules that make plain Docker commands work everywhere."""

import re
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from adapters import images
from adapters.queue import RUNTIMES
from cli.host import compose, compose_plugin, engine

# What the classic builder of Docker 20.10 knows; a syntax line or a flag such as --mount needs a newer one.
CLASSIC = {"ARG", "FROM", "COPY", "RUN", "ENV", "USER", "WORKDIR", "ENTRYPOINT", "CMD", "LABEL"}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return yaml.safe_load(compose.COMPOSE_FILE.read_text())["services"]


@pytest.fixture
def env_file(tmp_path: Path) -> Path:
    path = tmp_path / "stack.env"
    compose.write_env(path, {variable: images.tag(name) for variable, name in compose.IMAGE_VARIABLES.items()})
    return path


def test_docker_compose_accepts_the_file(env_file: Path) -> None:
    engine.ensure_engine(print)
    compose_plugin.ensure_compose(print)
    subprocess.run(compose.Stack("assay-config", env_file).command("config", "--quiet"), check=True)


def test_compose_refuses_to_start_without_a_settings_file(tmp_path: Path) -> None:
    engine.ensure_engine(print)
    compose_plugin.ensure_compose(print)
    (tmp_path / "empty.env").touch()
    stack = compose.Stack("assay-config", tmp_path / "empty.env")
    done = subprocess.run(stack.command("config", "--quiet"), capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "./assay up" in done.stderr


def test_nothing_is_built_by_compose(services: dict[str, Any]) -> None:
    assert [name for name, service in services.items() if "build" in service] == []


def test_every_image_is_a_variable_of_the_table(services: dict[str, Any]) -> None:
    variables = {re.match(r"\$\{(\w+):\?", service["image"])[1] for service in services.values()}
    assert variables == set(compose.IMAGE_VARIABLES)
    assert set(compose.IMAGE_VARIABLES.values()) <= set(images.IMAGES)


def test_only_the_workers_of_rooms_have_the_engines_socket(services: dict[str, Any]) -> None:
    holders = [name for name, service in services.items() if "docker.sock" in str(service.get("volumes"))]
    assert holders == [f"worker-{runtime}" for runtime in RUNTIMES]


def test_every_room_has_a_worker_and_a_plain_start_only_the_python_one(services: dict[str, Any]) -> None:
    asked_for = [name for name, service in services.items() if service.get("profiles")]
    assert asked_for == [f"worker-{runtime}" for runtime in RUNTIMES if runtime != "python"]
    assert sorted(RUNTIMES) == sorted(path.parent.name for path in (images.ROOT / "sandboxes").glob("*/runtime.toml"))


def test_every_lasting_service_restarts_and_stops_gracefully(services: dict[str, Any]) -> None:
    lasting = {name: service for name, service in services.items() if name != "migrate"}
    assert {service["restart"] for service in lasting.values()} == {"unless-stopped"}
    assert all(service["stop_grace_period"] for service in lasting.values())


def test_sandboxes_are_rooms_with_an_image() -> None:
    rooms = sorted(path.parent.name for path in (images.ROOT / "sandboxes").glob("*/runtime.toml"))
    assert [images.sandbox_image(room) for room in rooms] == sorted(compose.SANDBOXES)


@pytest.mark.parametrize("name", images.IMAGES)
def test_dockerfiles_keep_to_the_classic_builder(name: str) -> None:
    text = re.sub(r"\\\n", " ", images.dockerfile(name).read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert {line.split()[0] for line in lines} <= CLASSIC
    assert "# syntax" not in text
    assert not re.search(r"^(RUN|COPY) --(?!from=)|<<", text, re.MULTILINE)


def test_passwords_are_made_once_and_settings_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "stack.env"
    first = compose.write_env(path, {"ASSAY_IMAGE_SERVICE": "assay/service:1"})
    with path.open("a") as file:
        file.write("ASSAY_PORT=9090\n")
    second = compose.write_env(path, {"ASSAY_IMAGE_SERVICE": "assay/service:2"})
    assert second == first | {"ASSAY_IMAGE_SERVICE": "assay/service:2", "ASSAY_PORT": "9090"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(first["ASSAY_POSTGRES_PASSWORD"]) == 48
