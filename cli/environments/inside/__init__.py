"""What runs inside a build container: shell texts, and scripts that its own Python runs from standard input."""

import json
import shlex
from pathlib import Path
from typing import Any

from cli.environments.sources import FETCHED

# One commit of everything, with a fixed author and time, so that equal trees have equal histories.
HISTORY = """
command -v git > /dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends git > /dev/null; }
cd /repo && rm -rf .git && git init --quiet && git add --all --force
GIT_AUTHOR_DATE=2000-01-01T00:00:00Z GIT_COMMITTER_DATE=2000-01-01T00:00:00Z \\
  git -c user.name=assay -c user.email=assay@localhost commit --quiet --message tree
"""
_ZIP = """
for archive in {fetched}/*.zip {fetched}/*.jar; do
  [ -e "$archive" ] || continue
  mkdir -p {work} && python3 -m zipfile -e "$archive" {work}
  from={work}; for level in $(seq {strip}); do from="$from/*"; done
  cp -a $from/. /repo/ && rm -rf {work}
done
"""
_TAR = """
for archive in {fetched}/*.tar*  {fetched}/*.tgz; do
  [ ! -e "$archive" ] || tar --extract --file "$archive" --directory /repo --strip-components {strip} --no-same-owner
done
"""
# The archives of sources that Maven Central holds have no folders of their own: they are laid out as Maven has them.
_MAVEN = """
cp {fetched}/*.pom /repo/pom.xml
python3 - {fetched}/*.jar <<'UNPACK'
import pathlib, sys, zipfile
for path in sys.argv[1:]:
    side = pathlib.Path("/repo/src", "test" if path.endswith("-test-sources.jar") else "main")
    with zipfile.ZipFile(path) as jar:
        for name in jar.namelist():
            if not name.startswith("META-INF/") and not name.endswith("/"):
                jar.extract(name, side / ("java" if name.endswith(".java") else "resources"))
UNPACK
"""
_DEBIAN = "rm -rf /repo && dpkg-source --no-check --extract {fetched}/*.dsc /repo\n"


def script(name: str) -> str:
    """The text of a script of this folder."""
    return (Path(__file__).parent / f"{name}.py").read_text("utf-8")


def unpack(kind: str, strip: int, history: bool) -> str:
    """Shell text that makes /repo of what was fetched."""
    ways = {"debian": _DEBIAN, "maven": _MAVEN}.get(kind, _TAR + _ZIP)
    text = "mkdir -p /repo\n" + ways.format(fetched=FETCHED, work="/tmp/assay/unpacked", strip=strip)
    return text + "[ -n \"$(ls -A /repo)\" ]\n" + (HISTORY if history else "")


def prepare(job: dict[str, Any]) -> str:
    """Shell text that has the room record what its tool needs later (sandboxes/README.md), if it does."""
    given = shlex.quote(json.dumps(job))
    return f"script=/opt/room/prepare.py\n[ ! -e $script ] || printf %s {given} | /usr/bin/python3 -P -s $script"
