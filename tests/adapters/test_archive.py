"""Rules of containers that the archives of tests/intake do not show by their answer alone."""

import io
import random
import zipfile
from functools import partial
from pathlib import Path

import pytest

from adapters.archive import Caps, inspect, open_members
from adapters.settings import Settings
from scoring.bundle import read_bundle
from scoring.errors import BadInput, TooLarge
from tests.intake.archives import build
from tests.intake.benchmark import ANSWERS, BENCHMARK, sound
from tests.intake.containers import CONTAINERS, zipped

CONTENT = b"x" * 1_000


@pytest.fixture
def archive(tmp_path):
    def write(data: bytes) -> Path:
        path = tmp_path / "submission.zip"
        path.write_bytes(data)
        return path
    return write


def test_members_have_the_name_under_which_they_are_read_and_the_one_they_came_with(archive):
    [member] = inspect(archive(zipped({"a/Sum.json": CONTENT})), Caps())
    assert (member.name, member.path, member.size) == ("Sum.json", "a/Sum.json", 1_000)
    assert 0 < member.packed_size < 100


def test_members_are_read_whole_in_pieces_and_twice(archive):
    [entry] = open_members(archive(zipped({"Sum.json": CONTENT})), Caps())
    for size in (1, 7, 1_000, -1):
        with entry.open() as stream:
            assert b"".join(iter(partial(stream.read, size), b"")) == CONTENT


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_archives_that_were_written_to_a_pipe_are_read(archive, method):
    class Pipe(io.RawIOBase):
        data = b""

        def writable(self):
            return True

        def write(self, piece):
            self.data += bytes(piece)
            return len(piece)

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", method) as made:
        for name, content in sound().items():
            made.writestr(name, content)
    assert len(read_bundle(open_members(archive(pipe.data), Caps()), BENCHMARK).generations) == ANSWERS


def test_archives_in_the_form_for_large_files_are_read(archive):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as written, written.open("Sum.json", "w", force_zip64=True) as member:
        member.write(CONTENT)
    assert inspect(archive(made.getvalue()), Caps())[0].size == 1_000


@pytest.mark.parametrize(("caps", "code"), [
    (Caps(entries=2), None), (Caps(entries=1), "too_many_entries"),
    (Caps(member_bytes=1_000), None), (Caps(member_bytes=999), "member_too_large"),
    (Caps(total_bytes=2_000), None), (Caps(total_bytes=1_999), "total_too_large"),
    (Caps(ratio_from=2_000, ratio=1), None), (Caps(ratio_from=999, ratio=1), "ratio_too_high"),
])
def test_one_byte_or_entry_over_a_cap_is_refused_and_one_under_is_not(archive, caps, code):
    path = archive(zipped({"a.json": CONTENT, "b.json": CONTENT}))
    if code is None:
        assert len(inspect(path, caps)) == 2
    else:
        with pytest.raises(TooLarge) as raised:
            inspect(path, caps)
        assert raised.value.code == code and raised.value.mend


def test_caps_follow_the_settings():
    caps = Caps.from_settings(Settings(max_entries=5, max_member_bytes=6, max_unpacked_bytes=7))
    assert (caps.entries, caps.member_bytes, caps.total_bytes) == (5, 6, 7)


@pytest.mark.parametrize("name", ["__MACOSX/x/._a", "x/__MACOSX/a", ".DS_Store", "a/.DS_Store", "a/._b.json", "Thumbs.db",
                                  "desktop.ini", "x/"])
def test_what_mac_and_windows_add_is_no_member(archive, name):
    members = inspect(archive(zipped([("a/Sum.json", CONTENT), (name, b"")])), Caps())
    assert [member.name for member in members] == ["Sum.json"]


def test_what_looks_like_junk_is_checked_like_everything_else(archive):
    with pytest.raises(BadInput) as raised:
        inspect(archive(zipped([("Sum.json", CONTENT), ("__MACOSX/../../x", b"")])), Caps())
    assert raised.value.code == "unsafe_path"


def test_a_refusal_names_the_path(archive):
    with pytest.raises(BadInput, match="'more/deep/Sum.json'"):
        inspect(archive(zipped({"Ten.json": b"", "more/deep/Sum.json": b""})), Caps())


@pytest.mark.parametrize("name", ["bomb", "link", "traversal_up", "nested_bomb", "sound"])
def test_nothing_is_written_anywhere(tmp_path, name):
    path = build(name, tmp_path)
    try:
        read_bundle(open_members(path, Caps()), BENCHMARK)
    except BadInput as error:
        assert error.code
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_archive_is_refused_or_read_and_never_a_crash(archive, seed):
    """Random damage, most of it in the table of contents; anything but BadInput fails the test."""
    chance = random.Random(seed)
    origins = [zipped(sound()), zipped(sound(), zipfile.ZIP_STORED), CONTAINERS["mac_folder"]()]
    codes = set()
    for _ in range(150):
        try:
            bundle = read_bundle(open_members(archive(_damaged(chance, chance.choice(origins))), Caps()), BENCHMARK)
            codes |= {problem.code for problem in bundle.problems}
        except BadInput as error:
            codes.add(error.code)
    assert len(codes) > 3


def _damaged(chance: random.Random, data: bytes) -> bytes:
    made = bytearray(data)
    for _ in range(chance.choice((1, 2, 6))):
        place = max(0, len(made) - 1 - int(chance.expovariate(1 / 300)))
        if chance.random() < 0.8:
            made[place] = chance.choice((0, 1, 127, 255, chance.randrange(256)))
        else:
            del made[place: place + chance.randrange(1, 20)]
    return bytes(made)
