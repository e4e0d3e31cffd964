"""How good a reader is, task by task: its readings against annotated samples, every figure with its items.

With the category given, figures are those of Bu et al.'s Table 5 (``models.scores`` computes the same). A label that
the annotators call conflicting has no polarity: in SemEval-14 the whole sentence is then left out of the figures with
the category given, as the paper does; elsewhere that label alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

import numpy as np

from research.training.reader.star_figures import TUNED, StarKnobs, star_scores
from voxpop.errors import InputError
from voxpop.extract.decode import tagged_spans
from voxpop.extract.reader_output import CLASSES, OPINION, POLARITY, TERM, Floats
from voxpop.metrics.label_scores import category_sentiment
from voxpop.metrics.measure import Score, Scores
from voxpop.metrics.spans import spans
from voxpop.types import ReaderOutput, Span

WHOLE = ("se14",)  # sets in which a conflict takes its sentence out
TOGETHER = {"semeval14-restaurants-terms": "semeval14-restaurants"}  # without categories, but of the same test set


class AnnotatedSample(Protocol):
    """An annotated review; None where a task was not annotated (``research.training.reader.samples``)."""

    @property
    def text(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def terms(self) -> Sequence[Sequence[int | None]] | None: ...
    @property
    def opinions(self) -> Sequence[Sequence[int]] | None: ...
    @property
    def labels(self) -> Mapping[str, Mapping[str, int | None]] | None: ...
    @property
    def stars(self) -> Sequence[float] | None: ...


@dataclass(frozen=True, slots=True)
class Knobs:
    """What the dev set chose, and where each category stands among a reading's."""

    places: Mapping[str, Mapping[str, int]]
    present: Mapping[str, float] = field(default_factory=dict)
    term: float = 0.5
    opinion: float = 0.5
    stars: StarKnobs = TUNED

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> Knobs:
        """From the config.json of a reader."""
        places: dict[str, dict[str, int]] = {}
        seen = 0
        for name, categories in config["sets"].items():
            places[name] = {category: seen + i for i, category in enumerate(categories)}
            seen += len(categories)
        term = config.get("term", 0.5)
        return cls(places, config.get("present", {}), term, config.get("opinion", term),
                   StarKnobs.of(config.get("stars", {})))  # fmt: skip


class Found(NamedTuple):
    """A figure: ``score.values[key]``, over ``score.n`` reviews."""

    task: str
    figure: str
    score: Score
    key: str

    @property
    def value(self) -> float:
        return self.score.values[self.key]


Pair = tuple[AnnotatedSample, ReaderOutput]
Pairs = Sequence[Pair]


def measure(
    samples: Sequence[AnnotatedSample], readings: Sequence[ReaderOutput], knobs: Knobs
) -> dict[str, list[Found]]:
    """All figures that the annotations of each source allow; a label set of several sources also has those of all."""
    sources: dict[str, list[Pair]] = {}
    for sample, reading in zip(samples, readings, strict=True):
        sources.setdefault(TOGETHER.get(sample.source, sample.source), []).append((sample, reading))
    found = {source: [each for task in TASKS for each in task(pairs, knobs)] for source, pairs in sources.items()}
    for name in knobs.places:
        labelled = [pairs for pairs in sources.values() if any(name in (sample.labels or ()) for sample, _ in pairs)]
        if len(labelled) > 1:
            one = replace(knobs, places={name: knobs.places[name]})
            found[f"all of {name}"] = list(categories([pair for pairs in labelled for pair in pairs], one))
    return found


# --- categories


def categories(pairs: Pairs, knobs: Knobs) -> Iterator[Found]:
    for name, places in knobs.places.items():
        labelled = [
            (sample.labels[name], reading) for sample, reading in pairs if sample.labels and name in sample.labels
        ]
        known(name, labelled, places)
        if any(gold for gold, _ in labelled):
            yield from given(name, labelled, places)
            yield from detected(name, labelled, places, threshold=knobs.present.get(name, 0.5))


Labelled = Sequence[tuple[Mapping[str, int | None], ReaderOutput]]


def known(name: str, labelled: Labelled, places: Mapping[str, int]) -> None:
    """An error where the samples hold categories that the reader was not taught."""
    strange = sorted({category for gold, _ in labelled for category in gold} - set(places))
    if strange:
        raise InputError(f"The samples have categories of the set {name!r} that this reader does not know: "
                         f"{', '.join(strange)}. It knows: {', '.join(places)}.")  # fmt: skip


def given(name: str, labelled: Labelled, places: Mapping[str, int]) -> Iterator[Found]:
    """The polarity of the categories that the annotators found."""
    asked = [(signs(gold), reading) for gold, reading in labelled if name not in WHOLE or None not in gold.values()]
    asked = [(gold, reading) for gold, reading in asked if gold]
    if not asked:
        return
    pred = [{category: verdict(reading.polarity[places[category]]) for category in gold} for gold, reading in asked]
    scores = polarities([gold for gold, _ in asked], pred)
    yield Found(f"categories given: {name}", "macro-F1", scores["masked_macro"], "f1")
    yield Found(f"categories given: {name}", "accuracy", scores["masked_accuracy"], "value")


def detected(name: str, labelled: Labelled, places: Mapping[str, int], *, threshold: float) -> Iterator[Found]:
    """Finding the categories, and finding them with their polarity."""
    seen = [{category for category, place in places.items() if reading.presence[place] >= threshold}
            for _, reading in labelled]  # fmt: skip
    there = category_sentiment([dict.fromkeys(gold, 0) for gold, _ in labelled], [dict.fromkeys(s, 0) for s in seen],
                               labels=(0,))["unmasked_detection"]  # fmt: skip
    for key in ("precision", "recall", "f1"):
        yield Found(f"categories found: {name}", {"f1": "F1"}.get(key, key), there, key)
    told = [{category: verdict(reading.polarity[places[category]]) for category in said
             if gold.get(category, 0) is not None}
            for (gold, reading), said in zip(labelled, seen, strict=True)]  # fmt: skip
    signed = [signs(gold) for gold, _ in labelled]
    if any(signed):
        both = category_sentiment(signed, told, labels=CLASSES)["unmasked"]
        yield Found(f"categories found: {name}", "F1 with polarity", both, "f1")


def polarities(gold: Sequence[Mapping[str, int]], pred: Sequence[Mapping[str, int]]) -> Scores:
    """Over the classes that gold or predictions hold: a set without neutral labels has two."""
    held = {label for item in (*gold, *pred) for label in item.values()}
    return category_sentiment(gold, pred, labels=[label for label in CLASSES if label in held])


def signs(gold: Mapping[str, int | None]) -> dict[str, int]:
    return {category: label for category, label in gold.items() if label is not None}


def verdict(chances: Floats) -> int:
    return CLASSES[int(chances.argmax())]


# --- terms and opinion words


def terms(pairs: Pairs, knobs: Knobs) -> Iterator[Found]:
    """Terms to the character; their polarity when given; both at once."""
    chosen = [(sample, reading) for sample, reading in pairs if sample.terms is not None]
    if not any(sample.terms for sample, _ in chosen):
        return
    gold = [term_signs(sample) for sample, _ in chosen]
    pred = [tagged_spans(reading, sample.text, TERM, threshold=knobs.term) for sample, reading in chosen]
    yield from overlaps("terms", spans([list(item) for item in gold], pred)["exact"])
    yield from term_polarity(gold, [reading for _, reading in chosen])
    labelled = [[(*span, str(sign)) for span, sign in item.items() if sign is not None] for item in gold]
    told = [[(*span, str(verdict(felt(reading, span)))) for span in said if item.get(span, 0) is not None]
            for (_, reading), said, item in zip(chosen, pred, gold, strict=True)]  # fmt: skip
    if any(labelled):
        yield from overlaps("terms with polarity", spans(labelled, told)["exact"])


def term_signs(sample: AnnotatedSample) -> dict[Span, int | None]:
    return {Span(int(start or 0), int(end or 0)): sign for start, end, sign in sample.terms or ()}


def term_polarity(gold: Sequence[Mapping[Span, int | None]], readings: Sequence[ReaderOutput]) -> Iterator[Found]:
    """Of the gold terms; conflicts and those without a verdict are left out."""
    asked = [({span: sign for span, sign in item.items() if sign is not None}, reading)
             for item, reading in zip(gold, readings, strict=True)]  # fmt: skip
    asked = [(item, reading) for item, reading in asked if item]
    if asked:
        scores = polarities([{str(span): sign for span, sign in item.items()} for item, _ in asked],
                            [{str(span): verdict(felt(reading, span)) for span in item}
                             for item, reading in asked])  # fmt: skip
        yield Found("terms given", "accuracy", scores["masked_accuracy"], "value")
        yield Found("terms given", "macro-F1", scores["masked_macro"], "f1")


def felt(reading: ReaderOutput, span: Span) -> Floats:
    """The mean of the polarity distributions at the pieces that a span overlaps; even chances where there are none."""
    touching = (reading.spans[:, 0] < span.end) & (reading.spans[:, 1] > span.start)
    if not touching.any():
        return np.full(3, 1 / 3, dtype=np.float32)
    mean: Floats = reading.tags[touching, POLARITY].mean(axis=0)
    return mean


def opinions(pairs: Pairs, knobs: Knobs) -> Iterator[Found]:
    chosen = [(sample, reading) for sample, reading in pairs if sample.opinions is not None]
    gold = [list(dict.fromkeys(Span(start, end) for start, end in sample.opinions or ())) for sample, _ in chosen]
    if any(gold):
        pred = [tagged_spans(reading, sample.text, OPINION, threshold=knobs.opinion) for sample, reading in chosen]
        yield from overlaps("opinion words", spans(gold, pred)["exact"])


def overlaps(task: str, score: Score) -> Iterator[Found]:
    for key, title in (("precision", "precision"), ("recall", "recall"), ("f1", "F1")):
        yield Found(task, title, score, key)


# --- stars


def stars(pairs: Pairs, knobs: Knobs) -> Iterator[Found]:
    rated = [(sample.stars, reading.stars) for sample, reading in pairs if sample.stars is not None]
    for figure, score, key in star_scores(rated, knobs.stars):
        yield Found("stars", figure, score, key)


TASKS: tuple[Callable[[Pairs, Knobs], Iterator[Found]], ...] = (categories, terms, opinions, stars)
