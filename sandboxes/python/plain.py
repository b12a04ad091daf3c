"""Plain data between the judge and the candidate: JSON frames, in which a one-key object tells what JSON lacks.

Never pickle: whatever the other side sends, decoding builds exact builtin types and nothing else. The candidate's side
lowers instances of subclasses to the builtin they hold, by the builtin's own methods, so that no overridden `__eq__`,
`__iter__` or `__class__` of a program has a say.

| sent | is | sent | is |
|---|---|---|---|
| null, true, 1.5, "s", [..] | themselves | `{"i": hex}` | an integer beyond 64 bits |
| `{"t": [..]}` | tuple | `{"s": [..]}`, `{"f": [..]}` | set, frozenset |
| `{"d": [[k, v], ..]}` | dict | `{"b": hex}`, `{"y": hex}` | bytes, bytearray |
| `{"c": [re, im]}` | complex | `{"r": [a, b, c]}` | range |
| `{"g": [..]}` | iterator over these items | `{"n": name}` | the candidate's function of this name |
| `{"o": [n, type]}` | an object that only the candidate can hold | | |
"""

import itertools
import json
import os

FRAME_BYTES = 8 * 1024 * 1024
ITEMS = 10_000  # of an iterator: a generator may be endless
SMALL = 2**63
SIZE = 4

_parse = json.JSONDecoder().decode
_write = json.JSONEncoder(check_circular=False, separators=(",", ":")).encode
_iterator = type(iter([]))


class NotPlain(Exception):
    """A value that cannot travel as data."""


class Gone(Exception):
    """The other side closed the connection."""


class Broken(Exception):
    """The other side does not speak the protocol, or says more than it may."""


class Opaque:
    """What the judge gets for an object that is no plain data: equal to itself only, good for handing back."""

    __slots__ = ("handle", "kind")

    def __init__(self, handle, kind):
        self.handle, self.kind = handle, kind

    def __repr__(self):
        return f"<{self.kind} of the program>"


def encode(value, other):
    """`value` in the form above; `other(value)` says what becomes of an object that is no plain data."""
    kind = type(value)
    if value is None or kind is bool or kind is str or kind is float:
        return value
    if kind is int:
        return value if -SMALL < value < SMALL else {"i": hex(value)}
    if kind is list:
        return [encode(item, other) for item in value]
    if kind is tuple:
        return {"t": [encode(item, other) for item in value]}
    if kind is dict:
        return {"d": [[encode(key, other), encode(item, other)] for key, item in value.items()]}
    if kind is set or kind is frozenset:
        return {"s" if kind is set else "f": [encode(item, other) for item in value]}
    if kind is bytes or kind is bytearray:
        return {"b" if kind is bytes else "y": value.hex()}
    if kind is complex:
        return {"c": [value.real, value.imag]}
    if kind is range:
        return {"r": [encode(part, other) for part in (value.start, value.stop, value.step)]}
    if kind is _iterator:
        return {"g": [encode(item, other) for item in itertools.islice(value, ITEMS)]}
    return other(value)


def lowered(value):
    """The builtin value inside an instance of a subclass; NotPlain for anything else. Uses no method of the subclass."""
    kinds = type(value).__mro__
    for base, lower in _LOWER:
        if base in kinds:
            return lower(value)
    for base in _LAZY:
        if base in kinds:
            return iter(list(itertools.islice(value, ITEMS)))
    raise NotPlain(type(value).__name__)


_LOWER = (
    (int, int.__pos__), (float, float.__pos__), (str, str.__str__),
    (list, lambda value: [*list.__iter__(value)]), (tuple, lambda value: (*tuple.__iter__(value),)),
    (dict, lambda value: dict([*dict.items(value)])), (set, lambda value: {*set.__iter__(value)}),
    (frozenset, lambda value: frozenset([*frozenset.__iter__(value)])),
    (bytes, lambda value: bytes.__getitem__(value, slice(None))), (complex, complex.__pos__),
)
_LAZY = tuple(
    type(sample) for sample in (
        (item for item in ()), map(abs, ()), filter(abs, ()), zip(), reversed([]), enumerate(()), {}.keys(), {}.values(),
        {}.items(), iter(()), iter({}), iter(set()), iter(""), iter(range(0)),
        # Which of these tests hand back hangs on the answer: what it gave them decides what `iter` and `reversed` make of it.
        iter("\u00e9"), iter(b""), iter(bytearray()), iter(range(2**64)), iter({}.values()), iter({}.items()),
        reversed(()), reversed({}), reversed({}.values()), reversed({}.items()),
        itertools.chain(), itertools.islice((), 0), itertools.count(), itertools.repeat(0), itertools.permutations(()),
        itertools.combinations((), 0), itertools.product(), itertools.accumulate(()),
    )
)


def decode(value, resolve):
    """The value that was sent; `resolve(tag, content)` answers for "n" and "o". Raises Broken for anything else."""
    if type(value) is list:
        return [decode(item, resolve) for item in value]
    if type(value) is not dict:
        return value
    if len(value) != 1:
        raise Broken("an object with other than one key")
    [(tag, content)] = value.items()
    if tag in ("n", "o"):
        return resolve(tag, content)
    try:
        return _BUILD[tag](content, resolve)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Broken(f"a malformed {tag[:8]!r}") from error


def _pairs(content, resolve):
    return {decode(key, resolve): decode(item, resolve) for key, item in content}


_BUILD = {
    "i": lambda content, _: int(content, 16),
    "t": lambda content, resolve: tuple([decode(item, resolve) for item in content]),
    "s": lambda content, resolve: {decode(item, resolve) for item in content},
    "f": lambda content, resolve: frozenset([decode(item, resolve) for item in content]),
    "d": _pairs,
    "b": lambda content, _: bytes.fromhex(content),
    "y": lambda content, _: bytearray.fromhex(content),
    "c": lambda content, _: complex(*content),
    "r": lambda content, resolve: range(*[decode(part, resolve) for part in content]),
    "g": lambda content, resolve: iter([decode(item, resolve) for item in content]),
}


class Link:
    """Frames over one descriptor: four bytes of length (big-endian) and JSON."""

    def __init__(self, fd):
        self.fd = fd

    def send(self, value, write=os.write):
        """Raises Gone, Broken (too long) or RecursionError (too deep)."""
        data = _write(value).encode("ascii")
        if len(data) > FRAME_BYTES:
            raise Broken("more data than may be sent at once")
        data = len(data).to_bytes(SIZE, "big") + data
        try:
            sent = write(self.fd, data)
            while sent < len(data):
                sent += write(self.fd, data[sent:])
        except OSError as error:
            raise Gone from error

    def receive(self):
        """Raises Gone, or Broken for what is no frame, too long or nested too deeply."""
        length = int.from_bytes(self._take(SIZE), "big")
        if length > FRAME_BYTES:
            raise Broken("more data than may be sent at once")
        try:
            return _parse(str(self._take(length), "ascii"))
        except (ValueError, RecursionError) as error:
            raise Broken("no JSON") from error

    def _take(self, count, read=os.read):
        try:
            data = read(self.fd, count)
            if len(data) == count:
                return data
            parts, got = [data], len(data)
            while got < count:
                data = read(self.fd, min(count - got, 1 << 20))
                if not data:
                    raise Gone
                parts.append(data)
                got += len(data)
            return b"".join(parts)
        except OSError as error:
            raise Gone from error
