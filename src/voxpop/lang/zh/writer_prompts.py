"""What a language model is told that writes a summary in Chinese, and why a sentence of it is not used."""

from __future__ import annotations

from voxpop.lang.data import read_toml

_TEXTS = read_toml("zh", "writer_prompts.toml")
TASK: str = _TEXTS["task"]
AIMS: dict[str, str] = _TEXTS["aims"]  # by audience
REASONS: dict[str, str] = _TEXTS["reasons"]
