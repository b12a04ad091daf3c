"""Making images with a real engine, and what is laid into their build contexts."""

import json
import subprocess
from pathlib import Path

import pytest

from adapters import images as table
from cli.host import certificates, engine, images, passthrough

BASE = "base-bookworm"
PACKAGED = "-----BEGIN CERTIFICATE-----\npackaged\n-----END CERTIFICATE-----"
OWN = "-----BEGIN CERTIFICATE-----\nown\n-----END CERTIFICATE-----"


@pytest.fixture(scope="module")
def base() -> str:
    engine.ensure_engine(print)
    return images.build_images([BASE], print)[BASE]


def test_an_image_carries_its_content_key_and_the_recipe_it_was_made_of(base: str) -> None:
    inspect = ["docker", "image", "inspect", "--format", "{{json .Config.Labels}}", base]
    labels = json.loads(subprocess.run(inspect, capture_output=True, check=True).stdout)
    assert labels["assay.recipe-key"] == table.recipe_key(BASE)
    assert len(labels[table.CONTENT_KEY_LABEL]) == 64
    assert images.content_key(base) == labels[table.CONTENT_KEY_LABEL]


def test_an_image_that_exists_is_not_built_again(base: str) -> None:
    said: list[str] = []
    assert images.build_images([BASE, BASE], said.append) == {BASE: base}
    assert said == []


def test_images_travel_in_one_file(base: str, tmp_path: Path) -> None:
    archive = tmp_path / "images.tar.gz"
    assert base in images.export_images(archive, print, [BASE])
    assert base in images.import_images(archive, print)
    assert [path.name for path in tmp_path.iterdir()] == ["images.tar.gz"]


def test_an_unknown_image_is_an_error() -> None:
    with pytest.raises(KeyError):
        images.build_images(["no-such-image"], print)


def test_only_the_machines_own_certificates_are_added() -> None:
    """The packaged ones come with their package, whose updates would otherwise not reach the image."""
    bundle = f"# comment\n{PACKAGED}\n{OWN}\n{OWN}\n"
    assert certificates.machines_own(bundle, {PACKAGED}) == [OWN]


def test_packaged_certificates_are_found_below_their_folder(tmp_path: Path) -> None:
    (tmp_path / "mozilla").mkdir()
    (tmp_path / "mozilla/one.crt").write_text(PACKAGED.replace("\n", "\r\n"))
    assert certificates.packaged_certificates(tmp_path) == {PACKAGED}


def test_settings_reach_only_the_dockerfiles_that_ask_for_them() -> None:
    environ = {"PIP_INDEX_URL": "https://mirror.invalid", "GOPROXY": "off", "https_proxy": "http://proxy.invalid"}
    assert passthrough.build_arguments(environ, {"GOPROXY"}) == {
        "GOPROXY": "off",
        "https_proxy": "http://proxy.invalid",
    }


def test_the_certificates_that_a_setting_names_come_first(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle.crt"
    bundle.write_text(OWN)
    environ = {"SSL_CERT_FILE": str(tmp_path / "missing.crt"), "PIP_CERT": str(bundle)}
    assert passthrough.ca_bundle(environ) == bundle
