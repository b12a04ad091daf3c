"""What a model is shown of a sample: the instruction, of the inputs those that it names (`{diff_block}`), and the code that the
kind asks to be continued or mended. Tests, expected values, other inputs and meta fields are no part of it.
"""

import re
from typing import Any

from scoring.benchmark import Sample, Task

# What these kinds put before the answer, or ask to be mended, so that a model cannot answer without it.
CONTINUED = {"python-tests": "prompt", "python-io": "function", "program-tests": "prompt", "lint": "code"}
_PLACE = re.compile(r"\{([A-Za-z_][A-Za-z0-9_]*)\}")


def inputs_shown(task: Task, sample: Sample) -> dict[str, Any]:
    """Empty where inputs are no object: nothing says then whether they are shown."""
    shown = {*_PLACE.findall(sample.instruction), CONTINUED.get(task.kind)}
    inputs = sample.inputs if isinstance(sample.inputs, dict) else {}
    return {name: inputs[name] for name in inputs if name in shown}


def instruction_shown(task: Task, sample: Sample) -> str:
    """As one text, for a public task: inputs that are one text are the question itself."""
    if isinstance(sample.inputs, str):
        return _joined(sample.instruction, sample.inputs)
    inputs, continued = inputs_shown(task, sample), CONTINUED.get(task.kind, "")
    filled = _PLACE.sub(lambda place: str(inputs.get(place[1], place[0])), sample.instruction)
    if continued not in inputs or continued in _PLACE.findall(sample.instruction):
        return filled
    return _joined(filled, str(inputs[continued]))


def _joined(*parts: str) -> str:
    return "\n\n".join(part.rstrip("\n") for part in parts if part.strip())
