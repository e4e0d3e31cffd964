"""What is labelled: categories with a value each, or spans of the text with a label each.

An answer is one person's labels of one review, as plain JSON. For categories (and stars, which are one category that
must be answered) it is ``{"food": "positive"}``; a category that the review does not mention is not there. For spans
and mentions it is ``[[4, 9, "positive"], …]``; the offsets count code points of the text, and a mention may have a
fourth element, the name of what it refers to.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from voxpop.errors import InputError, OptionError, choose
from voxpop.metrics import MEASURES

KINDS = ("categories", "spans", "mentions", "stars")
POLARITIES = ("positive", "neutral", "negative")
ABSENT = "–"  # the value of a category that is not mentioned, and of a character in no span
MOST_LABELS, LONGEST_LABEL = 200, 80
Answer = dict[str, str] | list[list[Any]]
Marked = tuple[int, int, str]


class AnswerError(InputError):
    """An answer that does not fit the scheme or the text."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """The kind of labels, their names and, for categories, the values that each can have."""

    kind: str
    labels: tuple[str, ...]
    values: tuple[str, ...] = ()
    model: Mapping[str, str] = field(default_factory=dict)  # the reader's name of a category, where it is another

    @property
    def marks_spans(self) -> bool:
        """Whether an answer is a list of spans."""
        return self.kind in ("spans", "mentions")

    @property
    def classes(self) -> tuple[str, ...]:
        """Everything that one cell of an answer can be, the absent value last."""
        shown = self.labels if self.marks_spans else self.values
        return shown if self.kind == "stars" else (*shown, ABSENT)

    def check(self, answer: Any, text: str) -> Answer:
        """Return an answer in its canonical form, or raise an ``AnswerError`` that says what does not fit."""
        return self._spans(answer, text) if self.marks_spans else self._values(answer)

    def _values(self, answer: Any) -> Answer:
        if not isinstance(answer, dict):
            raise AnswerError(f"An answer is an object such as {{{self.labels[0]!r}: {self.values[0]!r}}}.")
        for label, value in answer.items():
            if label not in self.labels:
                raise AnswerError(f"Unknown label {label!r}. Accepted: {', '.join(self.labels)}.")
            if value not in self.values:
                raise AnswerError(f"{label} cannot be {value!r}. Accepted: {', '.join(self.values)}.")
        if self.kind == "stars" and not answer:
            raise AnswerError(f"The stars are missing. Accepted: {', '.join(self.values)}.")
        return {label: answer[label] for label in self.labels if label in answer}

    def _spans(self, answer: Any, text: str) -> Answer:
        if not isinstance(answer, list):
            raise AnswerError(f"An answer is a list of spans such as [0, 4, {self.labels[0]!r}].")
        spans: dict[Marked, list[Any]] = {}
        for span in answer:
            if not isinstance(span, list) or len(span) not in (3, 4) or not all(type(end) is int for end in span[:2]):
                raise AnswerError(f"A span is [start, end, label], not {span!r}.")
            start, end, label, *entity = span
            if not 0 <= start < end <= len(text):
                raise AnswerError(f"The span {start} to {end} does not lie in the text of {len(text)} characters.")
            if label not in self.labels:
                raise AnswerError(f"Unknown label {label!r}. Accepted: {', '.join(self.labels)}.")
            if entity and not (isinstance(entity[0], str) and len(entity[0]) <= LONGEST_LABEL):
                raise AnswerError(f"What a mention refers to is a name, not {entity[0]!r}.")
            spans[start, end, label] = [start, end, label, *(name for name in entity if name.strip())]
        return [spans[key] for key in sorted(spans)]


def marks(answer: Answer) -> list[Marked]:
    """Return the spans of an answer without the names of what they refer to."""
    return [(span[0], span[1], span[2]) for span in answer] if isinstance(answer, list) else []


def same(first: Answer, second: Answer) -> bool:
    """Whether two answers say the same; names that mentions refer to are free text and not compared."""
    if isinstance(first, list):
        return marks(first) == marks(second)
    return first == second


def score(scheme: Scheme, gold: Sequence[Answer], answers: Sequence[Answer]) -> float:
    """Return how far answers are right: the share of right stars, else F1 of the labels (of spans, by overlap)."""
    if scheme.marks_spans:
        return MEASURES["spans"]([*map(marks, gold)], [*map(marks, answers)])["partial"].value
    pairs = [(set(dict(a).items()), set(dict(b).items())) for a, b in zip(gold, answers, strict=True)]
    total = sum(len(a) + len(b) for a, b in pairs)
    return 2 * sum(len(a & b) for a, b in pairs) / total if total else 1.0


def load_scheme(name: str, *, labels: Sequence[str] = ()) -> Scheme:
    """Return a scheme that comes with voxpop, or that of a TOML file; ``labels`` take the place of its labels."""
    if name.endswith(".toml"):
        return parse_scheme(read_text(Path(name), "scheme"), name, labels=labels)
    choose("scheme", name, KINDS)
    text = files(__package__).joinpath("schemes", f"{name}.toml").read_text("utf-8")
    return parse_scheme(text, name, labels=labels)


def parse_scheme(text: str, source: str, *, labels: Sequence[str] = ()) -> Scheme:
    """Return the scheme that a TOML text describes."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{source} is not TOML: {error}.") from None
    kind = table.get("kind")
    if kind not in KINDS:
        raise InputError(f"{source}: kind is {kind!r}. Accepted: {', '.join(KINDS)}.")
    names = _names(list(labels) or table.get("labels", ["stars"] if kind == "stars" else None), "labels", source)
    values: tuple[str, ...] = ()
    if kind in ("categories", "stars"):
        default = ["1", "2", "3", "4", "5"] if kind == "stars" else list(POLARITIES)
        values = _names(table.get("values", default), "values", source)
    if kind == "stars" and len(names) != 1:
        raise InputError(f"{source}: a scheme of stars has one label, not {len(names)}.")
    model = table.get("model", {})
    if not isinstance(model, dict) or not all(isinstance(name, str) for name in model.values()):
        raise InputError(f"{source}: model is a table of names of the reader's categories by label.")
    return Scheme(kind, names, values, {label: name for label, name in model.items() if label in names})


def _names(value: Any, what: str, source: str) -> tuple[str, ...]:
    names = [" ".join(name.split()) for name in value if isinstance(name, str)] if isinstance(value, list) else []
    if not names or not all(names) or len(names) != len(value) or len(set(names)) < len(names) or ABSENT in names:
        raise InputError(f'{source}: {what} must be a list of distinct names, such as {what} = ["food", "service"].')
    if len(names) > MOST_LABELS or max(map(len, names)) > LONGEST_LABEL:
        raise OptionError(f"{source}: at most {MOST_LABELS} {what} of at most {LONGEST_LABEL} characters each.")
    return tuple(names)


def read_text(path: Path, what: str) -> str:
    """Return the text of a file, or raise an ``InputError`` that says what it should have been."""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"The {what} {path} cannot be read: {error}.") from None
