"""What the English reader is given in place of emoji and of expressions in other languages, which it cannot read."""

from __future__ import annotations

from functools import cache

from voxpop.lang.data import read_rows

STAND_INS = (("great",), ("average",), ("awful",))
UNKNOWN = "dish"  # what an unknown Chinese name in an English review most often is the name of


def stand_in_for_name(name: str) -> str | None:
    """Return an English word for a thing of that kind: "waiter" for 服务员. A longer name goes by how it ends."""
    endings = (name[at:] for at in range(len(name)))
    return next((_names()[ending] for ending in endings if ending in _names()), UNKNOWN)


@cache
def _names() -> dict[str, str]:
    return {name: word for word, *names in read_rows("en", "chinese_names.txt") for name in names}
