"""A server that plays a language model: it delays, fails, lies and never ends, as told."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Model(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, *answers: object) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = list(answers)  # texts, bytes, (status, bytes), or seconds to wait before the next
        self.asked: list[dict[str, Any]] = []
        self.closing = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    server: Model

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked.append({"path": self.path, "headers": dict(self.headers), **json.loads(body)})
        answer = self.server.answers.pop(0) if len(self.server.answers) > 1 else self.server.answers[0]
        with suppress(BrokenPipeError, ConnectionResetError):
            self._answer(answer)

    def _answer(self, answer: object) -> None:
        if isinstance(answer, float):
            self.server.closing.wait(answer)
            self._send(200, chat("Too late."))
        elif isinstance(answer, tuple):
            self._send(*answer)
        elif isinstance(answer, bytes):
            self._send(200, answer)
        elif answer == "endless":
            self._endless(b'{"choices": [{"message": {"content": "' + b"word " * 4000, pause=0)
        elif answer == "dripping":
            self._endless(b" ", pause=0.05)
        else:
            self._send(200, chat(str(answer)))

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        if status in (301, 302, 307):
            self.send_header("Location", "http://127.0.0.1:9/")
        self.end_headers()
        self.wfile.write(body)

    def _endless(self, piece: bytes, *, pause: float) -> None:
        self.send_response(200)
        self.end_headers()
        while not self.server.closing.is_set():
            self.wfile.write(piece)
            time.sleep(pause)

    def log_message(self, *args: object) -> None:
        pass


def chat(text: str) -> bytes:
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]}).encode()


@contextmanager
def playing(*answers: object) -> Iterator[Model]:
    server = Model(*answers)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
