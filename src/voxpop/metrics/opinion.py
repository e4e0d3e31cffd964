"""opinion-score: does a summary speak of what its references or sources speak of, and in the same sense?

Two scores with precision, recall and F1 each: ``opinion``, aspects and polarity together, and ``aspects`` alone.
docs/measures.md says how they come about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from voxpop.metrics.base import (
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
)  # fmt: skip
from voxpop.metrics.opinion_digest import Digester, digester
from voxpop.metrics.opinion_match import BAR, PRIOR, STEEP, Pool, match, spoken
from voxpop.metrics.table import Table
from voxpop.settings import ENGINES
from voxpop.text import detect

Gold = str | Sequence[str] | Mapping[str, str | Sequence[str]]
KINDS = ("references", "reviews")
LANGS = ("auto", "en", "zh")
FIGURES = ("precision", "recall", "f1")
LEAST = 0.05  # of the texts or summaries speak of a topic that is told
POLARITY = {"opinion": True, "aspects": False}  # the scores, and whether feelings count


class Item(NamedTuple):
    """One summary and the texts it is held against, in the language of these."""

    texts: tuple[str, ...]
    summary: str
    lang: str

    @property
    def said(self) -> str:
        """The summary, or nothing where it is in the other language."""
        return "" if {self.lang, detect(self.summary)} == {"en", "zh"} else self.summary


@MEASURES.register("opinion")
def opinion(
    gold: Sequence[Gold], pred: Sequence[str], *, lang: str = "auto", sentiment: str = "auto", against: str = "both"
) -> Scores:
    """``opinion(["The rooms were clean."], ["Clean room."])["opinion"].values["f1"]``

    Each gold item is a reference, several, or ``{"references": […], "reviews": […]}``: with both, there are scores for
    each, called ``opinion:references`` and so on, unless ``against`` names one of them.
    """
    accept("lang", lang, LANGS)
    accept("sentiment", sentiment, ENGINES)
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
    found = [_by_kind(number, item) for number, item in enumerate(gold, start=1)]
    wanted = [kind for kind in KINDS if against in ("both", kind) and (against == kind or kind in found[0])]
    for number, item in enumerate(found, start=1):
        lacking = [kind for kind in wanted if not item.get(kind)]
        if lacking:
            raise ItemError("gold", number, f"there are no {lacking[0]}; either all items have them or none.")
    return {kind: [item[kind] for item in found] for kind in wanted}


def _by_kind(number: int, item: Gold) -> dict[str, tuple[str, ...]]:
    given = item if isinstance(item, Mapping) else {"references": item}
    kinds = [kind for kind in KINDS if isinstance(given.get(kind), str) or given.get(kind)]
    if not kinds:
        raise ItemError("gold", number, f"there is nothing to hold a summary against; it needs {' or '.join(KINDS)}.")
    return {kind: _texts(number, given[kind]) for kind in kinds}


def _texts(number: int, given: str | Sequence[str]) -> tuple[str, ...]:
    texts = (given,) if isinstance(given, str) or not isinstance(given, Sequence) else tuple(given)
    for text in texts:
        if not isinstance(text, str):
            raise ItemError("gold", number, f"{text!r} is not a text.")
    return texts


def _item(number: int, texts: tuple[str, ...], summary: str, lang: str) -> Item:
    if not isinstance(summary, str):
        raise ItemError("predictions", number, f"{summary!r} is not a text.")
    if lang == "auto":
        votes = Counter(map(detect, texts))
        lang = "zh" if votes["zh"] > votes["en"] else "en"
    return Item(texts, summary, lang)


def _scores(items: Sequence[Item], kind: str, sentiment: str) -> Scores:
    readers = {lang: digester(lang, sentiment) for lang in sorted({item.lang for item in items})}
    rows: dict[str, list[Array]] = {name: [] for name in POLARITY}
    for item in items:
        digest = readers[item.lang].digest
        pool, summary = Pool([digest(text) for text in item.texts]), digest(item.said)
        for name, polarity in POLARITY.items():
            rows[name].append(np.array(match(summary, pool, polarity=polarity)))
    details = {"by_topic": _by_topic(items, readers)} if any(reader.topics for reader in readers.values()) else {}
    several = "pool" if any(len(item.texts) > 1 for item in items) else "1"
    told: dict[str, object] = {
        "lang": "+".join(readers), "reader": "+".join(reader.name for reader in readers.values()),
        kind: several, "curve": f"{STEEP:g},{BAR:g}", "prior": f"{PRIOR:g}",
    }  # fmt: skip
    return {
        name: make_score(name, _figures(np.array(found)), means(*FIGURES), sign(name, polarity=POLARITY[name], **told),
                         columns=FIGURES, details=details if name == "opinion" else None)
        for name, found in rows.items()
    }  # fmt: skip


def _figures(rows: Array) -> Array:
    return np.column_stack([rows, harmonic(rows[:, 0], rows[:, 1])])


def _by_topic(items: Sequence[Item], readers: Mapping[str, Digester]) -> Table:
    """How much the texts and the summaries speak of each topic."""
    rows = [row for lang, reader in readers.items() for row in _topics(reader, [i for i in items if i.lang == lang])]
    told = sorted((row for row in rows if max(row[1:]) >= LEAST), key=lambda row: (-row[1], row[0]))
    return Table(("topic", "texts", "summaries"), tuple(told), "Share of texts, and of summaries, that speak of it.")


def _topics(reader: Digester, items: Sequence[Item]) -> Iterator[tuple[str, float, float]]:
    texts, summaries = (
        np.mean([spoken(reader.digest(text).topics) for text in side], axis=0)
        for side in ([text for item in items for text in item.texts], [item.said for item in items])
    )
    yield from zip(reader.topics, texts.tolist(), summaries.tolist(), strict=True)
