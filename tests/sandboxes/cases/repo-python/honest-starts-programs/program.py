import subprocess
import sys
from multiprocessing import Lock, get_context


def double(n):
    return 2 * n


def add(a, b):
    if isinstance(a, int):
        with Lock(), get_context("fork").Pool(1) as pool:
            assert pool.map(double, [3]) == [6]
        subprocess.run([sys.executable, "-c", "import calc, tempfile; tempfile.TemporaryFile()"], check=True)
    return a + b

def mul(a, b):
    return a * b
