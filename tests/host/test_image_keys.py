"""The keys that name images: equal for equal recipes, and changed by every byte that an image contains."""

import shutil
from pathlib import Path

import pytest

from adapters import images

DOCKERFILE = """\
ARG BASE_BOOKWORM
FROM ${BASE_BOOKWORM}
ARG PIP_INDEX_URL
COPY sandboxes/python/*.py /opt/room/
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with a base and one room that copies an agent."""
    shutil.copytree(images.ROOT / "sandboxes/base", tmp_path / "sandboxes/base")
    room = tmp_path / "sandboxes/python"
    room.mkdir()
    (room / "Dockerfile").write_text(DOCKERFILE)
    (room / "agent.py").write_text("print('agent')\n")
    return tmp_path


def test_the_same_files_elsewhere_have_the_same_key(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    copy = tmp_path_factory.mktemp("copy") / "repository"
    shutil.copytree(checkout, copy)
    assert images.recipe_key("sandbox-python", checkout) == images.recipe_key("sandbox-python", copy)


@pytest.mark.parametrize("path", ["agent.py", "Dockerfile", "../base/Dockerfile", "../base/sources.sh"])
def test_a_changed_byte_changes_the_key(checkout: Path, path: str) -> None:
    before = images.recipe_key("sandbox-python", checkout)
    changed = checkout / "sandboxes/python" / path
    changed.write_bytes(changed.read_bytes() + b"\n")
    assert images.recipe_key("sandbox-python", checkout) != before


def test_a_new_name_of_a_copied_file_changes_the_key(checkout: Path) -> None:
    before = images.recipe_key("sandbox-python", checkout)
    (checkout / "sandboxes/python/agent.py").rename(checkout / "sandboxes/python/zygote.py")
    assert images.recipe_key("sandbox-python", checkout) != before


def test_an_executable_bit_changes_the_key(checkout: Path) -> None:
    before = images.recipe_key("sandbox-python", checkout)
    (checkout / "sandboxes/python/agent.py").chmod(0o755)
    assert images.recipe_key("sandbox-python", checkout) != before


@pytest.mark.parametrize(
    "path",
    ["sandboxes/python/README.md", "sandboxes/python/__pycache__/agent.cpython-311.pyc", "docs/notes.md"],
)
def test_a_file_that_is_not_copied_changes_nothing(checkout: Path, path: str) -> None:
    before = images.recipe_key("sandbox-python", checkout)
    (checkout / path).parent.mkdir(exist_ok=True)
    (checkout / path).write_text("anything")
    assert images.recipe_key("sandbox-python", checkout) == before


def test_modes_that_depend_on_the_umask_change_nothing(checkout: Path) -> None:
    before = images.recipe_key("sandbox-python", checkout)
    (checkout / "sandboxes/python/agent.py").chmod(0o600)
    assert images.recipe_key("sandbox-python", checkout) == before


def test_mirrors_change_nothing(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = images.recipe_key("sandbox-python", checkout)
    monkeypatch.setenv("PIP_INDEX_URL", "https://mirror.invalid/simple")
    monkeypatch.setenv("ASSAY_DEBIAN_MIRROR", "https://mirror.invalid/debian")
    assert images.recipe_key("sandbox-python", checkout) == before


def test_two_releases_of_one_folder_have_two_keys() -> None:
    assert images.recipe_key("base-bookworm") != images.recipe_key("base-trixie")


def test_a_missing_source_is_an_error(checkout: Path) -> None:
    (checkout / "sandboxes/python/agent.py").unlink()
    with pytest.raises(FileNotFoundError, match="sandboxes/python"):
        images.recipe_key("sandbox-python", checkout)


def test_the_content_key_follows_the_versions_inside_and_not_their_order() -> None:
    key = images.content_key("recipe", "bash 5.2\nlibc6 2.36")
    assert key == images.content_key("recipe", "libc6 2.36\nbash 5.2")
    assert key != images.content_key("recipe", "bash 5.2\nlibc6 2.37")
    assert key != images.content_key("another recipe", "bash 5.2\nlibc6 2.36")


def test_a_tag_names_the_image_and_its_recipe() -> None:
    assert images.tag("redis") == f"assay/redis:{images.recipe_key('redis')[:12]}"


def test_an_image_of_another_recipe_is_outdated_and_nobody_elses_is():
    assert not images.is_outdated(images.tag("sandbox-go"))
    assert images.is_outdated("assay/sandbox-go:0123456789ab")
    for other in ("assay/sandbox-go:0123456789ab-draft", "assay/env:0123456789ab", "other/sandbox-go:0123456789ab", "redis:7"):
        assert not images.is_outdated(other)
