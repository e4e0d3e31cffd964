"""The predictions of voxpop, and of two simple baselines, for the annotated mentions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from research.papers.kobayashi2022_coref.annotated import Annotated
from voxpop.entities import Discourse, ResolvedMention
from voxpop.entities.resolve import has_scorer, resolve_reviews
from voxpop.pipeline import extract
from voxpop.settings import Settings
from voxpop.types import About, Product

Span = tuple[int, int]
PART = 64  # reviews that are read together, so that memory stays flat

KEYWORDS: Mapping[str, tuple[tuple[tuple[str, ...], About], ...]] = {
    "en": (
        (("my old", "my previous", "other brand", "others", "another"), "competing"),
        (("battery", "price", "screen", "quality", "sound", "size", "color", "colour", "service", "room", "food"),
         "part_of_main"),
        (("my ", "phone", "laptop", "cable", "case", "computer", "pc"), "interacting"),
        (("it", "this", "they", "them", "these", "its", "place", "product"), "main"),
    ),
    "zh": (
        (("以前", "之前", "原来", "别的", "其他"), "competing"),
        (("电池", "价格", "屏幕", "质量", "声音", "大小", "颜色", "服务", "房间", "味道"), "part_of_main"),
        (("我的", "手机", "电脑", "线", "壳"), "interacting"),
        (("它", "这", "东西", "产品"), "main"),
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReviewAnswer:
    """What voxpop read in one review, and for each annotated mention the one of ours that stands there."""

    review: Annotated
    discourse: Discourse
    found: tuple[ResolvedMention | None, ...]

    @property
    def types(self) -> list[About]:
        """A mention that was not found is one that nothing is made of: other."""
        return ["other" if one is None else one.about for one in self.found]

    def clusters(self, *, exact: bool) -> list[list[Span]]:
        """As spans; where one of ours stands for an annotated mention, as that one's span unless ``exact``."""
        known = {} if exact else {id(one): span for one, span in zip(self.found, self.review.spans, strict=True)}
        clusters: dict[int, list[Span]] = {}
        for one in self.discourse.mentions:
            if one.end > one.start:
                clusters.setdefault(one.cluster, []).append(known.get(id(one), (one.start, one.end)))
        return list(clusters.values())


def answers(reviews: Sequence[Annotated], *, settings: Settings | None = None) -> list[ReviewAnswer]:
    """Read as ``voxpop analyze --product NAME`` would."""
    given = settings or Settings()
    found: dict[str, ReviewAnswer] = {}
    for lang in dict.fromkeys(review.lang for review in reviews):
        own = [review for review in reviews if review.lang == lang]
        for at in range(0, len(own), PART):
            batch = own[at : at + PART]
            texts = [review.text for review in batch]
            products = [Product(review.product, review.aliases) for review in batch]
            heard = extract(texts, lang, given, states=has_scorer(lang))
            for review, meant in zip(batch, resolve_reviews(texts, heard, lang=lang, products=products), strict=True):
                found[review.id] = ReviewAnswer(review, meant.discourse, aligned(review.spans, meant.discourse))
    return [found[review.id] for review in reviews]


def aligned(spans: Sequence[Span], discourse: Discourse) -> tuple[ResolvedMention | None, ...]:
    """One of ours for each span, and none twice: the same characters first, then the same last word, then the most."""
    pairs = sorted(
        (_unlike(span, one), place, number)
        for place, span in enumerate(spans)
        for number, one in enumerate(discourse.mentions)
        if min(span[1], one.end) > max(span[0], one.start)
    )
    taken: dict[int, int] = {}
    used: set[int] = set()
    for _, place, number in pairs:
        if place not in taken and number not in used:
            taken[place] = number
            used.add(number)
    return tuple(discourse.mentions[taken[place]] if place in taken else None for place in range(len(spans)))


def _unlike(span: Span, one: ResolvedMention) -> tuple[bool, int]:
    start, end = span
    return end != one.end, abs(start - one.start) + abs(end - one.end)


def majority(train: Sequence[Annotated]) -> About:
    """The type that most mentions have."""
    return Counter(label.about for review in train for label in review.settled).most_common(1)[0][0]


def by_keyword(review: Annotated) -> list[About]:
    """The first list that has a word of the mention; the product's name is the product; else other."""
    names = [name.lower() for name in (review.product, *review.aliases)]
    return [_keyword(words.lower(), names, review.lang) for words in review.words]


def _keyword(words: str, names: Sequence[str], lang: str) -> About:
    if any(name in words for name in names):
        return "main"
    own = f"{words} ".replace("'", " ").split() if lang == "en" else []
    for keys, about in KEYWORDS[lang]:
        if any(key in words if lang == "zh" or " " in key else key in own for key in keys):
            return about
    return "other"
