"""What can be read with, and its answers in the form of Bu et al.'s systems, so that one table holds them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from research.training.data import Corpus
from research.training.reader.figures import Knobs, verdict
from research.training.reader.star_figures import median, tempered
from research.training.scheme import NOT_MENTIONED
from research.training.scores import Prediction
from voxpop.errors import InputError
from voxpop.types import ReaderOutput

SETS = {"restaurant": "se14", "asap-zh": "asap", "asap": "asap"}  # data set: the label set its aspects are in


class Reads(Protocol):
    """A reader."""

    @property
    def config(self) -> Mapping[str, Any]: ...

    def read(self, texts: Sequence[str]) -> list[ReaderOutput]: ...


class Together:
    """Several readers as one: the mean of what they say of categories and stars.

    Terms are those of the first, since the others may know other pieces.
    """

    def __init__(self, readers: Sequence[Reads]) -> None:
        self.readers = readers
        self.config = readers[0].config

    def read(self, texts: Sequence[str]) -> list[ReaderOutput]:
        return [mean(same) for same in zip(*(reader.read(texts) for reader in self.readers), strict=True)]


def mean(readings: Sequence[ReaderOutput]) -> ReaderOutput:
    presence, polarity, stars = (np.stack([getattr(one, name) for one in readings]).mean(axis=0)
                                 for name in ("presence", "polarity", "stars"))  # fmt: skip
    return readings[0]._replace(presence=presence, polarity=polarity, stars=stars)


def predictions(reader: Reads, corpus: Corpus) -> tuple[Prediction, ...]:
    """Labels of the aspects that the test reviews speak of, where the reader knows them, and the median star."""
    knobs = Knobs.of(reader.config)
    readings = reader.read([example.text for example in corpus.test])
    places = aspect_places(knobs, corpus)
    chances = tempered(np.stack([reading.stars for reading in readings]).astype(np.float64), knobs.stars.temperature)
    found = []
    for example, reading, stars in zip(corpus.test, readings, median(chances).tolist(), strict=True):
        labels = places and tuple(NOT_MENTIONED if label == NOT_MENTIONED else verdict(reading.polarity[place])
                                  for label, place in zip(example.labels, places, strict=True))  # fmt: skip
        found.append(Prediction(example.id, labels or None, stars))
    return tuple(found)


def aspect_places(knobs: Knobs, corpus: Corpus) -> list[int]:
    """Where the aspects of a data set stand in a reading; nowhere if no label set of readers holds them."""
    name = SETS.get(corpus.name)
    if name is None:
        return []
    known = knobs.places.get(name, {})
    missing = [aspect for aspect in corpus.scheme.aspects if aspect not in known]
    if missing:
        raise InputError(f"This reader does not know {', '.join(missing)} of {corpus.name}: its config.json should "
                         f"list them in the set {name!r}.")  # fmt: skip
    return [known[aspect] for aspect in corpus.scheme.aspects]
