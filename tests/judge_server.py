"""A real HTTP server that speaks OpenAI's chat completions, deterministic, and as broken as a test asks for."""

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Question = list[dict[str, str]]


@dataclass(frozen=True)
class Reply:
    """`body` replaces the completion that `text` would become; with `drips` a byte of it goes out in so many seconds."""

    text: str | None = ""
    status: int = 200
    body: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    hangs_up: bool = False
    drips: float = 0.0


def judged_part(question: Question) -> str:
    """What the last message quotes: the text under test."""
    return "\n".join(line[2:] for line in question[-1]["content"].split("\n") if line.startswith("> "))


def accepts_right(question: Question) -> Reply:
    """Accepts what holds the word `right`."""
    return Reply("correct" if "right" in judged_part(question) else "wrong")


class JudgeServer(ThreadingHTTPServer):
    """`answer` says what is replied to the messages of a request; it may be changed at any time. `asked` holds the
    requests, `most_at_once` how many were open together."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, answer: Callable[[Question], Reply]):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.asked: list[dict[str, Any]] = []
        self.keys: set[str] = set()
        self.most_at_once = 0
        self._open = 0
        self._lock = threading.Lock()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A caller that hangs up, because its time is over or its room was closed, is what tests ask for."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    @property
    def judged(self) -> list[str]:
        return [judged_part(request["messages"]) for request in self.asked]

    @contextmanager
    def counting(self, request: dict[str, Any], key: str) -> Iterator[None]:
        with self._lock:
            self.asked.append(request)
            self.keys.add(key)
            self._open += 1
            self.most_at_once = max(self.most_at_once, self._open)
        try:
            yield
        finally:
            with self._lock:
                self._open -= 1


class _Handler(BaseHTTPRequestHandler):
    server: JudgeServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert self.path == "/v1/chat/completions", self.path
        with self.server.counting(request, self.headers["Authorization"]):
            reply = self.server.answer(request["messages"])
            time.sleep(reply.seconds)
        if reply.hangs_up:
            self.close_connection = True
            return
        body = reply.body if reply.body is not None else json.dumps(_completion(request, reply)).encode()
        self.send_response(reply.status)
        for name, value in {"Content-Type": "application/json", **reply.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if reply.drips:
            for byte in body:
                self.wfile.write(bytes([byte]))
                time.sleep(reply.drips)
        else:
            self.wfile.write(body)

    def log_message(self, *_arguments: Any) -> None:
        """Tests say what went wrong themselves."""


def _completion(request: dict[str, Any], reply: Reply) -> dict[str, Any]:
    message = {"role": "assistant", "content": reply.text}
    return {
        "id": "1", "object": "chat.completion", "created": 1, "model": request["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10},
    }


@contextmanager
def judging(answer: Callable[[Question], Reply] = accepts_right) -> Iterator[JudgeServer]:
    """A running server."""
    server = JudgeServer(answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join(5)
