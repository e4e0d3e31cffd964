"""A text of a data set with the annotations that its set has, and files of such samples.

``python -m research.training.samples.gather`` writes these files; ``read_samples`` reads them with nothing but the
standard library.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from research.training.samples.label_sets import label_sets
from voxpop.errors import InputError, OutputError

SPLITS = ("train", "dev", "test")
POLARITIES = (1, 0, -1, None)

Term = tuple[int, int, int | None]
Span = tuple[int, int]
Labels = Mapping[str, Mapping[str, int | None]]


@dataclass(frozen=True, slots=True)
class Sample:
    """A text with what is known of it; None where its data set does not annotate such things.

    A polarity is 1, 0, −1, or None where opinions conflict. A category that its label set has and ``labels`` does not
    name is not mentioned. ``stars`` is a range: (4, 4) exactly, (4, 5) for a review only known to be positive.
    """

    id: str
    text: str
    source: str
    split: str
    terms: tuple[Term, ...] | None = None
    opinions: tuple[Span, ...] | None = None
    labels: Labels | None = None
    stars: Span | None = None

    def __post_init__(self) -> None:
        check(self)


def check(sample: Sample) -> None:
    """An error for a span outside the text, a category outside its scheme, a polarity or stars that are none."""
    where = f"Sample {sample.id!r} of {sample.source!r}"
    if not sample.text.strip():
        raise InputError(f"{where} has no text.")
    if sample.split not in SPLITS:
        raise InputError(f"{where}: {sample.split!r} is no split. Accepted: {', '.join(SPLITS)}.")
    for start, end in [*((term[0], term[1]) for term in sample.terms or ()), *(sample.opinions or ())]:
        if not 0 <= start < end <= len(sample.text) or not sample.text[start:end].strip():
            raise InputError(f"{where}: the span {start}–{end} holds no words of a text of {len(sample.text)} "
                             "characters. Spans count characters; the end is not included.")  # fmt: skip
    for _, _, polarity in sample.terms or ():
        _check_polarity(where, "a term", polarity)
    for name, found in (sample.labels or {}).items():
        _check_labels(where, name, found)
    if sample.stars is not None and not 1 <= sample.stars[0] <= sample.stars[1] <= 5:
        raise InputError(f"{where}: {sample.stars} are no stars. Accepted: low and high from 1 to 5.")


def _check_labels(where: str, name: str, found: Mapping[str, int | None]) -> None:
    scheme = label_sets().get(name)
    if scheme is None:
        raise InputError(f"{where}: {name!r} is no label set. Accepted: {', '.join(label_sets())}.")
    for category, polarity in found.items():
        if category not in scheme:
            raise InputError(f"{where}: {category!r} is no category of {name!r}. Accepted: {', '.join(scheme)}.")
        _check_polarity(where, category, polarity)


def _check_polarity(where: str, what: str, polarity: int | None) -> None:
    if polarity not in POLARITIES:
        raise InputError(f"{where}: {polarity!r} is no polarity of {what}. Accepted: 1, 0, -1, or null for conflict.")


# --- files


def to_json(sample: Sample) -> dict[str, Any]:
    """A sample as it stands in a file: what is not annotated is left out."""
    found = {field.name: getattr(sample, field.name) for field in fields(sample)}
    return {name: value for name, value in found.items() if value is not None}


def from_json(row: Mapping[str, Any]) -> Sample:
    terms, opinions, stars = row.get("terms"), row.get("opinions"), row.get("stars")
    return Sample(
        id=row["id"],
        text=row["text"],
        source=row["source"],
        split=row["split"],
        terms=None if terms is None else tuple((start, end, polarity) for start, end, polarity in terms),
        opinions=None if opinions is None else tuple((start, end) for start, end in opinions),
        labels=row.get("labels"),
        stars=None if stars is None else (stars[0], stars[1]),
    )


def read_samples(path: Path) -> list[Sample]:
    """The samples of a file that ``python -m research.training.samples.gather`` wrote."""
    samples = []
    for number, row in read_lines(path):
        try:
            samples.append(from_json(row))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise InputError(f"{path}, line {number}, is not a sample: {error!r}. Expected are id, text, source and "
                             "split, and terms, opinions, labels or stars.") from None  # fmt: skip
        except InputError as error:
            raise InputError(f"{path}, line {number}. {error}") from None
    return samples


def read_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """JSON lines, numbered from 1, of an xz file."""
    number = 0
    try:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                yield number, json.loads(line)
    except FileNotFoundError:
        raise InputError(
            f"There is no file {path}. Write it with python -m research.training.samples.gather."
        ) from None
    except (OSError, EOFError, lzma.LZMAError, ValueError) as error:
        raise InputError(f"{path} cannot be read near line {max(1, number)}: {error}. Expected are JSON lines, "
                         "xz-compressed.") from None  # fmt: skip


def write_lines(rows: Iterable[Mapping[str, Any]], path: Path) -> None:
    """Write rows beside the place of their file, and move it there when it is whole."""
    draft = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with lzma.open(draft, "wt", encoding="utf-8", preset=9) as lines:
            for row in rows:
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")
        draft.replace(path)
    except OSError as error:
        raise OutputError(f"The samples cannot be written to {path}: {error.strerror}.") from None
