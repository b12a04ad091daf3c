import subprocess
import sys


def add(a, b):
    return int(subprocess.run([sys.executable, "-c", f"print({a} + {b})"], capture_output=True, check=True).stdout)
