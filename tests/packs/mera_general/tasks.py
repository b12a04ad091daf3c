"""The tasks that a submission of general MERA answers, as a benchmark of made-up samples: names, ids and shapes are
those of the real one, content is not."""

from typing import Any

from scoring.benchmark import Benchmark, Sample, Task
from tests.packs.writing import function_sample

SIZES = {
    "BPS": 1000, "CheGeKa": 416, "LCS": 500, "MathLogicQA": 1143, "PARus": 500, "RCB": 438, "RWSD": 260, "SimpleAr": 1000,
    "USE": 900, "ruDetox": 800, "ruHHH": 178, "ruHateSpeech": 265, "ruMMLU": 961, "ruModAr": 6000, "ruMultiAr": 1024,
    "ruOpenBookQA": 400, "ruWorldTree": 525,
}

SQUARES = [str(number * number) for number in range(2, 12)]


def mera_general() -> Benchmark:
    tasks = [
        *(Task(name, "exact-match", _samples(size)) for name, size in SIZES.items()),
        Task("MultiQ", "exact-match", _samples(900, [{"segment": "да"}]), answer="json"),
        Task("ruEthics", "exact-match", _samples(1935, {"law": "0"}), answer="json"),
        Task("ruHumanEval", "python-io", tuple(function_sample(str(number), SQUARES) for number in range(164)), attempts=10),
        Task("ruTiE", "exact-match", tuple(Sample(id=f"0/{turn}", outputs="1") for turn in range(430)),
             id_fields=("dialog_id", "question_id")),
    ]
    return Benchmark(name="mera-general", version="1", tasks={task.name: task for task in tasks})


def _samples(size: int, outputs: Any = "1") -> tuple[Sample, ...]:
    return tuple(Sample(id=str(number), outputs=outputs) for number in range(size))
