"""The answer's file, compiled before anything else: most that cannot work is told by that, in a fifth of the time."""

import os
from importlib._bootstrap_external import SourceFileLoader, _code_to_timestamp_pyc, cache_from_source

from assay_session.blame import facts


def compiled(path):
    """What is wrong with the file as Python ({"type", "message", "line"}), or None. What was compiled is kept beside it,
    since importing it needs that next."""
    if path is None or not path.endswith(".py"):
        return None
    loader = SourceFileLoader("target", path)
    try:
        code = loader.source_to_code(loader.get_data(path), path)
    except BaseException as error:  # noqa: BLE001 - SyntaxError, ValueError, RecursionError, MemoryError
        return facts(error, getattr(error, "lineno", None))
    stats, cached = loader.path_stats(path), cache_from_source(path)
    os.makedirs(os.path.dirname(cached), exist_ok=True)
    with open(cached, "wb") as file:
        file.write(_code_to_timestamp_pyc(code, int(stats["mtime"]), stats["size"]))
    return None
