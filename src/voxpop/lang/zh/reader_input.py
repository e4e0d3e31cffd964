"""What the Chinese reader is given in place of emoji and of expressions in other languages, which it cannot read."""

from __future__ import annotations

STAND_INS = (("赞",), ("一", "般"), ("差",))


def stand_in_for_name(name: str) -> str | None:
    """Return None: foreign names are left as they are."""
    return None
