"""Whether an exception that kept a file from loading has the answer as its cause: then the answer does not "compile"."""

import os


def blame(error, target):
    """{"type", "message", "line"} if the target could not be loaded or lacks a name that is asked of it, else None.

    Merely calling what the target defines, and failing there, is no matter of loading.
    """
    seen = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        line = _line(error, target)
        if line is not None or _lacks(error, target):
            return facts(error, line)
        error = error.__cause__ or error.__context__
    return None


def facts(error, line=None):
    try:
        message = str(error)[:2000]
    except BaseException as fault:  # noqa: BLE001 - its methods are the tree's, and may raise anything
        message = f"(its message raises {type(fault).__name__})"
    return {"type": type(error).__name__[:200], "message": message, "line": line}


def _line(error, target):
    if isinstance(error, SyntaxError) and _same(error.filename, target):
        return error.lineno or 0
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_name == "<module>" and _same(code.co_filename, target):
            return trace.tb_lineno
        trace = trace.tb_next
    return None


def _lacks(error, target):
    """Asked for by `from target import name`; of a package also by way of its folder."""
    return isinstance(error, ImportError) and _same(error.path, target)


def _same(path, target):
    return bool(path) and os.path.realpath(path) == target
