"""Old images go, on an engine of the test's own: on the machine's they may be another checkout's."""

import io
import os
import shutil
import subprocess
import tarfile

import pytest

from adapters import images
from adapters.settings import Settings
from cli.host.own_engine import own_engine
from workers.sandbox.docker import DockerSandboxes

OLD, USED = "assay/sandbox-go:0123456789ab", "assay/sandbox-cpp:0123456789ab"
OTHERS = ["assay/env:0123456789ab", "other/sandbox-go:0123456789ab", "assay/sandbox-go:0123456789ab-draft"]


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("dockerd"), reason="a second engine needs root and dockerd")
def test_old_images_of_ours_go_and_nothing_else_does(tmp_path):
    with own_engine(print) as engine:
        present = images.tag("sandbox-python")
        for reference in [OLD, USED, present, *OTHERS]:
            import_empty(engine.address, reference)
        engine.ask("create", USED, "nothing")
        sandboxes = DockerSandboxes(Settings(home=tmp_path, engine_address=engine.address))
        assert sandboxes.tidy() == 0, "an image of today may be another checkout's"
        assert sandboxes.prune_images(images.IMAGES) == [OLD]
        left = engine.ask("images", "--format", "{{.Repository}}:{{.Tag}}").split()
    assert sorted(left) == sorted([USED, present, *OTHERS])


def import_empty(address: str, reference: str) -> None:
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        tar.addfile(tarfile.TarInfo(reference.replace("/", "-")))
    subprocess.run(["docker", "--host", address, "import", "--change", f"LABEL {images.CONTENT_KEY_LABEL}=x", "-", reference],
                   input=archive.getvalue(), check=True, capture_output=True)
