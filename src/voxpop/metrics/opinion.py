"""opinion-score: does a summary speak of what its references or sources speak of, and in the same sense?

Two scores with precision, recall and F1 each: ``opinion``, aspects and polarity together, and ``aspects`` alone.
docs/measures.md says how they come about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from voxpop.lang import LANGUAGES, detect
from voxpop.metrics.measure import (
    MEASURES,
    Array,
    ItemError,
    Scores,
    accept,
    harmonic,
    make_score,
    means,
    same_length,
    sign,
)
from voxpop.metrics.opinion_digest import SENTIMENTS, Digest, digester
from voxpop.metrics.opinion_match import BAR, PRIOR, STEEP, Pool, match, spoken
from voxpop.metrics.score_table import Cell, Table

Gold = str | Sequence[str] | Mapping[str, str | Sequence[str]]
KINDS = ("references", "reviews")
LANGS = ("auto", *LANGUAGES)
FIGURES = ("precision", "recall", "f1")
LEAST = 0.05  # of the texts or summaries speak of a topic that is told
POLARITY = {"opinion": True, "aspects": False}  # the scores, and whether feelings count


class Item(NamedTuple):
    """One summary and the texts it is held against, in the language of these."""

    texts: tuple[str, ...]
    summary: str
    lang: str

    @property
    def comparable_summary(self) -> str:
        """The summary, or nothing where it is in another language than the texts."""
        lang = detect(self.summary)
        return "" if lang in LANGUAGES and lang != self.lang else self.summary


@MEASURES.register("opinion")
def opinion(
    gold: Sequence[Gold], pred: Sequence[str], *, lang: str = "auto", sentiment: str = "reader", against: str = "both"
) -> Scores:
    """``opinion(["The rooms were clean."], ["Clean room."])["opinion"].values["f1"]``

    Each gold item is a reference, several, or ``{"references": […], "reviews": […]}``: with both, there are scores for
    each, called ``opinion:references`` and so on, unless ``against`` names one of them.
    """
    accept("lang", lang, LANGS)
    accept("sentiment", sentiment, SENTIMENTS)
    accept("against", against, ("both", *KINDS))
    same_length(gold, pred)
    sides = _sides(gold, against)
    scores: Scores = {}
    for kind, texts in sides.items():
        items = [_item(number, *pair, lang) for number, pair in enumerate(zip(texts, pred, strict=True), start=1)]
        for name, score in _scores(items, kind, sentiment).items():
            scores[f"{name}:{kind}" if len(sides) > 1 else name] = score
    return scores


def _sides(gold: Sequence[Gold], against: str) -> dict[str, list[tuple[str, ...]]]:
    """The texts of each item by kind; a kind must be there for all items or for none."""
    texts_of = [_by_kind(number, item) for number, item in enumerate(gold, start=1)]
    wanted = [kind for kind in KINDS if against in ("both", kind) and (against == kind or kind in texts_of[0])]
    for number, item in enumerate(texts_of, start=1):
        lacking = [kind for kind in wanted if not item.get(kind)]
        if lacking:
            raise ItemError("gold", number, f"there are no {lacking[0]}; either all items have them or none.")
    return {kind: [item[kind] for item in texts_of] for kind in wanted}


def _by_kind(number: int, item: Gold) -> dict[str, tuple[str, ...]]:
    texts_of = item if isinstance(item, Mapping) else {"references": item}
    kinds = [kind for kind in KINDS if isinstance(texts_of.get(kind), str) or texts_of.get(kind)]
    if not kinds:
        raise ItemError("gold", number, f"there is nothing to hold a summary against; it needs {' or '.join(KINDS)}.")
    return {kind: _texts(number, texts_of[kind]) for kind in kinds}


def _texts(number: int, value: str | Sequence[str]) -> tuple[str, ...]:
    texts = (value,) if isinstance(value, str) or not isinstance(value, Sequence) else tuple(value)
    for text in texts:
        if not isinstance(text, str):
            raise ItemError("gold", number, f"{text!r} is not a text.")
    return texts


def _item(number: int, texts: tuple[str, ...], summary: str, lang: str) -> Item:
    if not isinstance(summary, str):
        raise ItemError("predictions", number, f"{summary!r} is not a text.")
    if lang == "auto":
        votes = Counter(map(detect, texts))
        lang = max(LANGUAGES, key=lambda code: votes[code])
    return Item(texts, summary, lang)


def _scores(items: Sequence[Item], kind: str, sentiment: str) -> Scores:
    readers = {lang: digester(lang, sentiment) for lang in sorted({item.lang for item in items})}
    topics = {lang: Topics(reader.topics) for lang, reader in readers.items()}
    rows: dict[str, list[Array]] = {name: [] for name in POLARITY}
    unread: list[tuple[Cell, ...]] = []
    for number, item in enumerate(items, start=1):
        digest = readers[item.lang].digest
        pool, summary = Pool([digest(text) for text in item.texts]), digest(item.comparable_summary)
        topics[item.lang].add(item, pool, summary)
        unread += [(number, why) for why in _silence(item, pool, summary)]
        for name, polarity in POLARITY.items():
            rows[name].append(np.array(match(summary, pool, polarity=polarity)))
    settings: dict[str, object] = {
        "lang": "+".join(readers),
        "reader": "+".join(reader.name for reader in readers.values()),
        kind: "pool" if any(len(item.texts) > 1 for item in items) else "1",
        "curve": f"{STEEP:g},{BAR:g}",
        "prior": f"{PRIOR:g}",
    }
    return {
        name: make_score(
            name,
            _figures(np.array(matches)),
            means(*FIGURES),
            sign(name, polarity=POLARITY[name], **settings),
            columns=FIGURES,
            details=_details(topics.values(), unread) if name == "opinion" else None,
        )
        for name, matches in rows.items()
    }


def _figures(rows: Array) -> Array:
    return np.column_stack([rows, harmonic(rows[:, 0], rows[:, 1])])


class Topics:
    """Counts the texts and the summaries of one language that speak of each topic."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.texts, self.summaries = np.zeros(len(names)), np.zeros(len(names))
        self.sizes = [0, 0]

    def add(self, item: Item, pool: Pool, summary: Digest) -> None:
        self.sizes = [self.sizes[0] + len(item.texts), self.sizes[1] + 1]
        self.summaries += spoken(summary.topics)
        if pool.texts:
            self.texts += pool.spoken.sum(axis=0)

    def rows(self) -> Iterator[tuple[str, float, float]]:
        """Topics that are spoken of often enough, with the share of texts and of summaries."""
        shares = (self.texts / self.sizes[0], self.summaries / self.sizes[1])
        for name, texts, summaries in zip(self.names, *(share.tolist() for share in shares), strict=True):
            if max(texts, summaries) >= LEAST:
                yield name, texts, summaries


def _silence(item: Item, pool: Pool, summary: Digest) -> Iterator[str]:
    """Why an item scores 0 whatever it is about."""
    if not pool.texts:
        yield "the texts hold no words"
    if item.comparable_summary != item.summary:
        yield "the summary is in another language than the texts"
    elif not len(summary):
        yield "the summary holds no words"


def _details(topics: Iterable[Topics], unread: Sequence[tuple[Cell, ...]]) -> dict[str, Table]:
    rows = sorted((row for counts in topics for row in counts.rows()), key=lambda row: (-row[1], row[0]))
    shares = Table(("topic", "texts", "summaries"), tuple(rows), "Share of texts, and of summaries, that speak of it.")
    silent = Table(("item", "why"), tuple(unread), "Items that score 0 because there is nothing to compare.")
    return {name: table for name, table in (("by_topic", shares), ("unread", silent)) if table.rows}
