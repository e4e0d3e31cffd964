"""A client of the web app's API in plain Python: python examples/client.py http://127.0.0.1:8000 reviews.csv

Sends a file, waits until it is analysed, and prints what people think of each aspect.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
import time
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen


class Client:
    """Speaks to ``voxpop serve``; with a token, where it asks for one."""

    def __init__(self, base: str, token: str | None = None) -> None:
        self.base = base.rstrip("/") + "/api/v1"
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def analyze(self, texts: list[str], **options: Any) -> dict[str, Any]:
        """What a few texts say: ``{"opinions": […], "document": {…}}``. Many texts give a job instead."""
        body = json.dumps({"texts": texts, **options}).encode()
        return self._ask("/analyze", body, "application/json")

    def upload(self, path: str | Path, **options: str) -> dict[str, Any]:
        """Send a file of reviews; gives the job."""
        edge = secrets.token_hex(16)
        parts = [field(edge, name, value.encode()) for name, value in options.items()]
        parts.append(field(edge, "file", Path(path).read_bytes(), filename=Path(path).name))
        body = b"".join(parts) + f"--{edge}--\r\n".encode()
        return self._ask("/analyze", body, f"multipart/form-data; boundary={edge}")

    def wait(self, job: dict[str, Any], *, pause: float = 1.0) -> dict[str, Any]:
        """The document of a job, once it is done."""
        while job["state"] in ("waiting", "running"):
            time.sleep(pause)
            job = self._ask(f"/jobs/{job['id']}")
        if job["state"] != "done":
            raise RuntimeError(job["message"] or f"The job was {job['state']}.")
        return self._ask(f"/jobs/{job['id']}/result")

    def _ask(self, path: str, body: bytes | None = None, kind: str | None = None) -> dict[str, Any]:
        headers = {**self.headers, **({"Content-Type": kind} if kind else {})}
        with urlopen(Request(self.base + path, body, headers)) as answer:
            found: dict[str, Any] = json.load(answer)
        return found


def field(edge: str, name: str, value: bytes, *, filename: str | None = None) -> bytes:
    """A part of a form. Names of files may hold any letters, but no quotation mark."""
    file = f'; filename="{filename}"'.replace("\n", " ") if filename else ""
    return f'--{edge}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'.encode() + value + b"\r\n"


if __name__ == "__main__":
    client = Client(sys.argv[1], os.environ.get("VOXPOP_TOKEN"))
    document = client.wait(client.upload(sys.argv[2]))
    for aspect in document["aspects"]:
        print(f"{aspect['name']:20} {aspect['reviews']:5} reviews   +{aspect['positive']} −{aspect['negative']}")
