"""The labelled reviews that the systems of Bu et al. (2021) learn from: ``load("restaurant", folder)``.

``python -m research.training.prepare --data DIR --out OUT`` writes them in one plain format, words cut, so that a machine
that has torch and nothing else can train on them; ``load`` reads that format too.
"""

from __future__ import annotations

import json
import lzma
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TypeVar

from research.training.scheme import CLASSES, NOT_MENTIONED, QUESTIONS, Scheme
from voxpop.errors import InputError, OptionError, OutputError, choose
from voxpop.registry import Registry

DEV_SEED = 1
DEV_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Example:
    """A review with one label per aspect of its scheme, and its stars where they are known."""

    id: str
    text: str
    labels: tuple[int, ...]
    stars: float | None = None
    source: str = ""
    words: tuple[str, ...] = ()  # filled by ``with_words``: the networks without BERT read these
    grades: tuple[float | None, ...] = ()  # the stars of each aspect, where writers gave such

    @property
    def mentioned(self) -> dict[int, int]:
        """Aspect number to label, for the aspects that the review speaks of."""
        return {i: label for i, label in enumerate(self.labels) if label != NOT_MENTIONED}


@dataclass(frozen=True, slots=True)
class Corpus:
    """A data set split into three. Early stopping looks at ``dev``; ``test`` is looked at once."""

    name: str
    scheme: Scheme
    train: tuple[Example, ...]
    dev: tuple[Example, ...]
    test: tuple[Example, ...]

    def __post_init__(self) -> None:
        for example in (*self.train, *self.dev, *self.test):
            check(example, self.scheme)

    @property
    def splits(self) -> dict[str, tuple[Example, ...]]:
        return {"train": self.train, "dev": self.dev, "test": self.test}


class HasId(Protocol):
    @property
    def id(self) -> str: ...


Named = TypeVar("Named", bound=HasId)
Loader = Callable[[Path], Corpus]
CORPORA: Registry[Loader] = Registry("data set")


def load(name: str, data: Path) -> Corpus:
    """A data set by name, from its own files under ``data`` or from the plain format."""
    from research.training import corpora  # noqa: F401  (registers the data sets)

    loader = CORPORA[name]
    plain = data / f"{name}.jsonl.xz"
    return read_plain(plain) if plain.is_file() else loader(data)


def check(example: Example, scheme: Scheme) -> None:
    """An error for labels outside the scheme and stars that are no stars."""
    if len(example.labels) != len(scheme.aspects):
        raise InputError(f"Review {example.id!r} has {len(example.labels)} labels; the scheme {scheme.name!r} has "
                         f"{len(scheme.aspects)} aspects.")  # fmt: skip
    for aspect, label in zip(scheme.aspects, example.labels, strict=True):
        if label not in CLASSES and label != NOT_MENTIONED:
            raise InputError(f"Review {example.id!r}: {label!r} is no label of {aspect}. Accepted: 1 positive, "
                             "0 neutral, -1 negative, -2 not mentioned.")  # fmt: skip
    if example.grades and len(example.grades) != len(scheme.aspects):
        raise InputError(f"Review {example.id!r} has stars for {len(example.grades)} aspects; the scheme "
                         f"{scheme.name!r} has {len(scheme.aspects)}.")  # fmt: skip
    for stars in (example.stars, *example.grades):
        if stars is not None and not 1 <= stars <= 5:
            raise InputError(f"Review {example.id!r} has {stars} stars. Accepted: 1 to 5, or none.")


def hold_out(
    examples: Sequence[Named],
    *,
    share: float = DEV_SHARE,
    seed: int = DEV_SEED,
    key: Callable[[Named], str] | None = None,
) -> tuple[tuple[Named, ...], tuple[Named, ...]]:
    """The rest, and a share that depends on the seed and the ids alone. Examples of one ``key`` stay together."""
    if not 0 < share < 1:
        raise OptionError(f"The share held out must lie between 0 and 1, not {share}.")
    key = key or (lambda example: example.id)
    groups = sorted({key(example) for example in examples})
    random.Random(seed).shuffle(groups)
    held = set(groups[: max(1, round(share * len(groups)))])
    rest = tuple(example for example in examples if key(example) not in held)
    return rest, tuple(example for example in examples if key(example) in held)


def with_words(corpus: Corpus) -> Corpus:
    """The same reviews cut into lower-case words, by the tokenizer of their language (jieba for Chinese)."""

    def add(examples: Sequence[Example]) -> tuple[Example, ...]:
        found = iter(cut([example.text for example in examples if not example.words], corpus.scheme.lang))
        return tuple(e if e.words else replace(e, words=next(found)) for e in examples)

    return replace(corpus, train=add(corpus.train), dev=add(corpus.dev), test=add(corpus.test))


def cut(texts: Iterable[str], lang: str) -> Iterable[tuple[str, ...]]:
    """Words and marks; no tags are asked for, which would cost ten times as much."""
    tokens = import_module(f"voxpop.lang.{choose('language', lang, QUESTIONS)}.tokens").tokens
    for text in texts:
        yield tuple(word.lower() for word in tokens(text).texts)


# --- the plain format


def write_plain(corpus: Corpus, path: Path) -> None:
    """One JSON object a line: first the scheme, then the reviews with their split."""
    head = {"format": "voxpop-corpus-1", "name": corpus.name, "scheme": asdict(corpus.scheme)}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with lzma.open(path, "wt", encoding="utf-8", preset=2) as lines:
            lines.write(json.dumps(head, ensure_ascii=False) + "\n")
            for split, examples in corpus.splits.items():
                for example in examples:
                    lines.write(json.dumps({"split": split, **asdict(example)}, ensure_ascii=False) + "\n")
    except OSError as error:
        raise OutputError(f"The data set cannot be written to {path}: {error.strerror}.") from None


def read_plain(path: Path) -> Corpus:
    splits: dict[str, list[Example]] = {"train": [], "dev": [], "test": []}
    number = 1
    try:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            head = json.loads(next(lines))
            scheme = Scheme.from_json(head["scheme"])
            for line in lines:
                number += 1
                row: dict[str, Any] = json.loads(line)
                split = row.pop("split")
                row |= {name: tuple(row.get(name, ())) for name in ("labels", "words", "grades")}
                splits[split].append(Example(**row))
            return Corpus(head["name"], scheme, *(tuple(found) for found in splits.values()))
    except (OSError, EOFError, lzma.LZMAError, ValueError, KeyError, TypeError, StopIteration) as error:
        raise InputError(f"{path}, line {number}, is not a data set as python -m research.training.prepare writes it "
                         f"({type(error).__name__}: {error}).") from None  # fmt: skip
