"""What a hostile program may send the judge of the C++ room: values of every type, whole and damaged, in the room's image."""

import subprocess

from adapters.settings import ROOT
from cli.host.images import build_images

SOURCE = ROOT / "tests" / "sandboxes" / "wire_of_cpp.cpp"
FRAMES_PER_TYPE, SEED = "2000", "7"
# Without the sanitizers' libraries, which the image does not have: undefined behaviour ends the process.
BUILD_AND_RUN = f"""
cd /tmp && cat > wire.cpp
g++ $(cat /opt/room/flags) -O0 -fsanitize=undefined -fsanitize-trap=undefined -D_GLIBCXX_ASSERTIONS \\
    wire.cpp /opt/room/wire.cpp /opt/room/raised.cpp -o wire && ./wire {FRAMES_PER_TYPE} {SEED}
"""


def test_a_damaged_frame_is_refused_or_becomes_a_value_of_its_size():
    image = build_images(["sandbox-cpp"], print)["sandbox-cpp"]
    command = ["docker", "run", "--rm", "--interactive", "--network", "none", "--read-only", "--user", "65534:65534",
               "--tmpfs", "/tmp:rw,exec,mode=1777", "--memory", "2g", "--pids-limit", "64", "--entrypoint", "bash"]
    done = subprocess.run([*command, image, "-c", BUILD_AND_RUN], input=SOURCE.read_bytes(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    frames, refused = (int(word) for word in done.stdout.split() if word.isdigit())
    assert frames > 50_000 and frames // 4 < refused < frames
