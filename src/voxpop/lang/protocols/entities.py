"""What the modules provide that tell which product or part of one a sentence speaks of."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from voxpop.lang.entity_words import EntityWords
from voxpop.lang.mention_candidates import MentionCandidate, NameMention
from voxpop.types import Preference, Sentence, Token


class ComparisonCues(Protocol):
    """How sentences compare (``comparison_cues.py``)."""

    COMPARATIVE: re.Pattern[str]  # words that compare, however weakly
    DIRECTIONS: Mapping[str, Preference]  # comparatives whose direction is plain
    REVERSING: tuple[str, ...]  # begins an expression whose feeling is turned round
    WORDING_UNIT: re.Pattern[str]  # the units whose pairs the wording of a comparison is read from
    BLOCKED_WORDS_ARE_LEFT_OUT: bool  # from the wording, since their units would look like cues


class FocusRules(Protocol):
    """How sentences turn to another product and back (``focus_rules.py``)."""

    FRAME: str  # a pattern with {} for the alternatives of ``focus_shifts.toml``
    STANDARDS: frozenset[str]  # stand before what something is only compared with
    OWNING: frozenset[str]  # stand between a part and its owner
    RELATIVE_PRONOUNS: frozenset[str]  # say more of the product that was compared with
    VERBLESS_SENTENCE_CONTINUES: bool  # a sentence without a verb still speaks of what the one before it turned to

    def is_past(self, verb: Token) -> bool:
        """Return whether a verb is in the past."""

    def points_elsewhere(self, sentence: Sentence) -> bool:
        """Return whether a sentence speaks of another place by a word like "there"."""


class MentionDetection(Protocol):
    """Noun phrases, names and pronouns that may be mentions (``mention_detection.py``)."""

    def add_candidates(
        self,
        number: int,
        sentence: Sentence,
        names: Sequence[NameMention],
        words: EntityWords,
        candidates: list[MentionCandidate],
    ) -> None:
        """Add the candidates of the sentence with this number to those of the sentences before it."""


class MentionRules(Protocol):
    """How reviews refer to products and other things (``mention_rules.py``)."""

    PREDICATE_TAGS: frozenset[str]  # of the word that makes a clause
    STANDARD_REACH: int  # words before a thing in which "than" makes it what another is compared with
    PREFERRED_OVER: frozenset[str]  # after a verb of choosing, stand before what was not chosen
    COPULAS: frozenset[str]  # "this is a great camera"
    COPULA_REACH: int  # words before a thing in which a copula stands
    EMPTY_NOUNS: frozenset[str]  # vague nouns that without a determiner stand for nothing in particular
    INDEFINITE: frozenset[str]  # articles
    ANOTHER: frozenset[str]
    ANY_OF_A_KIND: frozenset[str]  # determiners of what is looked for
    THING_POSSESSIVES: frozenset[str]  # possessives of things, not of people
    BARE_NOUN_IS_GENERIC: bool  # a noun without a determiner stands for the kind
    BARE_VAGUE_NOUN_IS_PRODUCT: bool  # a vague noun without a determiner stands for the product
    THEY_MAY_BE_PEOPLE: bool  # a plural pronoun without antecedent stands for people
    CLAUSE_BOUND_PRONOUNS: frozenset[str]  # stand for nothing that their own clause names
    EVENT_PRONOUNS: frozenset[str]  # before one of ``EVENT_VERBS``, stand for what was said
    EVENT_VERBS: frozenset[str]
    SUBJECTS_ARE_DROPPED: bool  # so that what the review is at matters more
    BRANCH_WEIGHTS: tuple[float, float]  # of the branch beside the classifier, for nouns and for pronouns
    DETERMINER_FEATURES: Mapping[str, str]  # determiners that are features of their own

    def stands_for_nothing(self, pronoun: str, following: Sequence[str], words: EntityWords) -> bool:
        """Return whether a pronoun is an empty subject, by the lemmas after it."""


class ProductNames(Protocol):
    """How products are named (``product_names.py``)."""

    TITLE_TAIL: tuple[str, ...]  # words that begin what is no part of the name in a title
    WORDS_BEFORE_NAMES: tuple[str, ...]  # no part of the name of a product
    CLASS_IDS: Mapping[str, str]  # the classes of products that ``product_lines.txt`` calls otherwise
    SHORTEST_MODEL: int  # characters of a model number
    HAS_PLURAL: bool

    def singular(self, noun: str) -> str:
        """Return the singular of a noun in lower case, as far as its ending tells."""


class References(Protocol):
    """How words refer to things (``references.py``)."""

    UNIT: re.Pattern[str]  # what two sentences are compared by
    JOINED_DISTANCE: int  # units that two differences may stand apart to be one
    NAME_GAP: str  # what may stand between two words of a name
    POINTING_NEAR: re.Pattern[str]  # points at what is at hand, mostly the product
    POINTING_AWAY: re.Pattern[str]
    DETERMINERS: frozenset[str]

    def split_name(self, text: str) -> tuple[str, ...]:
        """Return the words of a name in lower case, without what is glued to them."""

    def is_possessive(self, words: str, after: str) -> bool:
        """Whether something else belongs to these words, with ``after`` behind them."""

    def has_other_number(self, words: str, name: tuple[str, ...]) -> bool:
        """Whether a pronoun is singular and a name plural, or the other way round."""
