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
from voxpop.metrics.measure import (
    MEASURES,
    ItemError,
    Score,
    Scores,
    each,
    harmonic,
    means,
    plain_text,
    same_length,
    sign,
)
from voxpop.metrics.opinion_digest import Digest, digester
from voxpop.metrics.opinion_match import BAR, EVEN, PRIOR, SAME, STEEP, Pool, match
from voxpop.metrics.score_table import Table

Gold = str | Sequence[str] | Mapping[str, str | Sequence[str]]
KINDS = ("references", "reviews")
FIGURES = ("precision", "recall", "f1")
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
def opinion(gold: Sequence[Gold], pred: Sequence[str], *, lang: str = "auto") -> Scores:
    """``opinion(["The rooms were clean."], ["Clean room."])["opinion"].values["f1"]``

    Each gold item is a reference, several, or ``{"references": […], "reviews": […]}``: with both, there are scores for
    each, called ``opinion:references`` and so on.
    """
    choose("lang", lang, ("auto", *LANGUAGES))
    same_length(gold, pred)
    texts_of, summaries = each("gold", gold, _by_kind), each("predictions", pred, plain_text)
    for number, texts in enumerate(texts_of, start=1):
        lacking = [kind for kind in texts_of[0] if kind not in texts]
        if lacking:
            raise ItemError("gold", number, f"there are no {lacking[0]}; either all items have them or none.")
    scores: Scores = {}
    for kind in texts_of[0]:
        items = [_item(texts[kind], summary, lang) for texts, summary in zip(texts_of, summaries, strict=True)]
        for name, score in _scores(items, kind).items():
            scores[f"{name}:{kind}" if len(texts_of[0]) > 1 else name] = score
    return scores


def _by_kind(item: Gold) -> dict[str, tuple[str, ...]]:
    """Return the texts of an item by their kind."""
    texts_of = item if isinstance(item, Mapping) else {"references": item}
    texts_by_kind = {}
    for kind in KINDS:
        value = texts_of.get(kind, ())
        texts = (value,) if isinstance(value, str) or not isinstance(value, Sequence) else value
        if texts:
            texts_by_kind[kind] = tuple(map(plain_text, texts))
    if not texts_by_kind:
        raise ValueError(f"there is nothing to hold a summary against; it needs {' or '.join(KINDS)}.")
    return texts_by_kind


def _item(texts: tuple[str, ...], summary: str, lang: str) -> Item:
    if lang == "auto":
        votes = Counter(map(detect, texts))
        lang = max(LANGUAGES, key=lambda code: votes[code])
    return Item(texts, summary, lang)


def _scores(items: Sequence[Item], kind: str) -> Scores:
    readers = {lang: digester(lang) for lang in sorted({item.lang for item in items})}
    rows: dict[str, list[tuple[float, float]]] = {name: [] for name in POLARITY}
    unread: list[tuple[int, str]] = []
    for number, item in enumerate(items, start=1):
        digest = readers[item.lang].digest
        pool, summary = Pool([digest(text) for text in item.texts]), digest(item.comparable_summary)
        unread += [(number, why) for why in _silence(item, pool, summary)]
        for name, polarity in POLARITY.items():
            rows[name].append(match(summary, pool, polarity=polarity))
    settings: dict[str, object] = {
        "lang": "+".join(readers),
        "reader": "+".join(reader.name for reader in readers.values()),
        kind: "pool" if any(len(item.texts) > 1 for item in items) else "1",
        "curve": f"{STEEP:g},{BAR:g}",
        "confirmed": f"{SAME:g},{EVEN:g}",
        "prior": f"{PRIOR:g}",
    }
    caption = "Items that score 0 because there is nothing to compare."
    details = {"unread": Table(("item", "why"), tuple(unread), caption)} if unread else {}
    scores: Scores = {}
    for name, matches in rows.items():
        precision, recall = np.array(matches).T
        figures = np.column_stack([precision, recall, harmonic(precision, recall)])
        signature = sign(name, polarity=POLARITY[name], **settings)
        scores[name] = Score(name, figures, means(*FIGURES), signature, details=details)
    return scores


def _silence(item: Item, pool: Pool, summary: Digest) -> Iterator[str]:
    """Why an item scores 0 whatever it is about."""
    if not pool.texts:
        yield "the texts hold no words"
    if item.comparable_summary != item.summary:
        yield "the summary is in another language than the texts"
    elif not len(summary):
        yield "the summary holds no words"
