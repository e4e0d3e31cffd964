"""Words of one language in a text of another ("The 服务 was terrible", "味道 very good"), parsed by their own."""

from __future__ import annotations

from functools import lru_cache

from voxpop.lang import language
from voxpop.types import Sentence


@lru_cache(maxsize=2_000)
def parse_foreign(run: str, code: str) -> tuple[Sentence, ...]:
    """Return the sentences of a run of words that is in the language of this code."""
    return language(code).parse([run])[0]
