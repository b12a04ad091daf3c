"""A process that stands as long as its container, beside PID 1: how the agent speaks with it."""

import marshal
import os
import socket

from agent import Fault

START_SECONDS = 30
# For a candidate to leave once it is judged: all that it still computes counts as its own, so it must be far below the
# limits of cases. And for a judge whose candidate was ended, which has a traceback to write at most.
CANDIDATE_FAREWELL_SECONDS, JUDGE_FAREWELL_SECONDS = 0.2, 1.0
JUDGE_UIDS = 10_000  # beside those of programs, one per slot


class Helper:
    """A channel to the zygote or the judge: marshalled tuples, descriptors beside them."""

    def __init__(self):
        self.channel, self.theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.pid = None

    def order(self, order, fds=()):
        """Raises Fault if it is gone."""
        try:
            socket.send_fds(self.channel, [marshal.dumps(order)], list(fds))
        except OSError as error:
            raise Fault(f"a helper is gone: {error}") from error

    def answer(self, seconds=START_SECONDS):
        """The next answer. Raises Fault if there is none in time."""
        self.channel.settimeout(seconds)
        try:
            data = self.channel.recv(4096)
        except OSError as error:
            raise Fault(f"a helper does not answer: {error}") from error
        if not data:
            raise Fault("a helper is gone")
        return marshal.loads(data)

    def serve(self, argv, environment, become=lambda: None):
        """Executes the helper, in a child that has the other end as descriptor 3, and no other but /dev/null and stderr.
        `become` is called there first.
        """
        self.pid = os.fork()
        if self.pid == 0:
            os.dup2(os.dup2(self.theirs.fileno(), 50), 3)
            for number, flags in ((0, os.O_RDONLY), (1, os.O_WRONLY)):
                os.dup2(os.open("/dev/null", flags), number)  # the agent's own are the connection to the worker
            os.closerange(4, 256)
            try:
                become()
                os.execve(argv[0], argv, environment)
            except BaseException as error:  # noqa: BLE001 - this side of the fork may only end
                os.write(2, f"a helper could not be started: {error!r}\n".encode())
            os._exit(127)
        self.theirs.close()
