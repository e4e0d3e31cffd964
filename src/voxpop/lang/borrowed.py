"""Words of one language in a text of another ("The 服务 was terrible", "味道 very good"), read by their own."""

from __future__ import annotations

from voxpop.lang import language
from voxpop.lang.memo import Memo
from voxpop.types import Sentence


def _read(key: tuple[str, str]) -> tuple[Sentence, ...]:
    run, code = key
    return language(code).parse([run])[0]


_READ = Memo(_read, limit=2_000)


def borrowed(run: str, code: str) -> tuple[Sentence, ...]:
    """A stretch that is in the language of this code, parsed."""
    return _READ[run, code]
