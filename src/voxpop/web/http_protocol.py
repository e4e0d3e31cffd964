"""How the server reads requests: in compiled code, and with a limit for their heads."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD = 64 * 1024  # bytes of the first line and the headers of a request


class LimitedHttpProtocol(HttpToolsProtocol):
    """Reads requests with httptools, which by itself takes in a head without an end."""

    _head: int | None = None  # bytes of a head that is not complete

    def on_message_begin(self) -> None:
        self._head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._head = None
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > MOST_HEAD:
                self._head = None
                self.send_400_response("The head of the request is too long.")
