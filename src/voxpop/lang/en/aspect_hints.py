"""English words around aspects: what tells a whole ("this phone") from its parts, and nouns that name no aspect."""

from __future__ import annotations

from voxpop.lang.data import read_rows, read_toml, read_words

GENERIC = read_words("en", "generic_nouns.txt")
COMMON_WORDS = tuple(sorted(read_words("en", "common_words.txt")))
SYNONYMS = read_rows("en", "aspect_synonyms.txt")
_LISTS = {name: frozenset(words.split()) for name, words in read_toml("en", "aspect_hints.toml").items()}
POINTING = _LISTS["pointing"]
ACQUIRING = _LISTS["acquiring"]
HAVING = _LISTS["having"]
BEFORE_RIVAL = _LISTS["before_rival"]
CLASSING = _LISTS["classing"]
BEING = _LISTS["being"]
ATTRIBUTES = _LISTS["attributes"]
POSSESSIVES = frozenset(["'s", "’s"])
THING_ENDINGS = ("ing",)  # a verb with such an ending may name a thing: "parking"
WHOLE_SHARE = 0.21
WHOLE_NAME_SHARE = 0.1
TELLS_ACTS = True
LEAST_ALIKE = 0.9
GENERAL_VECTORS = "vectors-general-en"
REVIEW_VECTORS = "vectors-reviews-en"
