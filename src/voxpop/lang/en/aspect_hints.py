"""English words around aspects: what tells a whole ("this phone") from its parts, and nouns that name no aspect."""

from __future__ import annotations

from voxpop.lang.aspect_words import read_aspect_words

WORDS = read_aspect_words("en")
POSSESSIVES = frozenset(["'s", "’s"])
THING_ENDINGS = ("ing",)  # a verb with such an ending may name a thing: "parking"
WHOLE_SHARE = 0.21
WHOLE_NAME_SHARE = 0.1
TELLS_ACTS = True
LEAST_ALIKE = 0.9
GENERAL_VECTORS = "vectors-general-en"
REVIEW_VECTORS = "vectors-reviews-en"
