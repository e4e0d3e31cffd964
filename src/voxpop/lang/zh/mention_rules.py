"""How Chinese reviews refer to products and other things: the words and settings that the rules for mentions use."""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.lang.entity_words import EntityWords

PREDICATE_TAGS = frozenset({"VERB", "AUX", "ADJ"})
STANDARD_REACH = 2
PREFERRED_OVER: frozenset[str] = frozenset()
COPULAS, COPULA_REACH = frozenset({"是"}), 2
EMPTY_NOUNS = frozenset({"东西"})
INDEFINITE: frozenset[str] = frozenset()
ANOTHER: frozenset[str] = frozenset()
ANY_OF_A_KIND = frozenset({""})
THING_POSSESSIVES: frozenset[str] = frozenset()
BARE_NOUN_IS_GENERIC = False
BARE_VAGUE_NOUN_IS_PRODUCT = True
THEY_MAY_BE_PEOPLE = False
CLAUSE_BOUND_PRONOUNS: frozenset[str] = frozenset()
EVENT_PRONOUNS: frozenset[str] = frozenset()
EVENT_VERBS: frozenset[str] = frozenset()
SUBJECTS_ARE_DROPPED = True  # 用了一个月就坏了 is about the product, though no word names it
BRANCH_WEIGHTS = (0.2, 0.0)
DETERMINER_FEATURES = {"": ""}


def stands_for_nothing(pronoun: str, following: Sequence[str], words: EntityWords) -> bool:
    """Return False: Chinese has no empty subject."""
    return False
