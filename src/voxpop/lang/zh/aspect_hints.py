"""Chinese words around aspects: what tells a whole ("这款手机") from its parts, and nouns that name no aspect."""

from __future__ import annotations

from voxpop.lang.aspect_words import read_aspect_words

WORDS = read_aspect_words("zh")
POSSESSIVES: frozenset[str] = frozenset()
THING_ENDINGS: tuple[str, ...] = ()
WHOLE_SHARE = 0.11  # Chinese points less: where English says "this phone", it often says nothing at all
WHOLE_NAME_SHARE = 0.05
TELLS_ACTS = False  # 安装 may be what is done or a thing
LEAST_ALIKE = 0.93
GENERAL_VECTORS = "vectors-reviews-zh"
REVIEW_VECTORS = "vectors-reviews-zh"
