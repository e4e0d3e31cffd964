"""A language model behind the OpenAI-compatible HTTP protocol, asked once, within bounds of time and size."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from typing import Any, cast
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from voxpop.errors import OptionError, VoxpopError

LARGEST = 1_000_000  # bytes of an answer
PATH = "/chat/completions"
KEY = "VOXPOP_WRITER_KEY"  # the environment variable that may hold a key for the endpoint
AGAIN = (408, 429, 500, 502, 503, 504)  # answers after which it is worth asking once more


class WriterError(VoxpopError):
    """The endpoint did not answer, or its answer cannot be used."""

    def __init__(self, reason: str, *, again: bool = False) -> None:
        super().__init__(reason)
        self.again = again


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """The address of the model, and how long to wait for it: ``timeout`` seconds a try, all of the answer included."""

    url: str
    model: str = "default"
    timeout: float = 60.0
    tries: int = 2
    pause: float = 1.0  # seconds before the next try
    tokens: int = 600

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise OptionError(
                f"The writer {self.url!r} is no address of a server. Give one such as http://localhost:8000/v1"
            )
        if self.timeout <= 0 or self.tries < 1:
            raise OptionError("A writer needs time: its timeout must be above 0, and it must be tried at least once.")

    @property
    def endpoint(self) -> str:
        """The address that messages are sent to."""
        plain = self.url.rstrip("/")
        return plain if plain.endswith(PATH) else plain + PATH

    def ask(self, messages: Sequence[dict[str, str]]) -> str:
        """Send messages and return the text of the answer."""
        body = {
            "model": self.model,
            "messages": list(messages),
            "temperature": 0,
            "max_tokens": self.tokens,
            "stream": False,
        }
        for left in range(self.tries - 1, -1, -1):
            try:
                return answer_text(self._post(json.dumps(body).encode()))
            except WriterError as error:
                if not error.again or not left:
                    raise
            time.sleep(self.pause)
        raise AssertionError("unreachable")

    def _post(self, body: bytes) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if key := os.environ.get(KEY):
            headers["Authorization"] = f"Bearer {key}"
        until = time.monotonic() + self.timeout
        try:
            request = Request(self.endpoint, data=body, headers=headers)
            with build_opener(NoRedirect).open(request, timeout=self.timeout) as answer:
                return read_answer(cast(HTTPResponse, answer), until)
        except HTTPError as error:
            error.close()
            raise WriterError(f"it answered with the error {error.code}", again=error.code in AGAIN) from None
        except TimeoutError:
            raise WriterError(f"it did not answer within {self.timeout:g} seconds", again=True) from None
        except URLError as error:
            late = isinstance(error.reason, TimeoutError)
            reason = f"it did not answer within {self.timeout:g} seconds" if late else f"no answer: {error.reason}"
            raise WriterError(reason, again=True) from None
        except (OSError, HTTPException) as error:
            raise WriterError(f"the connection broke ({type(error).__name__})", again=True) from None


class NoRedirect(HTTPRedirectHandler):
    """Follows no redirect: what was sent is for one address."""

    def redirect_request(self, *args: object, **names: object) -> None:
        """Return no request: it is not followed."""


def read_answer(answer: HTTPResponse, until: float) -> bytes:
    """Read the answer piece by piece, so that one that never ends is noticed."""
    pieces: list[bytes] = []
    size = 0
    while piece := answer.read1(65_536):
        pieces.append(piece)
        size += len(piece)
        if size > LARGEST:
            raise WriterError(f"its answer is longer than {LARGEST:,} bytes")
        if time.monotonic() > until:
            raise TimeoutError
    return b"".join(pieces)


def answer_text(body: bytes) -> str:
    """Return the text in an answer of the protocol."""
    try:
        answer: Any = json.loads(body)
        text = answer["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError, RecursionError):
        start = " ".join(body[:60].decode("utf-8", "replace").split())
        raise WriterError(f"its answer is not one of the chat protocol; it begins with {start!r}") from None
    if not isinstance(text, str) or not text.strip():
        raise WriterError("its answer is empty")
    return text
