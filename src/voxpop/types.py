"""Every data class on the path of a review, in the order in which a review passes through them.

    file ─ingest→ Review ─parse→ Sentence ─extract→ Extraction ─resolve→ ResolvedReview (Mention, Comparison)
             └→ Rejected
    ResolvedReview ─pack→ ExtractedPart ─learn→ Term, AspectGroup ─select→ Opinion ─count→ Aspect, KeyPoint
    ─summarize→ Claim

An ``ExtractedTerm`` is a target and what is said about it; a ``Mention`` also knows which entity it is about; an
``Opinion`` is a mention that was selected to be counted, so that no word of a review counts twice.

``voxpop.pipeline`` is the code of this path. Every span counts Unicode code points of ``review.text`` and is
half-open, so ``review.text[start:end]`` is the quote. A row that cannot be read, or a review that curation drops,
becomes a ``Rejected`` with its reason and is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date as Date
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from voxpop.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pyarrow as pa

About = Literal[
    "main", "competing", "interacting", "generic",
    "part_of_main", "part_of_competing", "part_of_interacting", "part_of_generic", "other",
]  # fmt: skip
OURS: tuple[About, ...] = ("main", "part_of_main")  # the product under review and its parts
RIVALS: tuple[About, ...] = ("competing", "part_of_competing")  # other products and their parts
Preference = Literal["better", "worse", "equal", "different"]
Verdict = Literal["supported", "contradicted", "unmentioned"]
Finding = Literal["praise", "complaint", "worse", "improved", "differs"]
Reason = Literal["delivery", "another product", "mixed", "text more positive", "text more negative"]


KeyPointKind = Literal["complaint", "praise", "wish"]
# Work on batches, one after the other, as ``map`` does it; perhaps in other processes.
MapInOrder = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
BoilerplatePlace = Literal["opening", "ending", "row", "within", "label"]  # "row": all that the row holds


class Span(NamedTuple):
    """A half-open range of characters of a review's text."""

    start: int
    end: int


NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Section:
    """The stretch of a review's text that one column of the file gave: ``text[start:end]`` is its cell."""

    column: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """What one customer wrote, and the other columns of its row.

    ``text`` is the cell of the text as given, without HTML and NULs, and with personal data masked in place. Several
    columns of text are joined by line ends, parts such as pros and cons with their names before them, and ``sections``
    says which is where. A cell that was changed (cleaned text, stars on another scale) is in ``extra`` as given.
    """

    id: str
    text: str
    stars: float | None = None  # 1 … 5, whatever scale the file used
    date: Date | None = None
    product: str | None = None
    lang: str | None = None
    source: str | None = None  # the file it came from
    row: int | None = None  # its row there, counted from 1
    predicted_stars: float | None = None  # what the text alone deserves
    predicted_low: float | None = None  # the 80 % interval of predicted_stars
    predicted_high: float | None = None
    star_probabilities: tuple[float, ...] | None = None  # P(1 star) … P(5 stars), from the text alone
    extra: dict[str, str] = field(default_factory=dict, hash=False)  # the other columns that have a value
    sections: tuple[Section, ...] = ()  # where several columns were joined
    unread: tuple[str, ...] = ()  # columns whose cell could not be understood and is in ``extra`` instead


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejected:
    """A row that did not become a review, or a review that curation dropped, with the reason."""

    step: str  # the step that said no: "stars", "length", "duplicate", …; "analysis": reading it failed
    reason: str  # a sentence for the user
    source: str | None = None
    row: int | None = None
    id: str | None = None
    text: str | None = None


class BoilerplatePhrase(NamedTuple):
    """A stamp, template or form label that repeats over the rows of a file, and where in the rows it mostly stands."""

    text: str  # as most rows write it, with … for numbers and dates
    place: BoilerplatePlace


class Token(NamedTuple):
    """A word, number, mark or emoji. ``tag`` is a Universal POS tag; ``lemma`` is lower-case."""

    start: int
    end: int
    text: str  # as written; but full-width English in plain letters, and Chinese in simplified characters
    lemma: str
    tag: str


class Phrase(NamedTuple):
    """A noun or noun phrase: a half-open range of its sentence's tokens, and its words in lower case as one term."""

    first: int
    last: int
    term: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a review: its span and its tokens (offsets into the review)."""

    start: int
    end: int
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Product:
    """The product under review: its name and other names for it, as far as they are known."""

    name: str | None = None
    aliases: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_product_names(self.name, self.aliases)


class Judgement(NamedTuple):
    """What a sentence says about a target."""

    polarity: float  # −1 … 1, the size is the intensity; 0 is neutral
    opinion_words: tuple[Span, ...]
    evidence: Span  # the clause it was read from
    confidence: (
        float  # the chance that the opinion is right, and the reader's category, if it gave one; a mean of several
    )


class ExtractedTerm(NamedTuple):
    """A target that the model tagged and what is said of it; without a term, an opinion whose target has no words."""

    start: int
    end: int
    term: str
    judgement: Judgement
    category: str | None = None
    about: About = "part_of_main"
    is_surely_rival: bool = False  # about another product, even if nobody names it
    lemmas: tuple[str, ...] = ()  # of the words of the term
    is_name: bool = False  # whether its last word is a proper noun


class ExtractedComparison(NamedTuple):
    """A place where a review holds the product against another, as the model reads it."""

    sentence: Span
    words: Span  # the words that compare
    preference: Preference  # how the product under review fares
    rival: Span | None  # the other product's name
    confidence: float  # that the verdict is right


class NameMention(NamedTuple):
    """A product's name in a text. ``entity`` is the name as people would say it."""

    start: int
    end: int
    role: Literal["main", "other", "unknown"]  # unknown: nobody said what the product is called
    entity: str


class NameReading(NamedTuple):
    """A name in a review that is not the product's own, and how likely it is a rival's by this review alone."""

    start: int
    end: int
    chance: float


class ExtractedStatement(NamedTuple):
    """One verdict in one place: the words of its target, if any, those of the verdict, and what it means as a vector.

    Statements whose vectors are close say the same. ``meaning`` holds 64 signed bytes.
    """

    target: Span | None
    words: Span
    polarity: float
    meaning: bytes
    wish: bool = False  # it says what the writer would like to have


class PredictedStars(NamedTuple):
    """The stars that a text deserves, with their 80 % interval."""

    stars: float
    low: float
    high: float
    chances: tuple[float, ...]  # P(1 star) … P(5 stars)


class Extraction(NamedTuple):
    """Everything that was extracted from one review: sentences, opinions, comparisons and stars."""

    sentences: Sequence[Sentence]
    terms: Sequence[ExtractedTerm]
    predicted_stars: PredictedStars | None = None
    comparisons: tuple[ExtractedComparison, ...] = ()
    statements: Sequence[ExtractedStatement] = ()  # empty where the model has no meanings
    names: tuple[NameReading, ...] = ()  # of other things than the product


@dataclass(frozen=True, slots=True)
class Mention:
    """What the model read in one place of a review, before anyone knows which terms are aspects.

    It is a target and what is said of it. An opinion whose target has no words has no term; its text is the evidence.
    """

    review_id: str
    start: int
    end: int
    text: str
    term: str
    polarity: float  # −1 … 1
    opinion_words: tuple[Span, ...] = ()
    evidence: Span = NOWHERE  # the clause or sentence it was read from
    about: About = "main"
    confidence: float = 1.0
    category: str | None = None
    entity: str | None = None  # the name of the product that it is, or belongs to, if the review tells
    lemmas: tuple[str, ...] = ()  # of the words of the term
    is_name: bool = False  # whether its last word is a proper noun


@dataclass(frozen=True, slots=True)
class Comparison:
    """A place where a review holds one product against another: who, against whom, on what, and who comes out ahead.

    What is not said in words is None: the subject is then the product under review. ``preference`` is how the subject
    fares, ``verdict`` how the product under review does against another.
    """

    review_id: str
    start: int
    end: int
    text: str  # the clause or sentence
    preference: Preference
    subject: Span | None = None
    object: Span | None = None
    aspect: Span | None = None
    opinion: Span | None = None
    verdict: int | None = None  # 1 better, −1 worse, 0 equal or different; None if neither is the product under review
    entity: str | None = None  # the other product's name, if it has one
    confidence: float = 1.0


class ResolvedTerm(NamedTuple):
    """A mention as an analysis makes it, by the thousand: without its review and its text."""

    start: int
    end: int
    term: str
    polarity: float
    opinion_words: tuple[Span, ...]
    evidence: Span
    about: About
    confidence: float
    category: str | None
    entity: str | None
    lemmas: tuple[str, ...]
    is_name: bool


@dataclass(frozen=True, slots=True)
class ResolvedReview:
    """The terms and comparisons of one review, each with the entity that it is about."""

    review: Review
    terms: Sequence[ResolvedTerm] = ()
    comparisons: Sequence[Comparison] = ()

    @property
    def mentions(self) -> list[Mention]:
        """The terms as mentions of this review."""
        id, text = self.review.id, self.review.text
        return [Mention(review_id=id, text=text[term.start : term.end], **term._asdict()) for term in self.terms]


class NameUse(NamedTuple):
    """How many reviews use a name, and the sum of the chances of each that it is a rival's, in millionths."""

    reviews: int
    chances: int


class CompactSentence(NamedTuple):
    """A sentence without offsets, small enough to keep many: what the methods of ``aspects`` learn from."""

    words: tuple[str, ...]  # in lower case
    lemmas: tuple[str, ...]
    tags: tuple[str, ...]  # Universal POS tags
    phrases: tuple[Phrase, ...]  # noun phrases


@dataclass(slots=True)
class Spellings:
    """How reviews write terms in other characters than those of the word lists, as traditional Chinese does."""

    reviews: int = 0  # in such characters
    forms: dict[str, Counter[str]] = field(default_factory=dict)  # of a term, as written in them

    def add(self, term: str, form: str) -> None:
        """Count a form of a term."""
        self.forms.setdefault(term, Counter())[form] += 1

    def update(self, other: Spellings) -> None:
        """Add the counts of other reviews."""
        self.reviews += other.reviews
        for term, forms in other.forms.items():
            self.forms.setdefault(term, Counter()).update(forms)


@dataclass(frozen=True, slots=True)
class ExtractedPart:
    """What a worker extracted from a part of the reviews, in columns; ``review`` columns count within the part."""

    reviews: Sequence[Review]  # with predicted stars
    sentences: pa.Table
    mentions: pa.Table
    comparisons: pa.Table
    statements: pa.Table
    spellings: Mapping[str, Spellings] = field(default_factory=dict)  # by language
    boilerplate: Mapping[BoilerplatePhrase, int] = field(default_factory=dict)  # how many reviews have each phrase
    names: Mapping[str, Mapping[str, NameUse]] = field(default_factory=dict)  # of other things, by language


@dataclass(frozen=True, slots=True)
class Term:
    """A distinct aspect term found by a method of ``aspects``, with how many sentences speak of it and its score."""

    text: str
    support: int
    score: float


@dataclass(frozen=True, slots=True)
class AspectGroup:
    """Terms that name one aspect, most frequent first. ``name`` is the readable one among them."""

    name: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one review says about one aspect in one place. The sign of ``polarity`` is the verdict, 0 is neutral."""

    review_id: str
    start: int
    end: int
    text: str  # the aspect words; for an implicit aspect, the evidence
    aspect: str  # the name of the aspect; the category where the opinion is on none of the aspects
    polarity: float  # −1 … 1
    category: str | None = None
    opinion_words: tuple[Span, ...] = ()
    evidence: Span = NOWHERE
    about: About = "main"
    confidence: float = 1.0
    entity: str | None = None  # the name of the product it is about, if the review tells


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch of a review shown as proof, with the marked words as spans of the review."""

    review_id: str
    start: int
    end: int
    text: str
    polarity: float
    aspect_words: Span
    opinion_words: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Aspect:
    """A group of terms people use for one thing, or a category of such things, and how they feel about it."""

    id: str
    name: str
    terms: tuple[str, ...]
    mentions: int
    reviews: int
    positive: int
    neutral: int
    negative: int
    mean: float  # of polarity, −1 … 1, over the reviews that say something good or bad of it
    low: float  # the 95 % interval of the mean
    high: float
    lang: str
    quotes: tuple[Quote, ...] = ()
    category: str | None = None  # the category that it is, or that it stands under
    parent: str | None = None  # the id of the category above it, in a tree

    def _repr_html_(self) -> str:
        from voxpop.html_display import aspect_html  # here, because it builds on this module

        return aspect_html(self)


@dataclass(frozen=True, slots=True)
class KeyPoint:
    """A short statement in the words of one customer, and every review that says the same.

    ``quotes`` holds one quote for each of the ``reviews``, the clearest first.
    """

    id: int
    text: str  # exact characters of one review
    kind: KeyPointKind
    lang: str
    reviews: int
    of: int  # reviews in this language; for the key points of one aspect, those that speak of it
    aspect: str | None = None  # what most of them are on; None where that is no aspect
    category: str | None = None
    quotes: tuple[Quote, ...] = ()

    def _repr_html_(self) -> str:
        from voxpop.html_display import key_points_html, quotes_html

        return key_points_html([self]) + quotes_html(self.quotes)


class KeyPointList(list[KeyPoint]):
    """Key points in an order, shown as a table in a notebook."""

    def _repr_html_(self) -> str:
        from voxpop.html_display import key_points_html

        return key_points_html(self)


@dataclass(frozen=True, slots=True)
class MarkedReview:
    """A review and the opinions in it, shown in a notebook with their words marked."""

    review: Review
    opinions: tuple[Opinion, ...]

    def _repr_html_(self) -> str:
        from voxpop.html_display import review_html

        return review_html(self.review.text, self.opinions)


@dataclass(frozen=True, slots=True)
class Claim:
    """One clause of a summary with the evidence counted for and against it, review by review.

    Of ``of`` reviews, ``supporting`` say so, and ``opposing`` others judge the same aspect the other way. ``share`` is
    supporting / of, with its 95 % interval. ``quotes`` holds one quote of each supporting review, up to 200. A claim on
    a change counts the complaints since ``first``, of a group (``differs``) those of its reviews that say so;
    ``earlier`` and ``earlier_of`` are the complaints before, or the reviews of all other groups.
    """

    text: str
    aspect: str
    supporting: int
    opposing: int
    quotes: tuple[Quote, ...] = field(default=())
    verdict: Verdict = "supported"
    kind: Finding = "praise"
    word: str | None = None  # an example, in the words of one review
    of: int = 0
    share: float = 0.0
    low: float = 0.0
    high: float = 1.0
    lang: str = ""
    first: Date | None = None  # the period that was counted
    last: Date | None = None
    earlier: int = 0
    earlier_of: int = 0
    against: tuple[Quote, ...] = field(default=())  # of the opposing reviews; of a change, of those before


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A review whose stars and text disagree: what was given, what the text deserves, and why they may differ."""

    review_id: str
    stars: float  # as given
    predicted: float  # from the text alone, and between these
    low: float
    high: float
    probability: float  # that the stars are two or more away from what a reader of the text would give
    reason: Reason
    evidence: tuple[Span, ...] = ()


def side_of(polarity: float) -> str:
    """Return the name of the side that a polarity is on."""
    return "positive" if polarity > 0 else "negative" if polarity < 0 else "neutral"


def check_product_names(name: str | None, aliases: Sequence[str] = ()) -> None:
    """Raise an OptionError if a name holds no letter or digit, so that it could not stand in a review."""
    for what, value in (("product name", name), *(("alias", alias) for alias in aliases)):
        if value is not None and not any(letter.isalnum() for letter in value):
            raise OptionError(f"The {what} {value!r} has no letters or digits. Give it as it stands in the reviews.")
