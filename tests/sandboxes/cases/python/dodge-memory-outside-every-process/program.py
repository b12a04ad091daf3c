import os

try:
    with open("/proc/self/oom_score_adj", "w") as score:
        score.write("0")
except OSError:
    pass
held = []
while True:
    held.append(os.memfd_create("x"))
    os.write(held[-1], bytes(30 << 20))
