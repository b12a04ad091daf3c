"""How others judge an answer to a repository task, for `./assay bench repo`: everything anew for every answer."""

import io
import posixpath
import shlex
import tarfile
from collections.abc import Mapping
from typing import Any

import docker
from docker.types import LogConfig

from adapters import images
from workers.sandbox.peers import CGROUP_PARENT

CLEAN = "/clean"
_ANSWER = "/answer.tar"
# tool -> shell text that runs a project's whole tests in a copy of its tree, as its own documentation has it.
_GO = ("GOPROXY=off GOTOOLCHAIN=local GOFLAGS=-buildvcs=false GOCACHE=/opt/work/go-cache GOMODCACHE=/opt/env/go-mod "
       "GOPATH=/opt/work/go-path CGO_ENABLED=0 go test -count=1 ./...")


def whole_command(tool: str, test: Mapping[str, Any], build: str) -> str:
    """Shell text, run in the copy. `test` and `build` are those of environments.yaml."""
    words = shlex.join(map(str, test.get("args", ())))
    if tool == "pytest":
        settings = {**test.get("env", {})}
        settings["PYTHONPATH"] = ":".join([*filter(None, [settings.get("PYTHONPATH")]), "/opt/room/lib"])
        return f"env {shlex.join(f'{name}={value}' for name, value in settings.items())} /opt/env/bin/python -m pytest {words}"
    if tool == "maven":
        return f"mvn -o -B -Dmaven.repo.local=/opt/m2 {words} test"
    if tool == "go":
        return _GO
    if tool == "ctest":
        folder = test.get("folder", "build")
        return f"rm -rf {folder} && {{ {build}\n}} && ctest --test-dir {folder} --output-on-failure"
    tests = "; ".join(f"{command} || status=1" for command in test["tests"].values())
    made = f"{{ make -s clean || true; }} && {{ {build}\n}} && {test.get('build', 'make')}"
    return f"{made} && {{ status=0; {tests}; (exit $status); }}"


def published(engine: docker.DockerClient, key: str, command: str, original: Mapping[str, str],
              answered: Mapping[str, str]) -> bool:
    """Two fresh containers, each with a clean copy of the tree and the whole command: one with the original files, one with
    the answer's. Whether both ended alike. No walls, as root: what those cost is ours alone.
    """
    return _status(engine, key, command, original) == _status(engine, key, command, answered)


def _status(engine: docker.DockerClient, key: str, command: str, files: Mapping[str, str]) -> int:
    script = f"cp -a /repo {CLEAN} && tar -x -C {CLEAN} -f {_ANSWER} && cd {CLEAN} && {{ {command}; }}"
    container = engine.containers.create(
        images.environment_tag(key), entrypoint=["bash", "-c", script], command=[], user="0:0", network_mode="none",
        log_config=LogConfig(type="none"), cgroup_parent=CGROUP_PARENT, use_config_proxy=False, labels={"assay.lease": "bench"})
    try:
        container.put_archive("/", _tar({_ANSWER.lstrip("/"): _tar({path: text.encode() for path, text in files.items()})}))
        container.start()
        return container.wait()["StatusCode"]
    finally:
        container.remove(force=True)


def _tar(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w") as archive:
        for path, data in files.items():
            entry = tarfile.TarInfo(posixpath.normpath(path))
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return made.getvalue()
