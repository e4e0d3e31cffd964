"""What a review speaks of, on the whole: its mentions resolved, and the comparisons it makes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from voxpop.entities.comparison_cues import has_cue
from voxpop.entities.comparisons import DetectedComparison, find_comparisons
from voxpop.entities.focus_shifts import FocusTracker, may_shift
from voxpop.entities.mention_classifier import has_classifier
from voxpop.entities.mention_resolution import resolve_mentions
from voxpop.entities.mentions import ABOUTS, MAIN, Discourse, ResolvedMention
from voxpop.entities.names import find_names
from voxpop.entities.owners import OpinionOwners
from voxpop.extract.reader_output import Floats
from voxpop.extract.threads import one_thread
from voxpop.lang import language
from voxpop.lang.mention_candidates import NameMention
from voxpop.settings import SIDES
from voxpop.types import About, Extraction, Product, ReaderOutput

if TYPE_CHECKING:
    from voxpop.entities.scorer import BranchScores, Scorer

WORD = re.compile(r"[^\W_]+")
OWN: dict[About, About] = {"competing": "main", "part_of_competing": "part_of_main"}
MAIN_TYPE = np.eye(len(ABOUTS), dtype=np.float32)[ABOUTS.index("main")]
FLAGS = {"main": 1, "other": 2}  # what the branch is told of a piece: it stands in the product's name, or in another's


class Resolution(NamedTuple):
    """The mentions of a review, what each stands for, what is held against what, and whose each opinion is."""

    discourse: Discourse = Discourse()  # all is about the product
    comparisons: tuple[DetectedComparison, ...] = ()
    owners: OpinionOwners = OpinionOwners(Discourse(), ())


def resolve_reviews(
    texts: Sequence[str],
    extractions: Sequence[Extraction],
    *,
    lang: str,
    products: Sequence[Product | None],
    inferred: Product | None = None,
) -> list[Resolution]:
    """Resolve some reviews of one language.

    ``inferred`` stands in for the product of a review that does not name one; ``infer_product`` finds it from all the
    reviews, once and before, so that results do not depend on which reviews are resolved together.
    """
    texts = [language(lang).normalize(text) for text in texts]
    with one_thread():
        return [
            resolve_review(text, extraction, product if is_named(product) else inferred, is_named(product), lang=lang)
            for text, extraction, product in zip(texts, extractions, products, strict=True)
        ]


def is_named(product: Product | None) -> bool:
    """Return whether the product has a name that reviews may call it by."""
    return product is not None and bool(product.name or product.aliases)


def resolve_review(
    text: str, heard: Extraction, product: Product | None, named: bool = True, *, lang: str
) -> Resolution:
    """Resolve one review. Where the product is not ``named``, any name in the review may be its own."""
    names = find_names(text, heard.sentences, lang=lang, product=product)
    reading = heard.reading
    hint = may_mention_others(text, names, lang=lang)
    scores = score_review(text, heard, names, lang=lang) if hint else None
    discourse = resolve_mentions(
        text,
        heard.sentences,
        lang=lang,
        product=product,
        terms=heard.terms,
        reading=reading,
        scores=scores,
        names=names,
    )
    discourse = reclaim_own_names(discourse, product)
    focus = FocusTracker(
        text, heard.sentences, discourse if named else Discourse(), names if named else (), lang=lang, named=named
    )
    chances = None if scores is None or reading is None else type_chances(reading, scores)
    owners = OpinionOwners(discourse, heard.sentences, focus, named=named, types=chances)
    compared = find_comparisons(text, heard, discourse, lang=lang, scores=scores, named=named) if hint else ()
    return Resolution(discourse, tuple(compared), owners)


def may_mention_others(text: str, names: Sequence[NameMention], *, lang: str) -> bool:
    """Return whether anything but the product may be spoken of; where not, there is nothing to compare it with, and
    the branch need not be asked.

    A name of another that is in our lists, words that turn to one, or a cue of a comparison.
    """
    return (
        any(name.role == "other" and name.listed for name in names)
        or may_shift(text, lang=lang)
        or has_cue(text, lang=lang)
    )


def reclaim_own_names(discourse: Discourse, product: Product | None) -> Discourse:
    """Another product that is called by words of our product's own name is ours: "nikon 4300" of a Nikon Coolpix 4300.

    A brand alone is not enough: there are others of the same make.
    """
    own = words_of(" ".join(filter(None, (product.name, *product.aliases)))) if product is not None else frozenset()
    foreign = {one.entity for one in discourse.mentions if one.entity and one.about in SIDES["competing"]}
    ours = {name for name in foreign if (words := words_of(name)) <= own and (len(words) > 1 or has_digit(name))}
    if not ours:
        return discourse
    mentions = tuple(as_product(one) if one.entity in ours else one for one in discourse.mentions)
    clauses = [
        one._replace(about=OWN.get(one.about, one.about)) if one.entity in ours else one for one in discourse.clauses
    ]
    return Discourse(mentions, clauses)


def as_product(one: ResolvedMention) -> ResolvedMention:
    about = OWN.get(one.about, one.about)
    return one._replace(
        about=about,
        cluster=MAIN if about == "main" else one.cluster,
        part_of=MAIN if about == "part_of_main" else one.part_of,
    )


def words_of(name: str) -> frozenset[str]:
    return frozenset(WORD.findall(name.lower()))


def has_digit(name: str) -> bool:
    return any(letter.isdigit() for letter in name)


def score_review(text: str, heard: Extraction, names: Sequence[NameMention], *, lang: str) -> BranchScores | None:
    """What the branch says of each piece; None where there is no branch, or nothing was read for it."""
    branch, reading = branch_scorer(lang), heard.reading
    if branch is None or reading is None or reading.hidden is None or not len(reading.spans):
        return None
    return branch.score(reading, name_flags(reading, names), text)


def type_chances(reading: ReaderOutput, scores: BranchScores) -> Callable[[int, int], Floats]:
    """Return the branch's chances of the nine types, as a mean over the pieces of a stretch of the text."""
    starts, ends = reading.spans[:, 0], reading.spans[:, 1]

    def mean(start: int, end: int) -> Floats:
        first = int(np.searchsorted(ends, start, side="right"))
        last = max(first + 1, int(np.searchsorted(starts, end, side="left")))
        found: Floats = scores.types[first:last].mean(0) if first < len(starts) else MAIN_TYPE
        return found

    return mean


def name_flags(reading: ReaderOutput, names: Sequence[NameMention]) -> NDArray[np.int64]:
    """For each piece, whether it stands in a name."""
    found = np.zeros(len(reading.spans), np.int64)
    for name in names:
        first = np.searchsorted(reading.spans[:, 1], name.start, side="right")
        last = np.searchsorted(reading.spans[:, 0], name.end, side="left")
        found[first:last] = FLAGS[name.role]
    return found


def has_scorer(lang: str) -> bool:
    """Is there a branch or a classifier that reads on from the reader's states?"""
    return branch_scorer(lang) is not None or has_classifier(lang)


def branch_scorer(lang: str) -> Scorer | None:
    """Return the scorer of a language, or None where there are no weights. Its libraries are imported when needed."""
    from voxpop.entities.scorer import load_scorer

    return load_scorer(lang)
