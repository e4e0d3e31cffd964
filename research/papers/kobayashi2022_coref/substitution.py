"""Kobayashi and Malon (2022), section 4: sentences in which one mention is put in place of another, consistently or not.

From every second or later mention of the main product, a competing or an interacting one, a sentence is made in which
it is replaced by the product's name, or by the first mention of a competing or an interacting product. The rest of the
sentence is as it was, so nothing but the entity can be wrong.

Replacements within a type are expected to be consistent, those across types inconsistent. The paper's author read each
and took out where that was not so; here the clusters tell where a replacement within a type names another thing, and
the file ``read_otherwise.tsv`` where a reader found a replacement across types to be true all the same.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from research.papers.base import DATA
from research.papers.kobayashi2022_coref.annotated import Annotated
from voxpop.lang import language
from voxpop.types import About, Sentence

KINDS: tuple[About, ...] = ("main", "competing", "interacting")
OPENING = {"en": "I bought {}. ", "zh": "我买了{}。"}
POSSESSIVES = frozenset(("its", "their"))
PRONOUNS = frozenset((
    "it", "its", "itself", "they", "them", "their", "theirs", "this", "that", "these", "those", "one", "ones", "mine",
    "hers", "his", "ours", "both", "each", "he", "him", "she", "her", "here", "there",
    "它", "它们", "这", "那", "这个", "那个", "这款", "那款", "这里", "那边", "这儿", "人家",
))  # fmt: skip
_INDEFINITE = re.compile(r"(a|an|some|one|two|another|the only|the best|the first)\b|[一几]", re.IGNORECASE)
_CLAUSE_START = re.compile(r"(^|[.!?。！？\n]\s*)$")


@dataclass(frozen=True, slots=True)
class Substitution:
    """A review, a sentence of it with one mention replaced, the types of both, and whether it still holds."""

    review_id: str
    source: str  # the review, with "I bought {product}." before it
    hypothesis: str
    original: About
    replacement: About
    consistent: bool
    lang: str = "en"
    split: str = "test"
    sentence: str = ""  # as it was
    start: int = 0  # of the mention, in the review's own text
    words: str = ""  # that were put in


@dataclass(frozen=True, slots=True)
class SubstitutedSentence:
    """A substitution as it was made by types alone, and whether reading and clusters bear out what was expected."""

    substitution: Substitution
    verified: bool


def substitutions(reviews: Sequence[Annotated]) -> list[Substitution]:
    """The verified ones: at most one for each review and pair of types, drawn by the review's id."""
    return [made.substitution for made in generated(reviews) if made.verified]


def generated(reviews: Sequence[Annotated]) -> list[SubstitutedSentence]:
    """All that the paper's procedure makes, before they were looked at: of each review one for each pair of types."""
    drawn: dict[tuple[str, About, About], SubstitutedSentence] = {}
    for made in sorted(everywhere(reviews), key=_first_drawn):
        one = made.substitution
        drawn.setdefault((one.review_id, one.original, one.replacement), made)
    order = {review.id: place for place, review in enumerate(reviews)}
    return sorted(drawn.values(), key=lambda made: (order[made.substitution.review_id], _kinds(made)))


def everywhere(reviews: Sequence[Annotated]) -> list[SubstitutedSentence]:
    """The same at every place of a review where it can be done."""
    parsed: dict[str, list[Sentence]] = {}
    for lang in dict.fromkeys(review.lang for review in reviews):
        own = [review for review in reviews if review.lang == lang]
        found = language(lang).parse([review.text for review in own])
        parsed |= {review.id: list(sentences) for review, sentences in zip(own, found, strict=True)}
    return [made for review in reviews for made in _of(review, parsed[review.id])]


def sample(reviews: Sequence[Annotated]) -> list[SubstitutedSentence]:
    """As many as in the paper: of each review one that is expected to be consistent and one that is not."""
    drawn: dict[tuple[str, bool], SubstitutedSentence] = {}
    for made in sorted(generated(reviews), key=_draw):
        one = made.substitution
        drawn.setdefault((one.review_id, one.original == one.replacement), made)
    return sorted(drawn.values(), key=lambda made: made.substitution.review_id)


def _draw(made: SubstitutedSentence) -> bytes:
    one = made.substitution
    return hashlib.sha256(f"{one.review_id} {one.original} {one.replacement}".encode()).digest()


def _first_drawn(made: SubstitutedSentence) -> bytes:
    return hashlib.sha256(made.substitution.hypothesis.encode()).digest()


def _kinds(made: SubstitutedSentence) -> tuple[int, int]:
    return KINDS.index(made.substitution.original), KINDS.index(made.substitution.replacement)


def _of(review: Annotated, sentences: Sequence[Sentence]) -> Iterator[SubstitutedSentence]:
    for original in KINDS:
        places = [place for place in _later(review, original) if _usable(review, place)]
        for replacement in KINDS:
            found = (_replace(review, place, replacement, sentences) for place in places)
            yield from (made for made in found if made)


def _later(review: Annotated, kind: About) -> list[int]:
    """Second and later mentions of a type; of the main product all, since its name stands before the review."""
    places = [place for place, label in enumerate(review.settled) if label.about == kind]
    return places if kind == "main" else places[1:]


def _usable(review: Annotated, place: int) -> bool:
    """Not what a thing is said to be ("a great buy"), which is no name for it."""
    return not _INDEFINITE.match(review.words[place])


def _first(review: Annotated, kind: About) -> tuple[str, int] | None:
    """The words that name a type, and their cluster: the product's name, or the first mention that is no pronoun."""
    if kind == "main":
        return review.product.partition("(")[0].strip(), 0
    for (start, end), label in zip(review.spans, review.settled, strict=True):
        words = review.text[start:end]
        if label.about == kind and words.lower() not in PRONOUNS:
            owner = review.text[end : end + 1] == " "  # "my TV's volume", but not "my Levi's, bought …"
            return words.removesuffix("'s") if owner else words, label.cluster
    return None


def _replace(review: Annotated, place: int, kind: About, sentences: Sequence[Sentence]) -> SubstitutedSentence | None:
    named = _first(review, kind)
    start, end = review.spans[place]
    inside = [one for one in sentences if one.start <= start and end <= one.end]
    if named is None or not inside or named[0].lower() == review.words[place].lower():
        return None
    sentence, label = inside[0], review.settled[place]
    words = _fit(named[0], review.text[sentence.start : start], review.words[place], review.lang)
    hypothesis = review.text[sentence.start : start] + words + review.text[end : sentence.end]
    expected = label.about == kind
    verified = label.cluster == named[1] if expected else (review.id, start, kind) not in read_otherwise()
    source = OPENING[review.lang].format(review.product) + review.text
    return SubstitutedSentence(Substitution(review.id, source, hypothesis, label.about, kind, expected, review.lang, review.split,
                             review.text[sentence.start : sentence.end], start, words), verified)  # fmt: skip


def _fit(words: str, before: str, replaced: str, lang: str) -> str:
    """As a possessive where one is replaced, and with a capital or without as the place asks."""
    if lang != "en":
        return words
    if replaced.lower() in POSSESSIVES or replaced.endswith(("'s", "s'")):
        words += "'" if words.endswith("s") else "'s"
    head, _, _ = words.partition(" ")
    if _CLAUSE_START.search(before):
        return words[:1].upper() + words[1:]
    return words[:1].lower() + words[1:] if head in ("The", "A", "An", "My", "Our", "His", "Her", "This") else words


@cache
def read_otherwise() -> frozenset[tuple[str, int, str]]:
    """Across types, and yet the sentence holds: review, start of the mention, type of the replacement."""
    lines = DATA.joinpath("mentions", "read_otherwise.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines[1:]]
    return frozenset((name, int(start), kind) for name, start, kind, *_ in rows)
