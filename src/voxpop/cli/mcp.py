"""voxpop mcp: analyses for language models."""

from __future__ import annotations

from pathlib import Path

from voxpop.mcp_server import make_server


def mcp(files: list[Path]) -> None:
    """Answer a language model's questions about analyses, over the Model Context Protocol on stdin and stdout.

    The tools are aspects, key_points, quotes, check, compare and drivers. They only read, and every quote has its
    characters and a link to its review. An assistant starts this command itself: give it to the assistant's settings.

    Example: voxpop mcp cafe.voxpop
    """
    make_server(files).run("stdio")
