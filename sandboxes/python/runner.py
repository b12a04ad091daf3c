"""Runs one program in one process and reports what came of it. zygote.py forks it, under a fresh uid.

The job is a tuple `(runner, program, payload, nonce)`. Descriptor 4 takes the report: the nonce, then texts,
each as four bytes of length (big-endian) and UTF-8. The texts are: phase, error type, error message, line of the program
or "", then per call of `python-io` four more: "value", type, str, repr, or "error", type, "", "".

Everything a report needs is bound before the program runs, because the program may change any module it can import.
It still shares this process: a program that walks the frames can find the nonce. See docs/threat-model.md.
"""

import os
import sys

REPORT = 4
RESULT_BYTES = 1024 * 1024  # of each text of a result: a longer one becomes the error ResultTooLarge
MESSAGE_CHARS = 2000
NAME_CHARS = 200
LINES = 10**9  # more than any program has
PROGRAM = "<program>"
ROOM, LIBRARIES = "/opt/room", "/opt/room/lib"


def run(job):
    """Runs one job in this process and ends it."""
    runner, program, payload, nonce = job
    RUNNERS[runner](program, payload, _reporter(nonce))


def _reporter(nonce, write=os.write, leave=os._exit, own_pid=os.getpid):
    reporter = own_pid()

    def send(phase, error=None, results=()):
        """Reports and ends the process at once: no atexit hook, destructor or thread of the program runs after it."""
        flush()
        if own_pid() != reporter:
            leave(0)  # a child that the program forked and that came back here: two reports would be none
        texts = (phase, *(facts(error) if error is not None else ("", "", "")), *results)
        data = nonce + framed(texts)
        while data:
            data = data[write(REPORT, data):]
        leave(0)

    return send


def framed(texts):
    encoded = map(_encoded, texts)
    return b"".join([len(data).to_bytes(4, "big") + data for data in encoded])


def _encoded(text, encode=str.encode):
    return encode(text, "utf-8", "surrogatepass")


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:  # noqa: BLE001, S110 - the program may have closed or replaced it: then nothing is left to flush
            pass


def facts(error):
    """Type, message and line of an exception; its own methods may raise anything, which then only costs the message."""
    try:
        message = str(error)[:MESSAGE_CHARS]
    except BaseException as fault:  # noqa: BLE001 - see above
        message = f"(its message raises {name_of(fault)})"
    line = error.lineno if type(error) in (SyntaxError, IndentationError, TabError) else _line(error.__traceback__)
    line = getattr(error, "line_of_program", line)  # of an exception that the judge was told of
    return name_of(error), message, _shown(line)


def _shown(line):
    """A number of a line as text; an exception can be made with any object for one."""
    return str(line) if type(line) is str or (type(line) is int and 0 <= line < LINES) else ""


def name_of(value):
    """The name of a value's type, which a program may have made as long as it likes."""
    return type(value).__name__[:NAME_CHARS]


def _line(trace):
    """The innermost line of the program in a traceback, or None."""
    line = None
    while trace:
        if trace.tb_frame.f_code.co_filename == PROGRAM:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def load(program, send):
    """Executes the program as the module `candidate` and returns its namespace; reports and ends if that fails.

    The module is not called `__main__`, so that what a program does only when started as a script stays undone, and is
    registered, because dataclasses, pickle and typing look modules up by name.
    """
    try:
        code = compile(program.removeprefix("\ufeff"), PROGRAM, "exec", dont_inherit=True)
    except BaseException as error:  # noqa: BLE001 - SyntaxError, ValueError (NUL, surrogates), RecursionError, MemoryError
        send("compile", error)
    module = type(sys)("candidate")
    sys.modules["candidate"] = module
    _execute(code, module.__dict__, send)
    return module.__dict__


def _execute(code, namespace, send):
    try:
        exec(code, namespace)
    except BaseException as error:  # noqa: BLE001 - SystemExit and the like are failures too
        _show(error)
        send("run", error)


def _show(error):
    """Prints the traceback, without our own frame, for the person who reads the log."""
    try:
        error.__traceback__ = error.__traceback__.tb_next  # the hook prints the error's own, whatever it is given
        sys.__excepthook__(type(error), error, error.__traceback__)
    except BaseException:  # noqa: BLE001, S110 - the program closed stderr or its exception cannot be printed
        pass


def run_tests(program, payload, send):
    """`python-tests`: the program, then `setup`, then `tests`, all in one namespace. Done means nothing was raised."""
    namespace = load(program, send)
    for name in ("setup", "tests"):
        try:
            code = compile(payload.get(name) or "", f"<{name}>", "exec", dont_inherit=True)
        except BaseException as error:  # noqa: BLE001 - the benchmark's fault, which its gold check shows
            send("run", error)
        _execute(code, namespace, send)
    send("done")


def run_calls(program, payload, send):
    """`python-io`: calls the entry point once per item of `calls` and reports each value as text, or what it raised.

    `calls` may be the text of a Python list, for arguments that JSON lacks: tuples, sets, bytes. It is the benchmark's.
    """
    calls = payload["calls"]
    if isinstance(calls, str):
        calls = eval(calls, {"__builtins__": {}})
    namespace = load(program, send)
    name = payload["entry_point"]
    if name not in namespace:
        send("run", NameError(f"name {name!r} is not defined"))
    function, results = namespace[name], []
    for call in calls:
        results.extend(_result(function, call))
    send("done", results=results)


def _result(function, call):
    try:
        value = function(**call) if isinstance(call, dict) else function(*call)
        texts = ("value", name_of(value), str(value), repr(value))
        too_large = any(len(_encoded(text)) > RESULT_BYTES for text in texts)
    except BaseException as error:  # noqa: BLE001 - one call's failure, whatever it is, must not end the others
        return "error", name_of(error), "", ""
    return ("error", "ResultTooLarge", "", "") if too_large else texts


def run_as_mera(program, payload, send):
    """`python-io-mera`: see mera.py, which few programs need and no other should pay for."""
    _module("mera").run(program, payload, send, _result_or_end)


def _module(name):
    """A module of the room, which is on no program's path, with the libraries that stand beside it from then on."""
    sys.path[:0] = [ROOM, LIBRARIES]
    module = __import__(name)
    sys.path.remove(ROOM)
    return module


def _result_or_end(function, call):
    """The result of a call as texts; unlike `_result`, it raises what would end the process."""
    try:
        value = function(**call) if isinstance(call, dict) else function(*call)
        texts = ("value", type(value).__name__, str(value), "")
    except Exception as error:  # noqa: BLE001 - one call's failure
        return "error", type(error).__name__, "", ""
    too_large = any(len(_encoded(text)) > RESULT_BYTES for text in texts)
    return ("error", "ResultTooLarge", "", "") if too_large else texts


def run_linter(program, payload, send):
    """`lint`: see lint.py."""
    _module("lint").run(program, payload, send)


RUNNERS = {"python-tests": run_tests, "python-io": run_calls, "python-io-mera": run_as_mera, "lint": run_linter}
