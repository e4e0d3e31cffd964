"""The JSON document of an analysis, schema ``voxpop/1``: what ``--json`` prints and what the report draws.

Offsets (``start``, ``end``, ``aspect_words``, ``opinion_words``, ``context_start``) count code points of the review's
text as given. ``text`` is that text from ``start`` to ``end``; ``context`` is the sentence or sentences around it.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

SCHEMA = "voxpop/1"


class Quote(TypedDict):
    review_id: str
    start: int
    end: int
    text: str
    polarity: float
    aspect_words: list[int]
    opinion_words: list[list[int]]
    stars: float | None
    predicted_stars: NotRequired[float | None]  # what the text of the review deserves, and between which
    predicted_low: NotRequired[float | None]
    predicted_high: NotRequired[float | None]
    date: str | None
    product: str | None
    context: str
    context_start: int


class AspectMonth(TypedDict):
    month: str
    positive: int
    neutral: int
    negative: int


class Aspect(TypedDict):
    id: str
    name: str
    lang: str
    category: NotRequired[str | None]  # the category that it is, or that it stands under
    terms: list[str]
    mentions: int
    reviews: int
    positive: int
    neutral: int
    negative: int
    mean: float
    low: float
    high: float
    by_month: list[AspectMonth]
    quotes: list[Quote]  # the few best, for and against
    evidence: list[Quote]  # many, of every polarity, up to a cap
    aspects: NotRequired[list[Aspect]]  # those under it, in a tree


class Run(TypedDict):
    version: str
    versions: dict[str, str]  # of what the result depends on: Python, libraries, weights by their checksums
    created: str
    method: str
    engine: str
    engines: NotRequired[dict[str, dict[str, str]]]  # by language: its name, its weights and their checksum
    by: NotRequired[str]  # what the rows of the table are: terms, categories, tree
    languages: list[str]  # the main one first
    product: str | None
    sources: list[str]
    settings: dict[str, Any]


class Counts(TypedDict):
    read: int
    reviews: int
    rejected: int
    sentences: int
    opinions: int
    in_no_category: int | None  # None: the table is not by category


class StarsMonth(TypedDict):
    month: str
    reviews: int
    mean: float | None


class Stars(TypedDict):
    mean: float | None
    predicted_mean: NotRequired[float | None]  # of what the texts alone deserve
    histogram: dict[str, int]  # "1" … "5"
    by_month: list[StarsMonth]


class Example(TypedDict):
    source: str | None
    row: int | None
    reason: str
    text: str | None


class Step(TypedDict):
    step: str
    count: int
    examples: list[Example]


class RejectedRows(TypedDict):
    total: int
    by_step: list[Step]


class Document(TypedDict):
    schema: str
    run: Run
    counts: Counts
    stars: Stars
    aspects: list[Aspect]
    rejected: RejectedRows
    masked: dict[str, int]
