"""Opinosis: 51 topics such as ``rooms_swissotel_chicago``, three to five distinct gold summaries each."""

from __future__ import annotations

import re
import statistics
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zipfile import ZipFile

from research import datasets
from research.papers.base import DATA
from voxpop.errors import AssetError, InputError
from voxpop.metrics.agreement import cohen, percent

ARCHIVE = "OpinosisDataset1.0_0.zip"
LABELS = ("positive", "negative")
ANNOTATION = "opinosis_polarity.tsv"

_MEMBER = re.compile(r"summaries-gold/([^/]+)/\1\.(\d+)\.gold")
_WORD = re.compile(r"[\w']+")

Key = tuple[str, int]  # topic and number, as in the name of the file


@dataclass(frozen=True, slots=True)
class GoldSummary:
    """A gold summary on one line. A text that occurs twice in a topic goes by its first number."""

    topic: str
    number: int
    text: str

    @property
    def key(self) -> Key:
        return self.topic, self.number


@dataclass(frozen=True, slots=True)
class PolarityLabel:
    """How two independent readings and their adjudication judge a summary."""

    first: str
    second: str
    final: str


@dataclass(frozen=True, slots=True)
class TopicStatistics:
    """Table 3 of Tay et al. (2019)."""

    summaries: int
    shortest: int
    longest: int
    mean: float
    median: float


def summaries(data: str | Path | None = None) -> list[GoldSummary]:
    """The distinct gold summaries by topic and number."""
    path = datasets.find("opinosis", data) / ARCHIVE
    texts: dict[Key, str] = {}
    with ZipFile(path) as archive:
        for name in archive.namelist():
            if member := _MEMBER.fullmatch(name):
                texts[member[1], int(member[2])] = _decode(archive.read(name), f"{path}: {name}")
    if not texts:
        raise InputError(f"{path} holds no gold summaries (summaries-gold/TOPIC/TOPIC.N.gold).")
    first: dict[tuple[str, str], int] = {}
    for (topic, number), text in sorted(texts.items()):
        first.setdefault((topic, text), number)
    return [GoldSummary(topic, number, text) for (topic, text), number in first.items()]


def words(text: str) -> list[str]:
    """Words as Table 3 counts them: an apostrophe does not divide, a hyphen does."""
    return _WORD.findall(text)


def statistics_of(texts: Sequence[str]) -> TopicStatistics:
    lengths = [len(words(text)) for text in texts]
    return TopicStatistics(len(texts), min(lengths), max(lengths), statistics.mean(lengths), statistics.median(lengths))


@cache
def polarities() -> dict[Key, PolarityLabel]:
    """Our annotation of the gold summaries, without their texts."""
    lines = DATA.joinpath(ANNOTATION).read_text("utf-8").splitlines()
    found: dict[Key, PolarityLabel] = {}
    for place, line in enumerate(lines[1:], start=2):
        topic, number, *labels = line.split("\t")
        if len(labels) != 3 or not set(labels) <= set(LABELS) or (topic, int(number)) in found:
            raise AssetError(f"{ANNOTATION}, line {place}, was damaged: {line!r}. Install voxpop again.")
        found[topic, int(number)] = PolarityLabel(*labels)
    return found


def agreement(labels: Collection[PolarityLabel]) -> tuple[float, float]:
    """Of the two readings: the share of equal labels, and Cohen's kappa, which is 0 at chance and 1 at best."""
    pairs = [(label.first, label.second) for label in labels]
    return percent(pairs).value, cohen(pairs).value


def _decode(content: bytes, where: str) -> str:
    try:
        return " ".join(content.decode("utf-8").split())
    except UnicodeDecodeError as error:
        raise InputError(f"{where} is not UTF-8 text: {error.reason} at byte {error.start}.") from None
