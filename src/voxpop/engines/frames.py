"""Messages between processes: each is its length in eight bytes, then its bytes."""

from __future__ import annotations

from typing import IO

LENGTH = 8


def write_frame(stream: IO[bytes], data: bytes) -> None:
    """Write one message whole."""
    stream.write(len(data).to_bytes(LENGTH, "big"))
    stream.write(data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """Read one message; None if the stream ends before it does."""
    head = stream.read(LENGTH)
    size = int.from_bytes(head, "big")
    data = stream.read(size)
    return data if len(head) == LENGTH and len(data) == size else None
