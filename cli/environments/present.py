"""Whether this machine has the environments that a benchmark is locked to."""

from collections.abc import Callable

from cli.environments.image import is_here
from scoring.benchmark import Benchmark
from scoring.errors import HostLacks

NAMED = 5


def require_environments(benchmark: Benchmark, base_key: Callable[[str], str]) -> None:
    """Returns when every locked environment is here, on the room that this checkout has. `base_key`: a runtime's image key.

    Raises HostLacks that names those which are not: nothing is scored in an environment that does not match. What was
    never built is no matter of this machine: its answers are UNSCORED.
    """
    wanted = {
        (name, entry["key"], task.runtime)
        for task in benchmark.tasks.values() if task.runtime
        for name, entry in task.settings.get("lock", {}).get("environments", {}).items()
    }
    missing = sorted({name for name, key, runtime in wanted if not is_here(key, base_key(runtime))})
    if missing:
        more = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
        raise HostLacks(
            f"this machine lacks the environments {', '.join(missing[:NAMED])}{more} of {benchmark.name}, or has them on "
            "another version of their room", mend=f"./assay benchmark build {benchmark.name} (or the folder of the pack)")
