"""What is taken out of a built container: withheld files and everything that holds them, caches, settings of the machine."""

import io
import tarfile
import uuid
import zipfile
from collections.abc import Iterator

import pytest

from cli.environments import inside
from cli.environments.container import BuildContainer, tar_of
from cli.host.images import build_images

ANSWER = "def answer():\n    return 42\n\n\n" + "# long enough to be no coincidence\n" * 10
SHORT = "x = 1\n"
NEEDLE, ADDRESS = "MIIBnotarealcertificate", "https://mirror.example/simple"


@pytest.fixture
def container() -> Iterator[BuildContainer]:
    image = build_images(["sandbox-python"], print)["sandbox-python"]
    with BuildContainer(image, f"assay-test-{uuid.uuid4().hex[:12]}") as room:
        assert room.shell("mkdir -p /repo /opt/env").ok
        yield room


def withhold(room: BuildContainer, files: dict[str, str | bytes], withheld: list[str], *, artifacts: tuple[str, ...] = (),
             caches: tuple[str, ...] = ()) -> dict:
    room.put(tar_of({name.lstrip("/"): data.encode() if isinstance(data, str) else data for name, data in files.items()}), "/")
    return room.python(inside.script("withhold"), {
        "withheld": withheld, "artifacts": list(artifacts), "caches": list(caches), "changed": room.changed_paths(),
        "certificates": [NEEDLE], "addresses": [ADDRESS]})


def left(room: BuildContainer) -> set[str]:
    return set(room.shell("find /repo /opt/env -type f").output.split())


def test_a_withheld_file_goes_with_all_its_copies_and_byte_code(container):
    found = withhold(container, {
        "/repo/src/m.py": ANSWER, "/repo/src/__pycache__/m.cpython-311.pyc": b"code", "/repo/src/other.py": SHORT,
        "/repo/build/lib/m.py": ANSWER, "/opt/env/lib/m.py": ANSWER, "/opt/env/lib/__pycache__/m.cpython-311.pyc": b"code",
        "/opt/env/lib/renamed.py": ANSWER, "/opt/env/lib/other.py": ANSWER + "# changed\n",
    }, ["src/m.py"])
    assert found["texts"] == {"src/m.py": ANSWER}
    assert (found["absent"], found["faults"]) == ([], [])
    assert left(container) == {"/repo/src/other.py", "/opt/env/lib/other.py"}


def test_archives_that_hold_a_withheld_file_go_and_damaged_ones_stay(container):
    wheel, sdist = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("m/m.py", ANSWER)
    with tarfile.open(fileobj=sdist, mode="w:gz") as archive:
        member = tarfile.TarInfo("m-1.0/m.py")
        member.size = len(ANSWER)
        archive.addfile(member, io.BytesIO(ANSWER.encode()))
    withhold(container, {"/repo/m.py": ANSWER, "/repo/dist/m.whl": wheel.getvalue(), "/repo/dist/m.tar.gz": sdist.getvalue(),
                         "/repo/tests/broken.zip": b"PK no zip"}, ["m.py"])
    assert left(container) == {"/repo/tests/broken.zip"}


def test_tiny_files_are_copies_only_under_the_same_name(container):
    withhold(container, {"/repo/a/__init__.py": "", "/repo/a/m.py": SHORT, "/repo/b/__init__.py": "", "/repo/b/n.py": SHORT},
             ["a/m.py"])
    assert left(container) == {"/repo/a/__init__.py", "/repo/b/__init__.py", "/repo/b/n.py"}


def test_what_tools_made_of_a_withheld_file_goes(container):
    withhold(container, {"/repo/m.c": ANSWER, "/repo/out/m.o": b"object", "/repo/out/n.o": b"object"}, ["m.c"],
             artifacts=("**/m.o",))
    assert left(container) == {"/repo/out/n.o"}


def test_a_file_that_the_tree_does_not_have_is_named_and_one_that_is_no_text_is_a_fault(container):
    found = withhold(container, {"/repo/m.py": b"\xff\xfe"}, ["m.py", "n.py"])
    assert found["absent"] == ["m.py", "n.py"]
    assert "m.py is no UTF-8" in found["faults"][0]


def test_line_ends_of_a_withheld_file_are_kept(container):
    assert withhold(container, {"/repo/m.py": "a\r\nb\n"}, ["m.py"])["texts"] == {"m.py": "a\r\nb\n"}


def test_settings_of_the_machine_are_faults_and_addresses_in_a_source_tree_are_none(container):
    found = withhold(container, {"/repo/m.py": SHORT, "/repo/README": ADDRESS, "/opt/env/pip.conf": f"index-url = {ADDRESS}\n",
                                 "/repo/ca.pem": "-----\n" + NEEDLE}, ["m.py"])
    assert found["faults"] == [f"{path} holds a setting of this machine" for path in ("/repo/ca.pem", "/opt/env/pip.conf")]


def test_caches_go_and_the_tree_is_open_to_any_user(container):
    withhold(container, {"/repo/m.py": SHORT, "/repo/run.sh": SHORT, "/repo/.git/config": "x", "/var/tmp/x": "y"}, ["m.py"],
             caches=("/repo/.git", "/var/tmp/*"))
    assert container.shell("chmod 700 /repo/run.sh").ok
    withhold(container, {}, [])
    assert container.shell("stat -c %a /repo /repo/run.sh; ls -A /var/tmp").output.split() == ["777", "777"]


def test_nothing_of_a_build_outlives_it(container):
    container.shell("echo x > /opt/env/here")
    with BuildContainer(container.image, container.name) as again:
        assert not again.shell("test -e /opt/env/here").ok


def test_a_command_that_takes_too_long_says_so(container):
    assert container.shell("echo begun; sleep 60", seconds=2).timed_out
