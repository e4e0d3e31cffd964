"""English phrases of adverts, by what they are a sign of (``data/advert_signs.toml``)."""

from __future__ import annotations

from voxpop.lang.data import read_toml

SIGNS: dict[str, dict[str, list[str]]] = read_toml("en", "advert_signs.toml")
