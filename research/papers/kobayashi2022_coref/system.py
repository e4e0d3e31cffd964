"""The predictions of voxpop, and of two simple baselines, for the annotated mentions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from research.papers.kobayashi2022_coref.annotated import Annotated
from voxpop.entities.names import names_in_texts
from voxpop.extract.extractors import extractor
from voxpop.extract.opinion_extractor import PARTS
from voxpop.lang import language
from voxpop.settings import Settings
from voxpop.types import About, Extraction, NameMention, Product

Span = tuple[int, int]
WHOLES = {part: whole for whole, part in PARTS.items()}
BATCH_SIZE = 64  # reviews that are read together, so that memory stays flat

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


class FoundMention(NamedTuple):
    """A mention that voxpop reads: where it stands and what it is about; of a name of a product, also whose it is."""

    start: int
    end: int
    about: About
    entity: str | None = None


@dataclass(frozen=True, slots=True)
class ReviewAnswer:
    """What voxpop read in one review, and for each annotated mention the one of ours that stands there, if any."""

    review: Annotated
    found: tuple[FoundMention | None, ...]

    def read(self, labels: Sequence[About]) -> list[About]:
        """Return the labels of the mentions to which voxpop gives a type."""
        return [label for label, found in zip(labels, self.found, strict=True) if found is not None]

    @property
    def gold(self) -> list[About]:
        """The settled types of the mentions to which voxpop gives one."""
        return self.read([label.about for label in self.review.settled])

    @property
    def types(self) -> list[About]:
        """The types that voxpop gives."""
        return [found.about for found in self.found if found is not None]

    def named_clusters(self) -> tuple[list[list[Span]], list[list[Span]]]:
        """Return the annotated mentions at which names stand, clustered as was settled and by the names."""
        settled: dict[int, list[Span]] = {}
        by_name: dict[str, list[Span]] = {}
        for span, label, found in zip(self.review.spans, self.review.settled, self.found, strict=True):
            if found is not None and found.entity is not None:
                settled.setdefault(label.cluster, []).append(span)
                by_name.setdefault(found.entity.lower(), []).append(span)
        return list(settled.values()), list(by_name.values())


def answers(reviews: Sequence[Annotated], *, settings: Settings | None = None) -> list[ReviewAnswer]:
    """Read as ``voxpop analyze --product NAME`` would."""
    given = settings or Settings()
    found: dict[str, ReviewAnswer] = {}
    for lang in dict.fromkeys(review.lang for review in reviews):
        own = [review for review in reviews if review.lang == lang]
        engine = extractor(lang, fast=given.fast)
        for at in range(0, len(own), BATCH_SIZE):
            batch = own[at : at + BATCH_SIZE]
            texts = [review.text for review in batch]
            products = [Product(review.product, review.aliases) for review in batch]
            parsed = language(lang).parse(texts)
            names = names_in_texts(texts, parsed, lang=lang, products=products)
            extracted = engine.extract(texts, parsed, names)
            for review, extraction, named in zip(batch, extracted, names, strict=True):
                mentions = found_mentions(extraction, named)
                found[review.id] = ReviewAnswer(review, aligned(review.spans, mentions))
    return [found[review.id] for review in reviews]


def found_mentions(extraction: Extraction, names: Sequence[NameMention]) -> list[FoundMention]:
    """Return names of products, and terms on which there is an opinion; a name with an opinion is about what that is.

    A name is never that of a part. A phrase of which nothing is said gets no type from the model.
    """
    judged = [term for term in extraction.terms if term.term]
    mentions = []
    for name in names:
        opinions = [WHOLES.get(term.about, term.about) for term in judged if term[:2] == name[:2]]
        about: About = opinions[0] if opinions else "main" if name.role == "main" else "competing"
        mentions.append(FoundMention(name.start, name.end, about, name.entity))
    taken = {(mention.start, mention.end) for mention in mentions}
    mentions += [FoundMention(term.start, term.end, term.about) for term in judged if term[:2] not in taken]
    return sorted(mentions)


def aligned(spans: Sequence[Span], mentions: Sequence[FoundMention]) -> tuple[FoundMention | None, ...]:
    """One of ours for each span, and none twice: the same characters first, then the same last word, then the most."""
    pairs = sorted(
        (_unlike(span, one), place, number)
        for place, span in enumerate(spans)
        for number, one in enumerate(mentions)
        if min(span[1], one.end) > max(span[0], one.start)
    )
    taken: dict[int, int] = {}
    used: set[int] = set()
    for _, place, number in pairs:
        if place not in taken and number not in used:
            taken[place] = number
            used.add(number)
    return tuple(mentions[taken[place]] if place in taken else None for place in range(len(spans)))


def _unlike(span: Span, one: FoundMention) -> tuple[bool, int]:
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
