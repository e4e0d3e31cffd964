"""voxpop mcp: analyses for language models."""

from __future__ import annotations

from pathlib import Path

from voxpop.mcp_server import make_server


def mcp(files: list[Path]) -> None:
    """Serve analyses to a language model over the Model Context Protocol, on stdin and stdout.

    The tools are aspects, key_points, quotes, check, compare and drivers. They only read. Every quote has its
    offsets and a link to its review. The assistant starts this command itself: add it to the assistant's settings.

    Example: voxpop mcp cafe.voxpop
    """
    make_server(files).run("stdio")
