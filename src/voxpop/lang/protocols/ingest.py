"""The words by which files of reviews are read: columns, stars, dates, adverts, personal data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


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
