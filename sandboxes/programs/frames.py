"""Takes the room's own frames out of what runtimes print of a crash, for the person who reads it looks for the program's.

It is done where the output leaves the container, since a runtime prints some crashes without asking anybody. C++ prints no
frames. Each expression starts at one newline and goes on by whole frames, so that hostile output costs no more than its length.
"""

import re


def _node_frame(place, name=r"[^\n(]+"):
    return rf"(?:\n +at (?:{name} \()?{place}:\d+:\d+\)?)"


_NODE_STARTS_A_SCRIPT = _node_frame(r"node:vm", r"(?:Script\.runInThisContext|new Script)")
_NODE_OURS = _node_frame(r"/opt/room/\w+\.js")
_NODE_LOADS_OURS = _node_frame(r"node:internal/modules/[\w/]+")
_NODE_STARTS = _node_frame(r"node:internal/(?:modules/run_main|main/run_main_module)")
_JAVA_CALLS = r"(?:\n\t+at java\.base/(?:jdk\.internal|java\.lang)\.reflect\.[^\n]*)"
_JAVA_OURS = (r"(?:\n\t+at (?:(?:Harness|assay\.\w+)(?:\$\w+)*\.[\w<>$]+\(\w+\.java:\d+\)"
              r"|Assay(?:Entry|Plain)(?:\$\w+)*\.[\w<>$]+\(Unknown Source\)))")
_GO_CALLS = r"(?:\nreflect\.Value\.[^\n]*\n\treflect/value\.go:[^\n]*)"
_GO_OURS = r"(?:\n[^\s][^\n]*\n\t(?:source/(?:asking|serving|wire)/\w+|harness|serve|call)\.go:\d+[^\n]*)"
_FRAMES = [re.compile(text, re.MULTILINE) for text in (
    r"^/opt/room/\w+\.js:\d+\n[^\n]*\n *\^+\n\n",  # our line that threw what the program's half had sent
    rf"{_NODE_STARTS_A_SCRIPT}?{_NODE_OURS}+{_NODE_LOADS_OURS}*|{_NODE_STARTS_A_SCRIPT}(?!\n +at )|{_NODE_STARTS}",
    rf"{_JAVA_CALLS}{{0,4}}{_JAVA_OURS}+",
    rf"{_GO_CALLS}{{0,2}}{_GO_OURS}+",
)]


def without_ours(text):
    r"""The same output without frames of the room, and of what leads from it to the program.

    >>> without_ours("Error: no\n    at f (program.js:1:7)\n    at async main (/opt/room/candidate.js:70:13) {\n  code: 1\n}")
    'Error: no\n    at f (program.js:1:7) {\n  code: 1\n}'
    """
    for frames in _FRAMES:
        text = frames.sub("", text)
    return text
