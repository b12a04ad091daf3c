"""The walls of a sandbox: the options that a container is created with. Reads what a room says of itself; asks no engine."""

import tomllib
from dataclasses import dataclass
from typing import Any

from adapters.settings import ROOT
from scoring.benchmark import Limits
from workers.sandbox import seccomp

FIRST_UID = 20_000
UIDS_PER_SLOT = 2_000
# What the agent, its wiping child and the kernel's own accounting of pipes and inodes need beside the program.
AGENT_MIB = 64
AGENT_PROCESSES = 16
WARM_MIB = 96  # an interpreter that has imported a test framework stands beside the cases of a repository
# SETUID, SETGID: become the program's user. KILL: end its processes. CHOWN: give it its folder. Nothing to read or
# write what is another user's.
CAPABILITIES = ["SETUID", "SETGID", "KILL", "CHOWN"]
FILES_PER_TMP = 30_000
# What would outlive its process and meet the next program: a private IPC namespace holds no System V object and no message
# queue, and a TCP connection that was closed keeps no port.
NOTHING_STAYS = {"kernel.shmmni": "0", "kernel.msgmni": "0", "kernel.sem": "0 0 0 0", "fs.mqueue.queues_max": "0",
                 "net.ipv4.tcp_max_tw_buckets": "0"}


@dataclass(frozen=True)
class Standing:
    """What a room's own helpers take beside its programs and the agent: no program's, so it is added to the limits."""

    memory_mib: int = 0
    processes: int = 0


NOTHING = Standing()


def standing_in(runtime: str) -> Standing:
    """The table `standing` of the room's runtime.toml, for rooms that have one."""
    told = tomllib.loads((ROOT / "sandboxes" / runtime / "runtime.toml").read_text("utf-8"))
    return Standing(**told.get("standing", {}))


def agent_arguments(slot: int) -> list[str]:
    """The agent's arguments: first uid and number of uids. Slots have disjoint ranges; slot -1 lies below the rest."""
    return [str(FIRST_UID + slot * UIDS_PER_SLOT), str(UIDS_PER_SLOT)]


def memory_group(cgroup_version: str, slot: int) -> str:
    """The folder of the cgroup that is lent to the sandbox in this slot, on the engine's host.

    One per slot and not per container, because only the host can remove it (groups.py): so few are left, whatever happens. The
    container's own limit does not cover it, which is why the agent sets one on it for every program.
    """
    controller = "/memory" if cgroup_version == "1" else ""
    return f"/sys/fs/cgroup{controller}/assay/slot{slot}"


def container_options(image: str, slot: int, labels: dict[str, str], limits: Limits, *,
                      standing: Standing = NOTHING, group: str | None = None,
                      engine_runtime: str | None = None) -> dict[str, Any]:
    """Keyword arguments for the engine client's `containers.create`. `group`: a cgroup of the host to measure memory in;
    `engine_runtime`: another one than the engine's default, such as "runsc".
    """
    memory = f"{limits.memory_mib + limits.tmp_mib + AGENT_MIB + standing.memory_mib}m"
    return {
        "image": image,
        "command": agent_arguments(slot),
        "user": "0:0",
        "labels": {**labels, "assay.slot": str(slot)},
        "network_mode": "none",
        "read_only": True,
        "cap_drop": ["ALL"],
        "cap_add": CAPABILITIES,
        "security_opt": ["no-new-privileges", f"seccomp={seccomp.profile()}"],
        "volumes": [f"{group}:/cg:rw"] if group else [],
        "runtime": engine_runtime,
        "mem_limit": memory,
        "memswap_limit": memory,  # equal: no swap
        "pids_limit": limits.processes + AGENT_PROCESSES + standing.processes,
        "nano_cpus": 1_000_000_000,
        "ipc_mode": "none",
        "sysctls": NOTHING_STAYS,
        "tmpfs": {"/w": f"rw,nosuid,nodev,mode=0711,size={limits.tmp_mib}m,nr_inodes={FILES_PER_TMP}"},
        "log_config": {"Type": "none", "Config": {}},
        "hostname": "sandbox",
        "environment": {},
        "use_config_proxy": False,  # otherwise a proxy of the worker's machine, with its password, would be set inside
        "stop_signal": "SIGKILL",  # an agent has no farewell to say, and an engine that stops need not wait for one
        "stdin_open": True,
        "detach": False,  # makes stdin close with its one client: the container ends with its worker
        "auto_remove": True,
    }


def repository_options(options: dict[str, Any], limits: Limits) -> dict[str, Any]:
    """The options for a container in which a repository is built and tested: its own layer can be written, of which the
    user of a program owns /repo only, and /tmp is in memory and may hold programs, as builds want it. Locks between
    processes have a place (/dev/shm), which is emptied before anybody else comes.
    """
    memory = f"{limits.memory_mib + 3 * limits.tmp_mib + AGENT_MIB + WARM_MIB}m"
    tmp = f"rw,exec,nosuid,nodev,mode=1777,size={limits.tmp_mib}m,nr_inodes={FILES_PER_TMP}"
    return {**options, "read_only": False, "mem_limit": memory, "memswap_limit": memory,
            "ipc_mode": "private", "shm_size": f"{limits.tmp_mib}m", "tmpfs": {**options["tmpfs"], "/tmp": tmp}}
