import tempfile
from pathlib import Path


def add(a, b):
    Path("numbers").write_text(f"{a} {b}")
    with tempfile.TemporaryFile("w+") as file:
        file.write(Path("numbers").read_text())
        file.seek(0)
        return sum(map(int, file.read().split()))
