"""Words of one language in a text of another ("The 服务 was terrible", "味道 very good"), parsed by their own."""

from __future__ import annotations

from voxpop.lang import language
from voxpop.lang.memo import Memo
from voxpop.types import Sentence


def _parse(key: tuple[str, str]) -> tuple[Sentence, ...]:
    run, code = key
    return language(code).parse([run])[0]


_PARSED = Memo(_parse, limit=2_000)


def parse_foreign(run: str, code: str) -> tuple[Sentence, ...]:
    """Return the sentences of a run of words that is in the language of this code."""
    return _PARSED[run, code]
