"""The candidate's side of a divided case: loads the program, then answers the judge's calls with plain data.

Nothing here is trusted: the program shares this process and may change all of it. It holds no test, no expected value,
no secret and no descriptor but its own streams and the connection to the judge.

Frames to the judge: first `{"loaded": [callable names]}` or `{"failed": [phase, type, message, line]}`; then one per
call, `{"id", "value"}` or `{"id", "raised": [type, its builtin base, message, line, arguments]}`. From the judge:
`{"id", "call": name, "args": [..], "kwargs": {..}}`. End of input ends the process.
"""

import os

import plain
import runner

DESCRIPTOR = 4


class Leaving(BaseException):
    """The program cannot be loaded and the judge has been told."""


def serve(program, leave=os._exit, own_pid=os.getpid):
    """Never returns. `leave` and `own_pid` are bound before the program may change the module `os`."""
    link, pid = plain.Link(DESCRIPTOR), own_pid()
    try:
        namespace = _load(program, link)
        if own_pid() == pid:
            _answer_calls(link, namespace, pid, own_pid)
    except (plain.Gone, plain.Broken, Leaving):
        pass  # the judge has what it needs, or is gone: either way nobody is left to answer
    runner.flush()
    leave(0)


def _load(program, link):
    def failed(phase, error=None, results=()):
        runner.flush()
        link.send({"failed": [phase, *runner.facts(error)]})
        raise Leaving

    namespace = runner.load(program, failed)
    return namespace


def _answer_calls(link, namespace, pid, own_pid):
    held = Held(namespace)
    link.send({"loaded": [name for name, value in list(namespace.items()) if type(name) is str and callable(value)]})
    while True:
        request = link.receive()
        answer = _answer(request, namespace, held)
        if own_pid() != pid:
            return  # a child that the program forked and that came back here: the parent answers
        _send(link, answer)


def _answer(request, namespace, held):
    number = request["id"]
    try:
        function = namespace[request["call"]]
        args = [plain.decode(value, held.resolve) for value in request["args"]]
        kwargs = {name: plain.decode(value, held.resolve) for name, value in request["kwargs"].items()}
        return {"id": number, "value": plain.encode(function(*args, **kwargs), held.encode)}
    except BaseException as error:  # noqa: BLE001 - SystemExit and the like are failures of the call too
        return {"id": number, "raised": _raised(error, held)}


def _raised(error, held):
    kind, message, line = runner.facts(error)
    base = next(base.__name__ for base in type(error).__mro__ if base.__module__ == "builtins")
    try:
        arguments = plain.encode(tuple(error.args), held.encode)
    except BaseException:  # noqa: BLE001 - its arguments may be anything: then the message stands for them
        arguments = {"t": [message]}
    return [kind, base, message, line, arguments]


def _send(link, answer):
    try:
        link.send(answer)
    except (plain.Broken, RecursionError, ValueError, TypeError) as error:
        message = f"the result cannot be sent: {type(error).__name__}"
        link.send({"id": answer["id"], "raised": ["ResultTooLarge", "ValueError", message, "", {"t": [message]}]})


class Held:
    """Objects that are no plain data, kept while the judge may hand them back."""

    def __init__(self, namespace):
        self.namespace, self.objects = namespace, []

    def encode(self, value):
        try:
            return plain.encode(plain.lowered(value), self.encode)
        except plain.NotPlain:
            self.objects.append(value)
            return {"o": [len(self.objects) - 1, type(value).__name__]}

    def resolve(self, tag, content):
        return self.namespace[content] if tag == "n" else self.objects[content[0]]
