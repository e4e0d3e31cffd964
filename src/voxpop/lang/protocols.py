"""What each part of a language folder provides. ``voxpop.lang.en`` and ``voxpop.lang.zh`` hold the same file names.

A protocol here describes one module, for example ``Parser`` describes ``lang/en/parser.py`` and ``lang/zh/parser.py``;
a dataclass describes a file of words, for example ``StarWords`` both ``data/star_words.toml``. The annotations of
``voxpop.lang.Language`` say which of them describes which part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from voxpop.types import Phrase, Sentence, Span

# --- cutting texts into sentences and words


@dataclass(frozen=True, slots=True)
class ClauseRules:
    """Where the clauses of a sentence begin (``data/clause_rules.toml``)."""

    MARKS: str  # characters; each begins a clause
    COMMAS: str  # begin one before a noun with a verb of its own
    STARTS: frozenset[str]  # words that begin a clause
    CONJUNCTIONS: frozenset[str]  # begin one where they are no other part of speech
    LEADS: frozenset[str]  # words before these that belong to the clause


class Lemmas(Protocol):
    """Base forms of words (``lemmas.py``)."""

    def lemma(self, word: str, tag: str) -> str:
        """Return the base form of a word with this tag, in lower case."""

    def base_forms(self, word: str) -> tuple[str, ...]:
        """Return what a comparative or superlative may be of: "clean" for "cleaner"."""


@dataclass(frozen=True, slots=True)
class Negation:
    """Words that negate (``data/negation.toml``). ``NEGATORS`` is the general list."""

    NEGATORS: frozenset[str]  # single words
    EXPRESSION_NEGATORS: frozenset[str]  # turn the meaning of the expression after them
    NEGATION: re.Pattern[str]  # with the auxiliary that it brings

    def strip_negations(self, text: str) -> tuple[str, int]:
        """Return a text without its negations, and how many they were."""
        return self.NEGATION.subn("", text)


class Parser(Protocol):
    """Sentences, tokens, tags and lemmas; candidate noun phrases of the sentences that ask for them (``parser.py``)."""

    joiner: str  # what stands between the words of a term: " " or ""
    stop_words: frozenset[str]

    def sentences(self, text: str) -> list[Span]:
        """Return the spans of the sentences. White space between sentences belongs to none of them."""

    def parse(self, texts: Sequence[str]) -> list[tuple[Sentence, ...]]:
        """Parse a batch of texts: one tuple of sentences per text."""

    def noun_phrases(self, sentence: Sentence) -> tuple[Phrase, ...]:
        """Return the candidate terms of a sentence, each once."""


@dataclass(frozen=True, slots=True)
class Script:
    """The letters of a language (``data/script.toml``), each as the inside of a character class."""

    NAME: str  # of the script, for messages
    LETTERS: str
    LOWER_LETTERS: str
    IS_SPACED: bool  # words are separated by spaces; if not, every letter counts as a word


class Stems(Protocol):
    """Stems of words, and the stop lists and word splitters of ROUGE (``stems.py``)."""

    ALGORITHM: str  # its name, or "" if words of the language have no suffixes to strip
    STOP_LISTS: tuple[str, ...]  # their names, the usual one first
    SPLITTERS: dict[str, Callable[[str], Iterable[str]]]  # functions that split a text into words, by name
    SPLITTER_VERSIONS: dict[str, str]

    def read_stop_list(self, name: str) -> frozenset[str]:
        """Return the words of a stop list."""

    def words(self, text: str) -> list[str]:
        """Return the words of a text in lower case, without marks."""

    def index_terms(self, text: str) -> frozenset[str]:
        """Return what a sentence is found by."""

    def stem(self, word: str) -> str:
        """Return the stem of a lower-case word."""


class Tagger(Protocol):
    """Universal POS tags (``tagger.py``)."""

    def knows(self, word: str) -> bool:
        """Return whether it is a word of the language."""


class Variants(Protocol):
    """How a language is written elsewhere (``variants.py``)."""

    DIALECTS: tuple[str, ...]  # the English names that ``dialect`` may return

    def normalize(self, text: str) -> str:
        """Return the text in the characters of the word lists, each in the place of the one that it replaces."""

    def is_variant(self, text: str) -> bool:
        """Return whether a text is written in the characters that ``normalize`` replaces."""

    def dialect(self, text: str) -> str:
        """Return the English name of a dialect that is read with less certainty; empty for any other text."""


# --- reading files of reviews: columns, stars, dates, adverts, personal data


@dataclass(frozen=True, slots=True)
class AdvertSigns:
    """Phrases of adverts (``data/advert_signs.toml``), under "account", "contact", "purchase" and "money"."""

    SIGNS: dict[str, dict[str, list[str]]]  # "patterns", and "hints" without which no pattern is tried


@dataclass(frozen=True, slots=True)
class BoilerplateWords:
    """Words of sites and forms (``data/boilerplate_words.toml``), all in lower case."""

    STAMPS: tuple[str, ...]  # parts of phrases that a site, and no customer, writes
    FORM_LABELS: frozenset[str]  # labels of a form that name nothing that could be judged


@dataclass(frozen=True, slots=True)
class DateWords:
    """Words in dates (``data/date_words.toml``); those after ``MONTHS`` are regular expressions or their parts."""

    MONTHS: dict[str, int]
    WEEKDAY: str  # with the space after it
    ORDINAL: str  # endings of ordinal numbers
    YEAR_MARKS: str  # characters after the number of the year, the month, the day and the hour
    MONTH_MARKS: str
    DAY_MARKS: str
    HOUR_MARKS: str
    DAY_PART: str  # "morning" and the like between a date and a time
    FRAME: str  # what sites write around a date, with the groups ``country`` and ``date``


@dataclass(frozen=True, slots=True)
class Encodings:
    """Encodings before UTF-8 (``data/encodings.toml``)."""

    LEGACY_ENCODINGS: tuple[str, ...]
    COMMON_CHARACTERS: frozenset[str]  # beyond ASCII: they tell whether bytes were read in the right encoding


@dataclass(frozen=True, slots=True)
class LabelWords:
    """What people write into a cell to say how a review feels about a category (``data/label_words.toml``)."""

    POSITIVE: tuple[str, ...]  # the first of each is the name that messages use
    NEUTRAL: tuple[str, ...]
    NEGATIVE: tuple[str, ...]
    MIXED: tuple[str, ...]
    NOT_MENTIONED: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PersonalData:
    """Words around personal data (``data/personal_data.toml``), mostly as regular expressions."""

    ACCOUNT_HINTS: tuple[str, ...]  # in lower case; accounts are looked for if one of them is in the text
    ACCOUNT: str  # a word that announces an account name
    NUMBER_WORDS: str  # "number" between that word and the name
    COPULAS: str  # characters for "is" before the name
    PHONE_LABELS: tuple[str, ...]
    DOMAIN_ENDINGS: str  # of domains in the language's own letters
    MAILBOX: str  # the part before the @ in the language's own letters


class Titles(Protocol):
    """Titles of products as shops list them (``titles.py``)."""

    def is_title(self, text: str) -> bool:
        """Return whether a text is a title rather than something that a customer says."""


@dataclass(frozen=True, slots=True)
class StarWords:
    """Words in ratings (``data/star_words.toml``), as regular expressions but for those in lists."""

    NUMBERS: dict[str, int]
    COUNT: str  # a number in words
    UNIT: str  # "stars" or "points"
    POINTS: tuple[str, ...]  # units that may be on any scale
    OUT_OF: str
    AND_A_HALF: str  # "four stars and a half", with the group ``count``
    ANSWERS: dict[str, int]  # answers of surveys in words, in lower case, and the stars that they mean


@dataclass(frozen=True, slots=True)
class TableWords:
    """Column names and empty cells (``data/table_words.toml``), all in lower case."""

    COLUMN_NAMES: dict[str, str]  # by role, the likelier first, each without spaces and marks
    COLUMN_HINTS: dict[str, str]  # by role, a regular expression for a part of longer names; "ten": stars out of ten
    MISSING: frozenset[str]  # words for an empty cell
    ANSWER_LABELS: frozenset[str]  # what survey tools write below a question, in a row of their own


@dataclass(frozen=True, slots=True)
class TextPieces:
    """Lengths in characters of the pieces of text that curation compares (``data/text_pieces.toml``)."""

    RUN_LENGTHS: tuple[int, ...]  # of the runs that the quality filter reads
    KNOWN_RUN: int  # of the runs that most reviews share
    SHINGLE: int  # of the pieces that near duplicates share


# --- opinions, aspects and names of products


@dataclass(frozen=True, slots=True)
class ProductNames:
    """How products are named (``data/product_names.toml``)."""

    TITLE_TAIL: tuple[str, ...]  # words that begin what is no part of the name in a title
    WORDS_BEFORE_NAMES: tuple[str, ...]  # no part of the name of a product
    INDEFINITE_ARTICLES: frozenset[str]  # stand before no name

    def singular(self, noun: str) -> str:
        """Return the singular of a noun in lower case and Latin letters, as far as its ending tells."""
        if noun.endswith("ies") and len(noun) > 4:
            return noun[:-3] + "y"
        return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") and len(noun) > 3 else noun


@dataclass(frozen=True, slots=True)
class AspectHints:
    """Words and numbers for finding aspect terms and grouping them (``data/aspect_hints.toml``)."""

    GENERIC: frozenset[str]  # nouns that fit anything and name no aspect
    COMMON: tuple[str, ...]  # the most frequent words of general language
    SYNONYMS: list[list[str]]  # lists of words that name one aspect
    POINTING: frozenset[str]  # before the thing reviewed: "this phone"
    ACQUIRING: frozenset[str]  # lemmas, before the thing reviewed: "bought a phone"
    HAVING: frozenset[str]  # lemmas, after the thing reviewed: "the phone has"
    BEFORE_RIVAL: frozenset[str]  # "better than the zen"
    CLASSING: frozenset[str]  # between "is" and the class of the thing: "it is a hotel"
    BEING: frozenset[str]  # before those
    ATTRIBUTES: frozenset[str]  # nouns that measure the noun before them: "sound quality"
    POSSESSIVES: frozenset[str]  # after an owner: "canon's"
    THING_ENDINGS: tuple[str, ...]  # of words that may name a thing though they are tagged as verbs
    WHOLE_SHARE: float  # the share of places with such words that makes a term the whole
    WHOLE_NAME_SHARE: float  # the same for proper nouns
    TELLS_ACTS: bool  # whether the tags tell what is done from things
    LEAST_ALIKE: float  # of word vectors, from which two terms are one aspect; chosen by eye on development reviews
    ALIKE: float  # the same of the reader's states
    ALIKE_FAST: float  # the same of the small reader's
    SENTENCE: str  # in which the reader reads a term
    GENERAL_VECTORS: str  # names of assets
    REVIEW_VECTORS: str


@dataclass(frozen=True, slots=True)
class KeyPointRules:
    """When statements say the same, which are wishes, and which can be labels (``data/key_point_rules.toml``)."""

    ALIKE: float  # the mean similarity of meanings from which statements are one point
    ALIKE_FAST: float  # the same for the small reader
    SAME: tuple[float, ...]  # the weights of ``aggregate.label_matching.PairModel``
    SAME_FAST: tuple[float, ...]
    OPPOSITES: tuple[tuple[str, str], ...]  # words that cannot be said of one thing at once, on two sides
    OPEN_END: frozenset[str]  # tags of words that end no phrase
    WISH: re.Pattern[str]  # in a statement that is no praise: it says what its writer would like to have


# --- topics, and sentences of summaries that are checked


@dataclass(frozen=True, slots=True)
class Reporting:
    """How sentences report what reviewers think (``data/reporting.toml``)."""

    PRAISE_WORDS: frozenset[str]
    BLAME_WORDS: frozenset[str]
    MIXED_WORDS: frozenset[str]
    SAYING: re.Pattern[str]  # verbs that tell no more than that people say or think so
    COMPARING: re.Pattern[str]  # words with which products are compared
    LIST_JOIN: re.Pattern[str]  # between the things of a list
    CONTRAST: str  # begins a clause that speaks on of the thing before it
    CLAUSE_JOIN: re.Pattern[str]  # between clauses that are read by themselves
    ASPECT_LIST_END: re.Pattern[str]  # after it, nothing is praised any more
    PERIOD: re.Pattern[str]  # a share of this time cannot be compared with one of all reviews


NAME_PARTS = re.compile(r" and |, |与|、")  # between the words of a name


@dataclass(frozen=True, slots=True)
class TopicNames:
    """Names of what reviews speak of (``data/topic_names.toml``)."""

    OVERALL_NAMES: frozenset[str]  # categories and aspects that are the product or place as a whole
    CATEGORY_NAMES: dict[str, str]  # the categories of the opinion reader, as they are shown
    ROW_NAMES: dict[str, dict[str, str]]  # by kind of product, what its customers call some of the categories
    FINE_CATEGORY_NAMES: dict[str, dict[str, str]]  # by category, the finer ones that restaurants have of it
    CATEGORY_WORDS: dict[str, list[str]]  # words that mean a category itself, beside its name
    PRODUCT_NAMES: frozenset[str]  # what a sentence calls the product or place as a whole
    VAGUE_CATEGORIES: frozenset[str]  # say nothing of what an opinion is about
    SIMILARITY: float  # of word vectors, from which two names mean the same

    def row_names(self, kind: str | None) -> dict[str, str]:
        """Return by the name of each category the name of its row in a file on a kind of product."""
        own = self.ROW_NAMES.get(kind or "", {})
        return {name: own.get(category, name) for category, name in self.CATEGORY_NAMES.items()}

    def row_words(self, kind: str | None) -> dict[str, list[str]]:
        """Return by the name of each category the words of its row for a kind of product: "fees" and "refunds"."""
        own = self.ROW_NAMES.get(kind or "", {})
        return {self.CATEGORY_NAMES[category]: NAME_PARTS.split(name) for category, name in own.items()}

    def is_category(self, name: str) -> bool:
        """Return whether a row of this name is a category, not a thing that reviews name."""
        tables = (self.CATEGORY_NAMES, *self.FINE_CATEGORY_NAMES.values(), *self.ROW_NAMES.values())
        return any(name in table.values() for table in tables)

    def with_general(self, name: str | None) -> set[str]:
        """Return the name of a category and the names of those that it is a finer one of."""
        above = (general for general, finer in self.FINE_CATEGORY_NAMES.items() if name in finer.values())
        return {name or "", *(self.CATEGORY_NAMES[general] for general in above)}
