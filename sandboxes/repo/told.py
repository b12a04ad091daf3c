"""What test programs tell of themselves: which test ended how, and that they came to their end.

A program finds 16 random bytes on descriptor 3, which code of the room takes out and closes before any code of the
repository runs (repo-go/channel.go, repo-cpp/guard.c). Each message on descriptor 4 begins with them: then a kind (a
letter), milliseconds, a space, a text. Descriptor 4 is a socket, since a pipe could be opened anew through /proc and read.
"""

import secrets
from dataclasses import dataclass

HEARD = 4  # shell.HEARD; named here because tools are imported without a shell
SECRET_BYTES = 16


@dataclass(frozen=True)
class Message:
    kind: str
    ms: int
    text: str


class Ear:
    """One program's messages."""

    def __init__(self):
        self.secret = secrets.token_bytes(SECRET_BYTES)

    def messages(self, heard):
        """All messages in what was heard; what stands before the first is nobody's. A forger who adds to the stream adds to
        the text of a message, and so spoils a name that is then missing.

        >>> ear = Ear()
        >>> ear.messages(b"junk" + ear.secret + b"P12 TestX" + ear.secret + b"E0 0")
        [Message(kind='P', ms=12, text='TestX'), Message(kind='E', ms=0, text='0')]
        """
        return [message for part in heard.split(self.secret)[1:] if (message := read(part))]


def read(part):
    number, _, text = part[1:].partition(b" ")
    if not number.isdigit():
        return None
    return Message(chr(part[0]), int(number), text.decode("utf-8", "replace"))
