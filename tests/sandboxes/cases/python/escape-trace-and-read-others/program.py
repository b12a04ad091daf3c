import os


def total(xs):
    others = [int(name) for name in os.listdir("/proc") if name.isdecimal() and int(name) != os.getpid()]
    for pid in others:
        for name in ("mem", "environ", "maps", "fd", "cwd"):
            try:
                if name == "fd":
                    os.listdir(f"/proc/{pid}/fd")
                elif name == "cwd":
                    os.readlink(f"/proc/{pid}/cwd")
                else:
                    open(f"/proc/{pid}/{name}", "rb").read(1)
            except OSError:
                continue
            raise RuntimeError(f"/proc/{pid}/{name} can be read")
        try:
            os.kill(pid, 0)
        except OSError:
            continue
        raise RuntimeError(f"{pid} can be signalled")
    return sum(xs)
