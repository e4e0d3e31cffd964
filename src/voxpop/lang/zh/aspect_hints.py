"""Chinese words around aspects: what tells a whole ("这款手机") from its parts, and nouns that name no aspect."""

from __future__ import annotations

from voxpop.lang.data import read_rows, read_toml, read_words

GENERIC = read_words("zh", "generic_nouns.txt")
COMMON_WORDS = tuple(sorted(read_words("zh", "common_words.txt")))
SYNONYMS = read_rows("zh", "aspect_synonyms.txt")
_LISTS = {name: frozenset(words.split()) for name, words in read_toml("zh", "aspect_hints.toml").items()}
POINTING = _LISTS["pointing"]
ACQUIRING = _LISTS["acquiring"]
HAVING = _LISTS["having"]
BEFORE_RIVAL = _LISTS["before_rival"]
CLASSING = _LISTS["classing"]
BEING = _LISTS["being"]
ATTRIBUTES = _LISTS["attributes"]
POSSESSIVES: frozenset[str] = frozenset()
THING_ENDINGS: tuple[str, ...] = ()
WHOLE_SHARE = 0.11  # Chinese points less: where English says "this phone", it often says nothing at all
WHOLE_NAME_SHARE = 0.05
TELLS_ACTS = False  # 安装 may be what is done or a thing
LEAST_ALIKE = 0.93
GENERAL_VECTORS = "vectors-reviews-zh"
REVIEW_VECTORS = "vectors-reviews-zh"
