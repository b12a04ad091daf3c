"""The judge's side of a divided case: holds the tests and calls the candidate, which is another process and user.

One judge stands as long as its container. It takes orders from the agent (descriptor 3): one marshalled tuple
`(how, memory_bytes)` with the descriptors of a job, of the connection to the candidate, of the report and of the program's
stderr, where it tells the line of the tests that failed. `how` is "standing", for tests that leave nothing behind, or "forked":
then a child of it judges this one case. When the case is judged it answers `(end, cpu_seconds)`; `end` is "done", "inside" (an
argument is no plain data: the case must run in one process) or "gone" (the candidate ended or broke the protocol; there is no
report).

The job is a marshalled tuple `(prompt, setup, tests, entry_point, nonce)`; the report has the form of runner.py.
"""

import builtins
import contextlib
import functools
import marshal
import os
import random
import resource
import socket
import sys
import time
from types import FunctionType

import plain
import runner

ORDERS = 3
BUILTIN_NAMES = frozenset(dir(builtins))
FRAMES, LINE_CHARS = 5, 300  # of the tests' code that are shown
FUNCTIONS = 10_000  # that a program may offer: the judge makes a proxy of each
_number = random.SystemRandom().getrandbits  # tests may seed the module's generator, and count on what it gives them next


class NeedsOneProcess(BaseException):
    """The tests hand the candidate what cannot travel as data. Not an Exception: tests must not catch it."""


class Unfaithful(BaseException):
    """The candidate ended or sent what no honest one sends."""


def stand():
    """Serves orders until the agent closes the connection. Never returns."""
    orders = socket.socket(fileno=ORDERS)
    while True:
        order, descriptors, _, _ = socket.recv_fds(orders, 256, 4)
        if not order:
            os._exit(0)
        how, memory_bytes = marshal.loads(order)
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, resource.RLIM_INFINITY))
        began = time.process_time()
        end = judge(*descriptors) if how == "standing" else _in_a_child(descriptors)
        for fd in descriptors:
            os.close(fd)
        spent = time.process_time() - began + (_children_cpu.spent() if how == "forked" else 0.0)
        orders.send(marshal.dumps((end, spent)))


def _in_a_child(descriptors):
    """Judges in a forked child, so that whatever the tests change ends with it."""
    ends = ("done", "inside", "gone")
    pid = os.fork()
    if pid == 0:
        os._exit(ends.index(judge(*descriptors)))
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    return ends[code] if 0 <= code < len(ends) else "gone"


class _ChildrenCpu:
    """CPU seconds of children that ended since the last question."""

    def __init__(self):
        self.before = 0.0

    def spent(self):
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        now = usage.ru_utime + usage.ru_stime
        spent, self.before = now - self.before, now
        return spent


_children_cpu = _ChildrenCpu()


def judge(job, connection, report, errors):
    """Judges one case and writes its report, and to `errors` where its tests failed; returns how it ended (see above)."""
    with open(job, "rb", closefd=False) as file:
        prompt, setup, tests, entry_point, nonce = marshal.loads(file.read())
    trial = Trial(plain.Link(connection), entry_point)
    texts = trial.run(prompt, setup, tests)
    if trial.end == "done":
        with contextlib.suppress(OSError):  # the program shares that pipe and can have it refuse to wait: then the log lacks it
            _write(errors, trial.failure.encode("utf-8", "backslashreplace"))
        _write(report, nonce + runner.framed(texts))
    return trial.end


def _write(fd, data):
    while data:
        data = data[os.write(fd, data):]


def _way_to(error, sources):
    """Lines of the benchmark's code through which an exception came, as a traceback has them, and what it says."""
    lines, trace = [], error.__traceback__
    while trace:
        code, number = trace.tb_frame.f_code, trace.tb_lineno
        if code.co_filename in sources:
            text = sources[code.co_filename].splitlines()[number - 1:number]
            lines += [f'  File "{code.co_filename}", line {number}, in {code.co_name}', *(f"    {one.strip()}" for one in text)]
        trace = trace.tb_next
    kind, message, _ = runner.facts(error)
    line = getattr(error, "line_of_program", "")
    place = f" (line {line} of the program)" if line else ""
    shown = [line[:LINE_CHARS] for line in lines[-2 * FRAMES:]]
    return "\n".join(["Traceback of the tests:", *shown, f"{kind}: {message}{place}" if message else f"{kind}{place}", ""])


class Trial:
    """One case: `end` is what became of it, `failure` where. What tests catch or swallow cannot change it back."""

    def __init__(self, link, entry_point):
        self.link, self.entry_point, self.end, self.failure = link, entry_point, "done", ""
        self.proxies = {}
        self.namespace = {"__name__": "candidate", "__builtins__": builtins}

    def run(self, prompt, setup, tests):
        """The texts of the report: phase, error type, message, line."""
        random.seed()
        try:
            first = self._receive()
            if "failed" in first:
                phase, *facts = map(str, first["failed"])
                return (phase if phase in ("compile", "run") else "run", *facts[:3], "", "", "")[:4]
            if len(first["loaded"]) > FUNCTIONS:
                self._unfaithful()
            self._prepare(prompt, first["loaded"])
            for name, code in (("<setup>", setup), ("<tests>", tests)):
                exec(_compiled(code or "", name), self.namespace)
        except (NeedsOneProcess, Unfaithful):
            return ()
        except BaseException as error:  # noqa: BLE001 - whatever the tests raise is a failure of the case
            self.failure = _way_to(error, {"<setup>": setup or "", "<tests>": tests or ""})
            return ("run", *runner.facts(error))
        finally:
            self.namespace.clear()
        return ("done", "", "", "")

    def _prepare(self, prompt, names):
        """The prompt's own helpers first: a candidate's function of the same name cannot take their place."""
        if prompt and self.entry_point:
            try:
                exec(_compiled(prompt, "<prompt>"), self.namespace)
            except Exception:  # noqa: BLE001 - an unfinished prompt has no helpers; tests that need one say NameError
                self.namespace = {"__name__": "candidate", "__builtins__": builtins}
        self.namespace.pop(self.entry_point, None)
        for name in names:
            if name == self.entry_point or (name not in self.namespace and name not in BUILTIN_NAMES):
                self.namespace[name] = self._proxy(name)

    def _proxy(self, name):
        def function(*args, **kwargs):
            return self._call(name, args, kwargs)

        function.__name__ = function.__qualname__ = name
        self.proxies[function] = name
        return function

    def _call(self, name, args, kwargs):
        number = _number(60)  # a reply sent before its question cannot know it
        request = {
            "id": number, "call": name, "args": [plain.encode(value, self._other) for value in args],
            "kwargs": {key: plain.encode(value, self._other) for key, value in kwargs.items()},
        }
        try:
            self.link.send(request)
        except plain.Gone:
            self._unfaithful()
        answer = self._receive()
        if answer.get("id") != number:
            self._unfaithful()
        if "raised" in answer:
            raise self._exception(answer["raised"])
        try:
            return plain.decode(answer["value"], self._resolve)
        except (plain.Broken, KeyError, RecursionError):
            self._unfaithful()

    def _receive(self):
        try:
            answer = self.link.receive()
        except (plain.Gone, plain.Broken):
            self._unfaithful()
        if type(answer) is not dict:
            self._unfaithful()
        return answer

    def _unfaithful(self):
        self.end = "gone"
        raise Unfaithful

    def _other(self, value):
        """Arguments beyond plain data. Every value that a candidate's answer can become is provided for, so that only
        the tests themselves, never the candidate, can make a case run in one process.
        """
        if type(value) is plain.Opaque:
            return {"o": [value.handle, value.kind]}
        if type(value) is FunctionType and value in self.proxies:
            return {"n": self.proxies[value]}
        try:
            return plain.encode(plain.lowered(value), self._other)
        except plain.NotPlain:
            if isinstance(value, BaseException) and hasattr(value, "line_of_program"):
                return {"t": [plain.encode(part, self._other) for part in value.args]}
            self.end = "inside"
            raise NeedsOneProcess from None

    def _resolve(self, tag, content):
        if tag == "n" or type(content) is not list or [type(part) for part in content] != [int, str]:
            raise plain.Broken("no handle")
        return plain.Opaque(*content)

    def _exception(self, told):
        try:
            kind, base, message, line, arguments = told
            arguments = plain.decode(arguments, self._resolve)
            kind = self._exception_class(kind) or _subclass(getattr(builtins, base), kind)
            made = kind(*arguments)
        except (ValueError, TypeError, AttributeError, plain.Broken, RecursionError):
            self._unfaithful()
        made.line_of_program = str(line)
        return made

    def _exception_class(self, name):
        """A class of the prompt or of Python with this name: tests may expect it."""
        found = self.namespace.get(name) or getattr(builtins, str(name), None)
        return found if isinstance(found, type) and issubclass(found, BaseException) else None


def _subclass(parent, name):
    """An exception class of the candidate's own, known by name only. Raises TypeError for what is none."""
    if not issubclass(parent, BaseException):
        raise TypeError("no exception")
    return type(str(name)[:200], (parent,), {})


@functools.lru_cache(256)  # attempts at one sample come in a row; the code is the benchmark's, the same for all of them
def _compiled(text, name):
    return compile(text, name, "exec", dont_inherit=True)


if __name__ == "__main__":
    sys.exit("started by zygote.py")
