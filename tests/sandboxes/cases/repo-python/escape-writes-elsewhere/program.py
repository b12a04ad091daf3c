import os

for folder, _, _ in os.walk("/"):
    if folder.startswith(("/proc", "/sys", "/repo", "/tmp", "/dev", os.environ["HOME"])):
        continue
    try:
        open(f"{folder}/written", "w").close()
    except OSError:
        continue
    raise AssertionError(folder)


def add(a, b):
    return a + b

def mul(a, b):
    return a * b
