"""What a repository case asks for, and what a tool finds out: the values that runner, policy and tools hand around."""

from dataclasses import dataclass, field

REPO = "/repo"
ROOM = "/opt/room"


class BuildFailed(Exception):
    """The answer does not build: what the compiler said, the line of the target where it is known, and a name for the
    error. The case's phase is then "compile"."""

    def __init__(self, message, line=None, kind="compile error"):
        super().__init__(message)
        self.line, self.kind = line, kind


@dataclass(frozen=True)
class Job:
    """One case. `mode`: "answer", "baseline" (run all, require nothing, measure times) or "collect" (only name tests).
    `only`: paths of test files that alone are run. `first`: ids that run before the rest. `retries`: how often a failed
    run is repeated.
    """

    tool: str
    program: str = ""
    test: dict = field(default_factory=dict)
    target: str | None = None
    files: dict = field(default_factory=dict)
    remove: tuple = ()
    patch: str | None = None
    test_patch: str | None = None
    first: tuple = ()
    required: tuple = ()
    only: tuple = ()
    full: bool = False
    retries: int = 0
    mode: str = "answer"

    @classmethod
    def read(cls, program, payload):
        """Absent keys are not used; keys that other sides need are passed over."""
        known = {name: payload[name] for name in cls.__dataclass_fields__ if payload.get(name) is not None}
        for name in ("remove", "first", "required", "only"):
            known[name] = tuple(known.get(name, ()))
        return cls(**{**known, "program": program})

    @property
    def stops_early(self):
        return self.mode == "answer" and not self.full


@dataclass
class Ran:
    """What running tests led to. Lists keep their order, and an id that came twice stands there twice. `complete`: the
    run came to its own end. `error`: {"type", "message", "line"} of what kept it from that. `builds`: False where the
    answer turned out not to build only now. `stopped`: the tool itself left out the rest, because a required test failed.
    """

    passed: list = field(default_factory=list)
    failed: list = field(default_factory=list)
    skipped: list = field(default_factory=list)
    ms: dict = field(default_factory=dict)
    status: int | None = None
    complete: bool = True
    builds: bool = True
    stopped: bool = False
    error: dict | None = None
    flags: list = field(default_factory=list)
    marks: dict | None = None
    subtests: list = field(default_factory=list)
    collected: list | None = None

    def ids(self):
        return self.passed + self.failed + self.skipped
