"""The table of kinds. A new kind is one file in the shape of its siblings and one line here."""

from scoring.tasks import exact_match, python_io, python_tests
from scoring.tasks.kind import Kind

KINDS: dict[str, Kind] = {kind.name: kind for kind in (python_tests, python_io, exact_match)}
