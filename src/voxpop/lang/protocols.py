"""What each module of a language folder provides. ``voxpop.lang.en`` and ``voxpop.lang.zh`` hold the same file names.

A protocol here describes one module, for example ``Parser`` describes ``lang/en/parser.py`` and ``lang/zh/parser.py``.
The annotations of ``voxpop.lang.Language`` say which protocol describes which module.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date as Date
from typing import Any, Protocol

from voxpop.lang.aspect_words import AspectWords
from voxpop.lang.entity_words import EntityWords
from voxpop.lang.mention_candidates import MentionCandidate, NameMention
from voxpop.lang.shares import ClaimedShare, WordedShare
from voxpop.lang.summary_parts import SummaryClause, TopicClaims
from voxpop.types import Claim, Preference, Sentence, Span, Token


class AdvertSigns(Protocol):
    """Phrases of adverts (``advert_signs.py``), under "account", "contact", "purchase" and "money"."""

    HINTS: dict[str, str]  # separated by commas; a pattern is tried if one of them is in the text
    PATTERNS: dict[str, tuple[str, ...]]


class AspectHints(Protocol):
    """Words and numbers for finding aspect terms and grouping them (``aspect_hints.py``)."""

    WORDS: AspectWords
    POSSESSIVES: frozenset[str]  # after an owner: "canon's"
    THING_ENDINGS: tuple[str, ...]  # of words that may name a thing though they are tagged as verbs
    WHOLE_SHARE: float  # the share of places with such words that makes a term the whole
    WHOLE_NAME_SHARE: float  # the same for proper nouns
    TELLS_ACTS: bool  # whether the tags tell what is done from things
    LEAST_ALIKE: float  # from here two terms are one aspect; chosen by eye on development reviews
    GENERAL_VECTORS: str  # names of assets
    REVIEW_VECTORS: str


class ComparisonCues(Protocol):
    """How sentences compare (``comparison_cues.py``)."""

    COMPARATIVE: re.Pattern[str]  # words that compare, however weakly
    DIRECTIONS: Mapping[str, Preference]  # comparatives whose direction is plain
    REVERSING: tuple[str, ...]  # begins an expression whose feeling is turned round
    WORDING_UNIT: re.Pattern[str]  # the units whose pairs the wording of a comparison is read from
    BLOCKED_WORDS_ARE_LEFT_OUT: bool  # from the wording, since their units would look like cues


class DateWords(Protocol):
    """Words in dates (``date_words.py``); those after ``MONTHS`` are regular expressions or their parts."""

    MONTHS: dict[str, int]
    WEEKDAY: str  # with the space after it
    ORDINAL: str  # endings of ordinal numbers
    YEAR_MARKS: str  # characters after the number of the year, the month, the day and the hour
    MONTH_MARKS: str
    DAY_MARKS: str
    HOUR_MARKS: str
    DAY_PART: str  # "morning" and the like between a date and a time


class Encodings(Protocol):
    """Encodings before UTF-8 (``encodings.py``)."""

    LEGACY_ENCODINGS: tuple[str, ...]
    COMMON_CHARACTERS: frozenset[str]  # beyond ASCII: they tell whether bytes were read in the right encoding


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


class Grammar(Protocol):
    """As much grammar as a summary needs (``grammar.py``)."""

    def is_overall(self, claim: Claim) -> bool:
        """Whether a claim is on the product or place as a whole."""

    def write_month(self, day: Date | None) -> str:
        """Return a month with its year; nothing for no day."""


class LabelWords(Protocol):
    """What people write into a cell to say how a review feels about a category (``label_words.py``)."""

    POSITIVE: tuple[str, ...]  # the first of each is the name that messages use
    NEUTRAL: tuple[str, ...]
    NEGATIVE: tuple[str, ...]
    MIXED: tuple[str, ...]
    NOT_MENTIONED: tuple[str, ...]


class Lemmas(Protocol):
    """Base forms of words (``lemmas.py``)."""

    def lemma(self, word: str, tag: str) -> str:
        """Return the base form of a word with this tag, in lower case."""


class Meanings(Protocol):
    """Forms of opinion words that mean the same (``meanings.py``; the table is ``data/meanings.tsv``)."""

    SPEAKER_ADJECTIVES: frozenset[str]  # describe the one who speaks, not the thing
    NEXT_ASPECT: re.Pattern[str]  # between an opinion word and an aspect: another aspect begins

    def base_forms(self, word: str) -> tuple[str, ...]:
        """Return what a comparative or superlative may be of: "clean" for "cleaner"."""


class MentionDetection(Protocol):
    """Noun phrases, names and pronouns that may be mentions (``mention_detection.py``)."""

    def add_candidates(
        self,
        number: int,
        sentence: Sentence,
        names: Sequence[NameMention],
        known: EntityWords,
        found: list[MentionCandidate],
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


class Negation(Protocol):
    """Words that negate (``negation.py``)."""

    NEGATORS: Sequence[str]  # turn the opinion words that they reach over
    EXPRESSION_NEGATORS: frozenset[str]  # turn the meaning of the expression after them
    NEGATED_OPINION: re.Pattern[str]  # ends the text before an opinion that is negated
    NEGATED_COMPARISON: re.Pattern[str]  # ends the text before a comparative that is negated

    def count_negations(self, words: Sequence[str], text: str) -> int:
        """Count the negations of a sentence, given as its words in lower case and as its text."""


class Parser(Protocol):
    """Sentences, tokens, tags, lemmas and candidate noun phrases (``parser.py``)."""

    joiner: str  # what stands between the words of a term: " " or ""
    stop_words: frozenset[str]

    def sentences(self, text: str) -> list[Span]:
        """Return the spans of the sentences. White space between sentences belongs to none of them."""

    def foreign(self, word: str) -> bool:
        """Return whether a word is written in the script of another language."""

    def parse(self, texts: Sequence[str]) -> list[tuple[Sentence, ...]]:
        """Parse a batch of texts: one tuple of sentences per text."""


class PersonalData(Protocol):
    """Words around personal data (``personal_data.py``), mostly as regular expressions."""

    ACCOUNT_HINTS: tuple[str, ...]  # in lower case; accounts are looked for if one of them is in the text
    ACCOUNT: str  # a word that announces an account name
    NUMBER_WORDS: str  # "number" between that word and the name
    COPULAS: str  # characters for "is" before the name
    PHONE_LABELS: tuple[str, ...]
    DOMAIN_ENDINGS: str  # of domains in the language's own letters
    MAILBOX: str  # the part before the @ in the language's own letters


class PlainWording(Protocol):
    """Sentences of a summary without numbers (``plain_wording.py``)."""

    def write_topic(self, topic: TopicClaims, *, numbers: str, place: int) -> list[SummaryClause]:
        """Write the claims on one topic; ``place`` is the number of the sentence in the summary."""

    def write_list(self, claims: Sequence[Claim], *, numbers: str, again: bool) -> list[SummaryClause]:
        """Write that several things are praised, or blamed, in one sentence; ``again``, if others were before."""


class ProductNames(Protocol):
    """How products are named (``product_names.py``)."""

    TITLE_TAIL: tuple[str, ...]  # words that begin what is no part of the name in a title
    WORDS_BEFORE_NAMES: tuple[str, ...]  # no part of the name of a product
    CLASS_IDS: Mapping[str, str]  # the classes of products that ``product_lines.txt`` calls otherwise
    SHORTEST_MODEL: int  # characters of a model number
    HAS_PLURAL: bool

    def singular(self, noun: str) -> str:
        """Return the singular of a noun in lower case, as far as its ending tells."""


class Quantities(Protocol):
    """Words for shares, numbers, and the people they count (``quantities.py``)."""

    WORDED_SHARES: Sequence[WordedShare]  # what a summary writes
    CLAIMED_SHARES: Sequence[ClaimedShare]  # what a sentence of someone else claims
    ABOUT: re.Pattern[str]  # "about" before a quantity
    PERCENTS: Sequence[re.Pattern[str]]  # the first group is the number
    PARTS_OF_WHOLE: Sequence[re.Pattern[str]]  # groups ``part`` and ``whole``
    EXACT_PART_OF_WHOLE: re.Pattern[str]  # the same groups
    SPELLED_COUNTS: re.Pattern[str]  # numbers in words that count something
    SPELLED_NUMBERS: re.Pattern[str]  # numbers in words that cannot be compared with counts
    PEOPLE: frozenset[str]
    COUNTED_PEOPLE: re.Pattern[str]  # group ``count``
    PEOPLE_AT_END: re.Pattern[str]

    def read_number(self, text: str) -> float:
        """Return the value of a number."""

    def counts_people(self, sentence: str, start: int, end: int) -> bool:
        """Whether a word of quantity counts people and not things."""


class ReaderInput(Protocol):
    """What the reader of a language reads in place of what it cannot read (``reader_input.py``)."""

    STAND_INS: tuple[tuple[str, ...], ...]  # the pieces of a word for a good, a neutral and a bad feeling

    def stand_in_for_name(self, name: str) -> str | None:
        """Return the word to read in place of the name of a thing in another language; None leaves the name."""


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


class Reporting(Protocol):
    """How sentences report what reviewers think (``reporting.py``)."""

    PRAISE_WORDS: frozenset[str]
    BLAME_WORDS: frozenset[str]
    MIXED_WORDS: frozenset[str]
    PRAISE_STEMS: re.Pattern[str]
    BLAME_STEMS: re.Pattern[str]
    ASPECT_BEFORE_VERB: bool  # whether what is praised may also stand before the word of praise
    SMALLER_SIDE: re.Pattern[str]  # a sentence about fewer than half of the reviews says so
    REPORTING_FRAME: re.Pattern[str]  # "One customer says that …"
    CONTRAST: str  # begins a clause that speaks on of the thing before it
    CLAUSE_BREAK: re.Pattern[str]
    CLAUSE_START: re.Pattern[str]
    ASPECT_LIST_END: re.Pattern[str]  # after it, nothing is praised any more
    PERIOD: re.Pattern[str]  # a share of this time cannot be compared with one of all reviews
    TIME_WORDS: re.Pattern[str]
    DATE: re.Pattern[str]


class RougeWords(Protocol):
    """Stop lists and word splitters of ROUGE (``rouge_words.py``)."""

    STOP_LISTS: tuple[str, ...]  # their names, the usual one first
    SPLITTERS: dict[str, Callable[[str], Iterable[str]]]  # functions that split a text into words, by name
    SPLITTER_VERSIONS: dict[str, str]

    def read_stop_list(self, name: str) -> frozenset[str]:
        """Return the words of a stop list."""


class Script(Protocol):
    """The letters of a language (``script.py``), each as the inside of a character class."""

    NAME: str  # of the script, for messages
    LETTERS: str
    LOWER_LETTERS: str
    IS_SPACED: bool  # words are separated by spaces; if not, every letter counts as a word
    RUN: str  # a pattern of words in this language inside a text of another one


class SentenceEnds(Protocol):
    """Sentence boundaries between tokens (``sentence_ends.py``)."""

    def boundaries(self, text: str, spans: Sequence[Span], words: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Yield half-open ranges of tokens, one for each sentence."""


class Spelling(Protocol):
    """How words are spelt, to correct mistyped ones (``spelling.py``)."""

    WORD_LIST: str | None  # the name of the weights whose words are spelt as they should be; None: nothing is corrected
    LETTERS: str
    VOWELS: frozenset[str]
    ENDINGS: tuple[str, ...]  # of inflected forms

    def is_contraction(self, word: str, near: str) -> bool:
        """Return whether a word is a contraction of a near one that lacks its apostrophe, and so not mistyped."""


class StarAudit(Protocol):
    """Why stars and text disagree (``star_audit.py``; the tables are ``data/audit_cues.toml`` and ``.json``)."""

    CUES: dict[str, list[str]]  # regular expressions by the name of the cue
    CALIBRATION: Mapping[str, Any]  # the fitted numbers of ``aggregate.audit_odds.Calibration``


class StarWords(Protocol):
    """Words in ratings (``star_words.py``), as regular expressions but for ``NUMBERS`` and ``POINTS``."""

    NUMBERS: dict[str, int]
    COUNT: str  # a number in words
    UNIT: str  # "stars" or "points"
    POINTS: tuple[str, ...]  # units that may be on any scale
    OUT_OF: str
    AND_A_HALF: str  # "four stars and a half", with the group ``count``


class Stems(Protocol):
    """Stems of words (``stems.py``)."""

    ALGORITHM: str  # its name, or "" if words of the language have no suffixes to strip

    def index_terms(self, text: str) -> frozenset[str]:
        """Return what a sentence is found by."""

    def stem(self, word: str, *, extended: bool = True) -> str:
        """Return the stem of a lower-case word."""


class SummaryPatterns(Protocol):
    """Patterns that read the sentences which ``summary_wording`` writes (``summary_patterns.py``)."""

    OVERALL: frozenset[str]  # the product as a whole
    COUNTER: str  # what stands behind a number of reviews
    LABEL: re.Pattern[str]
    HEADS: Sequence[re.Pattern[str]]  # groups ``thing``; ``of`` and ``mixed`` where there are any
    PARTS: re.Pattern[str]  # between the parts of a sentence
    SIDE: re.Pattern[str]  # groups ``many``, ``good``, ``bad``
    WORDS: Sequence[re.Pattern[str]]  # groups ``many``, ``word``
    FURTHER_WORDS: Sequence[re.Pattern[str]]  # the same, after one of ``WORDS``
    LIST: re.Pattern[str]  # groups ``good``, ``things``
    LIST_ITEM: re.Pattern[str]  # groups ``thing``, ``many``
    SINCE: re.Pattern[str]  # group ``rest``
    BEFORE: re.Pattern[str]  # group ``many``
    TOTAL: re.Pattern[str]  # group ``of``

    def put_head_first(self, text: str) -> str:
        """Return a sentence that does not begin with what it is about in the form of the others."""


class SummaryWording(PlainWording, Protocol):
    """Sentences of a summary with shares in words or figures (``summary_wording.py``)."""

    USUAL_LENGTH: int  # of a summary, unless asked otherwise
    TITLES: Mapping[str, str]  # of the parts of a summary: fix, keep, know, mind

    def measure_length(self, text: str) -> int:
        """Count the words of a text, or its characters where words have no spaces between them."""

    def write_heading(self, reviews: int, first: Date | None, last: Date | None, stars: float | None) -> str:
        """Write how many reviews there are, from when, with how many stars."""

    def write_bullet(self, topic: TopicClaims, *, numbers: str) -> list[SummaryClause]:
        """Write the claims on one topic as an entry of a list."""

    def write_claim(self, claim: Claim) -> str:
        """Write one claim as a sentence of its own, in figures."""

    def write_section(self, title: str, text: str) -> str:
        """Return a text under its title."""

    def join_sentences(self, sentences: Sequence[str]) -> str:
        """Return sentences as a paragraph."""

    def write_note(self, name: str, **values: object) -> str:
        """Write a remark on the summary as a whole."""


class TableWords(Protocol):
    """Column names and empty cells (``table_words.py``), all in lower case."""

    COLUMN_NAMES: dict[str, tuple[str, ...]]  # by role, the likelier first, without spaces and marks
    COLUMN_HINTS: dict[str, str]  # by role, a regular expression for a part of longer names
    MISSING: frozenset[str]  # words for an empty cell


class Tagger(Protocol):
    """Universal POS tags (``tagger.py``)."""

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """Return one tag for each word of each sentence."""


class TagRules(Protocol):
    """Corrections of tags (``tag_rules.py``)."""

    def amend(self, words: Sequence[str], tags: list[str]) -> list[str]:
        """Correct the tags of one sentence in place and return them."""


class TextPieces(Protocol):
    """Lengths in characters of the pieces of text that curation compares (``text_pieces.py``)."""

    RUN_LENGTHS: tuple[int, ...]  # of the runs that the quality filter reads
    KNOWN_RUN: int  # of the runs that most reviews share
    SHINGLE: int  # of the pieces that near duplicates share


class Tokens(Protocol):
    """The tokenizer (``tokens.py``)."""

    def tokens(self, text: str) -> list[Span]:
        """Return the spans of words and marks. Every character that is not white space is in exactly one."""


class TopicNames(Protocol):
    """Names of what reviews speak of (``topic_names.py``)."""

    OVERALL_NAMES: frozenset[str]  # categories and aspects that are the product or place as a whole
    PRODUCT_NAMES: frozenset[str]  # what a sentence calls the product or place as a whole
    VAGUE_CATEGORIES: frozenset[str]  # say nothing of what an opinion is about
    PLAIN_NAMES: Mapping[str, str]  # categories as one would say them
    CATEGORY_CUES: Mapping[str, str]  # patterns without which a sentence does not speak of a category
    SIMILARITY: float  # of word vectors, from which two names mean the same


class Vocabulary(Protocol):
    """The words that a language knows (``vocabulary.py``)."""

    def knows(self, word: str) -> bool:
        """Return whether it is a word of the language."""


class WriterPrompts(Protocol):
    """What a language model is told that writes a summary (``writer_prompts.py``)."""

    TASK: str  # with ``words`` and ``aim``
    AIMS: Mapping[str, str]  # by audience
    REASONS: Mapping[str, str]  # why a sentence of it is not used
