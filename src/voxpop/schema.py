"""The JSON document of an analysis, schema ``voxpop/1``: what ``--json`` prints and what the report draws.

Offsets (``start``, ``end``, ``aspect_words``, ``opinion_words``, ``context_start``) count code points of the review's
text as given. ``text`` is that text from ``start`` to ``end``; ``context`` is the sentence or sentences around it.
"""

from __future__ import annotations

from datetime import date as Date
from functools import cache
from types import UnionType
from typing import Any, NotRequired, TypeVar, cast, get_args, get_origin, get_type_hints

from typing_extensions import TypedDict, is_typeddict  # pydantic reads those of typing from Python 3.12 on

SCHEMA = "voxpop/1"
T = TypeVar("T")


class Quote(TypedDict):
    """A stretch of a review shown as proof, with the marked words and its context."""

    review_id: str
    start: int
    end: int
    text: str
    polarity: float  # −1 … 1
    aspect_words: list[int]  # [start, end]
    opinion_words: list[list[int]]  # [[start, end], …]
    stars: float | None
    predicted_stars: NotRequired[float | None]  # predicted from the text, with the 80 % interval
    predicted_low: NotRequired[float | None]
    predicted_high: NotRequired[float | None]
    date: str | None
    product: str | None
    extra: NotRequired[dict[str, str]]  # the other columns of the review
    context: str
    context_start: int


class AspectMonth(TypedDict):
    """The opinions on an aspect in one month."""

    month: str
    positive: int
    neutral: int
    negative: int


class Checked(TypedDict):
    """Of the opinions that a person checked, how many are right, and the 95 % interval of their share."""

    right: int
    checked: int
    share: float
    low: float
    high: float


class OpinionCounts(TypedDict):
    """How many mentions and reviews there are, how they judge, and the mean polarity with its interval."""

    mentions: int  # opinions: positive + neutral + negative
    reviews: int
    positive: int
    neutral: int
    negative: int
    mean: float  # over the reviews with a positive or negative opinion, with its 95 % interval
    low: float
    high: float


class Damage(TypedDict):
    """The reviews that complain of a row, and what they cost in stars (given, or read from the text)."""

    complaints: int
    share: float  # of all reviews
    cost: float | None  # how many stars fewer they give than the other reviews; None without stars
    loss: float | None  # share × cost: by so much the row lowers the mean of the stars
    change: float | None  # the share of the last three months less that before; None where there are too few dates
    change_errors: float | None  # the same in standard errors


class AspectNumbers(OpinionCounts):
    """A row of the table with its terms and numbers."""

    id: str
    name: str
    lang: str
    category: NotRequired[str | None]  # the category that the row is, or belongs to
    terms: list[str]


class Aspect(AspectNumbers):
    """A row of the table, with its quotes, its evidence and the rows under it."""

    damage: Damage
    by_month: list[AspectMonth]
    quotes: list[Quote]  # the few best, for and against
    evidence: list[Quote]  # up to 60 of each sign, evenly drawn
    aspects: NotRequired[list[Aspect]]  # with ``--by tree``, the rows below it, counted within the category
    checked: NotRequired[Checked | None]  # None: nobody checked any


class Domain(TypedDict):
    """The kind of product that the reviews of a language are of."""

    kind: str | None  # None: none that the reader knows well
    name: str | None  # in the language of the reviews
    probability: float
    given: bool  # by the user (--domain)


class StarIntervals(TypedDict):
    """How many standard deviations the 80 % intervals reach, by the file's own stars; None: as the reader has it."""

    reviews_with_stars: int
    deviations: float | None


class SourceColumns(TypedDict):
    """What the columns of a source were taken for."""

    roles: dict[str, str]  # "stars", "date", … → column
    texts: list[str]  # the columns that were joined to the text
    kept: list[str]  # those in ``extra`` of the reviews
    left_out: list[str]  # those that name people


class Run(TypedDict):
    """How the analysis was made."""

    version: str
    versions: dict[str, str]  # of what the result depends on: Python, libraries, weights by their checksums
    created: str
    method: str
    engine: str
    engines: NotRequired[dict[str, dict[str, str]]]  # by language: its name, its weights, checksums
    domain: NotRequired[dict[str, Domain]]  # by language, where the reader read
    star_intervals: NotRequired[dict[str, StarIntervals]]  # by language
    by: NotRequired[str]  # what the rows of the table are: terms, categories, tree
    languages: list[str]  # the main one first
    product: str | None
    sources: list[str]
    columns: NotRequired[list[SourceColumns]]  # of each source
    settings: dict[str, Any]


class Counts(TypedDict):
    """How many rows were read, and what became of them."""

    read: int  # reviews + rejected
    reviews: int
    rejected: int
    sentences: int
    opinions: int  # behind the rows of the table: the sum of their mentions
    foreign: int  # reviews in another language that were kept (--skip language, --curate off)
    in_no_category: int | None  # None: the table is not by category
    dialects: dict[str, int]  # reviews in a dialect that is read with less certainty, by its name
    unread: NotRequired[dict[str, int]]  # cells that could not be understood as stars or a date, by column


class StarsMonth(TypedDict):
    """The stars of one month."""

    month: str
    reviews: int
    mean: float | None


class Stars(TypedDict):
    """The stars that were given, and the mean of those that the texts deserve."""

    mean: float | None
    predicted_mean: NotRequired[float | None]  # of what the texts alone deserve
    histogram: dict[str, int]  # "1" … "5"
    by_month: list[StarsMonth]


class Example(TypedDict):
    """A row that was set aside."""

    source: str | None
    row: int | None
    reason: str
    text: str | None


class Step(TypedDict):
    """A step of curation, how many rows it set aside, and some of them."""

    step: str
    count: int
    examples: list[Example]


class RejectedRows(TypedDict):
    """The rows that were set aside, by step."""

    total: int
    by_step: list[Step]


class Boilerplate(TypedDict):
    """A stamp, template or form label that repeats over the rows. All but labels are not read."""

    text: str  # with … for numbers and dates
    place: str  # opening, ending, row (all that the row holds), within, label
    rows: int


class LedgerCell(OpinionCounts):
    """What is said of one side."""

    quotes: list[Quote]  # for and against, up to a cap


class Compared(TypedDict):
    """How comparisons end for the product."""

    better: int
    worse: int
    equal: int
    quotes: list[Quote]  # whose polarity is 1, −1 or 0


class LedgerLine(TypedDict):
    """What is said about an aspect of the product, and of other products."""

    id: str | None  # of the aspect; None: all of them
    name: str | None
    lang: str | None
    sides: dict[str, LedgerCell]  # main, competing, interacting, generic
    compared: Compared


class Rival(TypedDict):
    """What is said about a rival, and how the product compares with it."""

    name: str | None  # None: all that have none
    said: LedgerCell | None
    compared: Compared


class Ledger(TypedDict):
    """The product beside other products."""

    total: LedgerLine
    aspects: list[LedgerLine]
    rivals: list[Rival]


class Claim(TypedDict):
    """A counted clause of a summary, with quotes for and against."""

    text: str
    aspect: str
    kind: str  # praise, complaint, worse, improved, differs
    word: str | None  # what is said, in the words of one review
    supporting: int  # reviews that say so; of a change, that complain since ``first``
    opposing: int  # other reviews that judge the aspect the other way
    of: int  # reviews in this language; of a change, those since ``first``; where groups differ, those of the group
    share: float  # supporting / of, with its 95 % interval
    low: float
    high: float
    first: str | None  # the period that was counted
    last: str | None
    earlier: int  # of a change: how many complained before, of how many; of a group: how many of all others say so
    earlier_of: int
    verdict: str
    quotes: list[Quote]
    against: list[Quote]


class KeyPoint(TypedDict):
    """A short statement in the words of one review, with every review that says the same."""

    id: int
    text: str
    kind: str  # complaint, praise, wish
    lang: str
    reviews: int  # that say so
    of: int  # reviews in this language; for one aspect, those that speak of it
    aspect: str | None  # what most of them are on
    category: str | None
    quotes: list[Quote]  # the clearest first; one for each review, up to 60


class Clause(TypedDict):
    """A stretch of the text of a summary, and the claim that it states."""

    text: str
    claims: list[int]  # places in the summary's claims; none for words between claims


class Line(TypedDict):
    """A sentence of a summary."""

    text: str
    section: str | None
    clauses: list[Clause]


class CheckedSentence(TypedDict):
    """A sentence of a summary that was checked, with quotes for the verdict and how many reviews are on each side."""

    text: str
    verdict: str  # "supported", "contradicted" or "unmentioned"
    reason: str
    supporting: int
    opposing: int
    score: float
    lang: str
    quotes: list[Quote]


class CheckedSummary(TypedDict):
    """A summary that was checked: its sentences, and how many have which verdict."""

    schema: str
    counts: dict[str, int]
    sentences: list[CheckedSentence]


class Summary(TypedDict):
    """A summary in one language."""

    lang: str
    audience: str
    reviews: int
    heading: str
    text: str
    sentences: list[Line]
    bullets: list[Line]
    claims: list[Claim]
    notes: list[str]


class Estimate(TypedDict):
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


class SideEffect(TypedDict):
    """What the reviews that complain of an aspect, or praise it, do to the stars."""

    reviews: int
    plain: Estimate  # mean of all stars minus the mean without these reviews
    effect: Estimate  # stars that such a review has more or less, the other aspects being equal
    on_mean: Estimate  # the effect on the mean of all stars


class Driver(TypedDict):
    """An aspect and what it does to the stars; what too few reviews are behind is null."""

    id: str
    name: str
    reviews: int  # that complain of it or praise it
    kind: str  # must-have, delighter, both, unclear
    complaints: SideEffect | None
    praise: SideEffect | None
    won_back: Estimate | None  # how far the mean of all stars would rise without the complaints
    share: Estimate  # of what the regression explains
    asymmetry: Estimate | None  # what a complaint costs minus what praise brings


class Drivers(TypedDict):
    """What moves the stars, the aspect with most stars to win back first."""

    stars: str  # given, or predicted from the texts
    reviews: int  # with stars
    mean: float | None
    explained: float  # share of the variance of the stars that the regression explains
    aspects: list[Driver]
    too_few: list[str]  # names of aspects that too few reviews judge


class SegmentAspect(OpinionCounts):
    """What a segment says of an aspect."""

    id: str
    name: str
    cost: float | None  # what complaints take from the mean of its stars; null: too few to say


class Segment(TypedDict):
    """The reviews with one value of a column, with values of one bin, or of several small groups together."""

    name: str | None  # null: the small groups that are pooled
    pooled: int  # how many values are pooled
    reviews: int
    stars: float | None  # their mean
    aspects: list[SegmentAspect]


class SegmentDifference(TypedDict):
    """Something in which a segment differs from all other reviews."""

    segment: str
    aspect: str  # its id, or that of the key point; empty for the stars
    name: str  # of the aspect, or the key point itself
    kind: str  # stars, cost, feeling, attention, says
    here: float
    elsewhere: float
    reviews: int  # what it rests on: reviews with stars, that complain, with an opinion, or that speak of it
    reviews_elsewhere: int
    low: float  # the 95 % interval of here − elsewhere
    high: float
    p: float  # adjusted for all tests together


class Segments(TypedDict):
    """How the groups of a column differ."""

    by: str
    predicted: bool  # the stars were predicted from the texts
    without_value: int  # reviews that have no value in the column
    tests: int
    segments: list[Segment]
    differences: list[SegmentDifference]


class Movement(TypedDict):
    """Something that more, or fewer, of the new reviews say than of those before."""

    id: str  # of a row of the table, point:NUMBER of a key point, or empty for the stars
    name: str
    kind: str  # complaints or praise of a row, low stars; complaint, praise or wish of a key point
    before: int  # reviews that say it
    now: int
    before_share: float
    now_share: float
    p: float
    is_worse: bool
    is_new: bool  # hardly anybody said it before
    told_before: bool  # it was told at the last look too


class Look(TypedDict):
    """What moved since a day, against the reviews before it."""

    since: str
    until: str
    before: str  # the first day of the reviews before
    reviews: int
    reviews_before: int
    has_enough: bool
    is_alarm: bool
    movements: list[Movement]


class ContrastSide(TypedDict):
    """One of the two sides of a comparison."""

    label: str
    reviews: int
    mean: float | None  # of the stars


class ContrastDifference(TypedDict):
    """Something that differs beyond what chance explains."""

    aspect: str  # the id of the row; empty for the stars
    kind: str
    a: float
    b: float
    a_reviews: int
    b_reviews: int
    low: float
    high: float
    p: float
    text: str  # the same in a sentence


class Contrast(TypedDict):
    """What differs between two files, products or periods. ``nothing`` says why there are no differences."""

    a: ContrastSide
    b: ContrastSide
    differences: list[ContrastDifference]
    nothing: str | None


class ChangePoint(TypedDict):
    """Since when more, or fewer, reviews say something."""

    id: str
    name: str
    kind: str
    since: str  # the first day of the period
    before: float  # share of the reviews
    after: float
    before_reviews: int
    after_reviews: int
    p: float


class Mark(TypedDict):
    """A day that the user marked."""

    day: str
    text: str


class TrendSeries(TypedDict):
    """How many of the reviews of each period say something."""

    id: str
    name: str
    kind: str
    hits: list[int]
    totals: list[int]


class Trends(TypedDict):
    """A file over time."""

    unit: str  # day, week, month, quarter or year
    periods: list[str]  # their first days
    series: list[TrendSeries]
    changes: list[ChangePoint]
    marks: list[Mark]


class Document(TypedDict):
    """The whole result of an analysis."""

    schema: str
    run: Run
    counts: Counts
    stars: Stars
    order: NotRequired[str]  # of the rows: mentions, damage, change
    aspects: list[Aspect]
    drivers: NotRequired[Drivers]  # what moves the stars
    segments: NotRequired[Segments]  # how groups differ, where the analysis was asked for them (--segment)
    ledger: NotRequired[Ledger]  # you and them
    key_points: NotRequired[list[KeyPoint]]  # what most reviews say first
    summaries: NotRequired[list[Summary]]  # one for each language with enough reviews
    rejected: RejectedRows
    boilerplate: NotRequired[list[Boilerplate]]
    masked: dict[str, int]


def entry(shape: type[T], source: object, **values: Any) -> T:
    """Return an entry of the document: its fields are attributes of an object, but for the values that are given.

    Objects in them become entries as well, as the shape says; days become texts.
    """
    hints = _hints(cast(Any, shape)).items()
    fields: Any = {
        name: values[name] if name in values else _as_json(getattr(source, name), hint) for name, hint in hints
    }
    return cast(T, fields)


@cache
def _hints(shape: type) -> dict[str, Any]:
    """Return the types of the fields, without None as one of them."""
    hints = get_type_hints(shape)
    return {name: next(iter(get_args(hint))) if isinstance(hint, UnionType) else hint for name, hint in hints.items()}


def _as_json(value: Any, hint: Any) -> Any:
    if value is None or isinstance(value, str | int | float):
        return value
    if is_typeddict(hint):
        return entry(hint, value)
    if get_origin(hint) is list:
        return [_as_json(item, get_args(hint)[0]) for item in value]
    return value.isoformat() if isinstance(value, Date) else value
