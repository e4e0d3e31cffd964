"""How English reviews refer to products and other things: the words and settings that the rules for mentions use."""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.lang.entity_words import EntityWords

PREDICATE_TAGS = frozenset({"VERB", "AUX"})
STANDARD_REACH = 5
PREFERRED_OVER = frozenset({"over"})
COPULAS, COPULA_REACH = frozenset({"be", "become", "as"}), 1
EMPTY_NOUNS = frozenset({"thing", "one", "set", "system"})
INDEFINITE = frozenset({"a", "an"})
ANOTHER = frozenset({"another"})
ANY_OF_A_KIND = frozenset({"", "a", "an", "some", "any"})
THING_POSSESSIVES = frozenset({"its"})
BARE_NOUN_IS_GENERIC = True
BARE_VAGUE_NOUN_IS_PRODUCT = False
THEY_MAY_BE_PEOPLE = True
CLAUSE_BOUND_PRONOUNS = frozenset({"it", "they"})
EVENT_PRONOUNS = frozenset({"this"})
EVENT_VERBS = frozenset({"mean", "make", "cause", "happen", "lead", "allow"})
SUBJECTS_ARE_DROPPED = False
BRANCH_WEIGHTS = (0.2, 0.2)
DETERMINER_FEATURES = {"": "", "the": "the", "a": "a", "its": "its", "'s": "'s", "my": "my"}
_EMPTY_SUBJECT_VERBS = frozenset({"seem", "appear", "take", "rain", "snow", "turn"})


def stands_for_nothing(pronoun: str, following: Sequence[str], words: EntityWords) -> bool:
    """Return whether "it" stands for nothing: "It is easy to …", "it took a week", "it seems that"."""
    if pronoun != "it" or not following:
        return False
    if following[0] in _EMPTY_SUBJECT_VERBS:
        return following[0] != "take" or any(word in words.other_nouns for word in following[1:5])
    for place, word in enumerate(following[:4]):
        if word in words.empty_it_adjectives:
            return any(later in ("to", "that") for later in following[place + 1 : place + 4])
    return False
