"""The table of kinds. A new kind is one file in the shape of its siblings and one line here."""

from scoring.tasks import exact_match, label, lint, python_io, python_tests, similarity
from scoring.tasks.kind import Kind

KINDS: dict[str, Kind] = {kind.name: kind for kind in (python_tests, python_io, exact_match, label, lint, similarity)}

# Kinds whose attempts have scores: (task, sample) -> those of the worst and of the best answer, for what stays UNSCORED.
BOUNDS = {similarity.name: (similarity.lowest, similarity.highest)}
