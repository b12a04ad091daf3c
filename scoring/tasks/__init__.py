"""The table of kinds. A new kind is one file in the shape of its siblings and one line here."""

from scoring.tasks import exact_match, judged_review, python_io, python_tests, similarity
from scoring.tasks.kind import Kind

KINDS: dict[str, Kind] = {kind.name: kind for kind in (python_tests, python_io, exact_match, similarity, judged_review)}

# Kinds whose attempts have scores: (task, sample) -> those of the worst and of the best answer, for what stays UNSCORED.
BOUNDS = {kind.name: (kind.lowest, kind.highest) for kind in (similarity, judged_review)}

# Kinds of which some scores need no outcome: (task, sample, case) -> those, for a case that stays UNSCORED.
WITHOUT_OUTCOME = {judged_review.name: judged_review.without_judge}
