"""opinion-score: does a summary speak of what its references or sources speak of, and in the same sense?

Two scores with precision, recall and F1 each: ``opinion``, aspects and polarity together, and ``aspects`` alone.
docs/measures.md says how they come about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from voxpop.errors import choose
from voxpop.lang import LANGUAGES, detect
from voxpop.metrics.measure import MEASURES, Array, ItemError, Score, Scores, harmonic, means, same_length, sign
from voxpop.metrics.opinion_digest import SENTIMENTS, Digest, digester
from voxpop.metrics.opinion_match import BAR, PRIOR, STEEP, Pool, match, spoken
from voxpop.metrics.score_table import Table

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
    choose("lang", lang, LANGS)
    choose("sentiment", sentiment, SENTIMENTS)
    choose("against", against, ("both", *KINDS))
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
    texts_by_kind = {}
    for kind in kinds:
        value = texts_of[kind]
        texts = (value,) if isinstance(value, str) or not isinstance(value, Sequence) else tuple(value)
        for text in texts:
            if not isinstance(text, str):
                raise ItemError("gold", number, f"{text!r} is not a text.")
        texts_by_kind[kind] = texts
    return texts_by_kind


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
    unread: list[tuple[int, str]] = []
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
    by_topic = sorted((row for counts in topics.values() for row in counts.rows()), key=lambda row: (-row[1], row[0]))
    tables = {
        "by_topic": Table(
            ("topic", "texts", "summaries"), tuple(by_topic), "Share of texts, and of summaries, that speak of it."
        ),
        "unread": Table(("item", "why"), tuple(unread), "Items that score 0 because there is nothing to compare."),
    }
    details = {"opinion": {name: table for name, table in tables.items() if table.rows}}
    scores: Scores = {}
    for name, matches in rows.items():
        precision, recall = np.array(matches).T
        figures = np.column_stack([precision, recall, harmonic(precision, recall)])
        signature = sign(name, polarity=POLARITY[name], **settings)
        scores[name] = Score(name, figures, means(*FIGURES), signature, details=details.get(name, {}))
    return scores


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
