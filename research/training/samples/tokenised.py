"""MEMD and the ASTE triplets come as tokens; users' reviews do not. Here they become text again, spans exact."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from research.training.corpora import opened
from research.training.samples.label_sets import general_name
from research.training.samples.sample import SPLITS, Sample, Span, Term
from voxpop.errors import InputError

MEMD = ("books", "clothing", "hotel", "laptop", "restaurant")
ASTE = ("14lap", "14res", "16res", "15res")
POLARITY = {"POS": 1, "NEU": 0, "NEG": -1, "Positive": 1, "Neutral": 0, "Negative": -1}

Triplet = tuple[Sequence[int], Sequence[int], str]

CLOSING = re.compile(r"[,.!?;:%)\]}…]+|n't|''|['’`](?:s|m|d|re|ve|ll|t)", re.IGNORECASE)
OPENING = re.compile(r"[(\[{$£€]|``")
APOSTROPHE = re.compile(r"['’`]")
CONTRACTED = re.compile(r"s|t|m|d|re|ve|ll", re.IGNORECASE)


def detokenise(tokens: Sequence[str]) -> tuple[str, list[Span]]:
    """The text as it was before it was cut into tokens, as far as rules go, and where each token stands in it."""
    text, spans = "", list[Span]()
    for at, token in enumerate(tokens):
        if text and not _glued(tokens, at):
            text += " "
        spans.append((len(text), len(text) + len(token)))
        text += token
    return text, spans


def _glued(tokens: Sequence[str], at: int) -> bool:
    """Whether no space stands before this token."""
    before, token = tokens[at - 1], tokens[at]
    if CLOSING.fullmatch(token) or OPENING.fullmatch(before):
        return True
    return _contracts(tokens, at) or _contracts(tokens, at - 1)


def _contracts(tokens: Sequence[str], at: int) -> bool:
    """Whether this is the lone apostrophe of ``doesn ' t``."""
    if not 0 < at < len(tokens) - 1 or not APOSTROPHE.fullmatch(tokens[at]):
        return False
    return tokens[at - 1][-1].isalpha() and bool(CONTRACTED.fullmatch(tokens[at + 1]))


def merged(found: Iterable[tuple[Span, int | None]]) -> tuple[Term, ...]:
    """Each term once, in order; None where its opinions differ."""
    polarities: dict[Span, int | None] = {}
    for span, polarity in found:
        polarities[span] = polarity if polarities.get(span, polarity) == polarity else None
    return tuple((start, end, polarity) for (start, end), polarity in sorted(polarities.items()))


def categories(found: Iterable[tuple[str, int | None]]) -> dict[str, int | None]:
    """Each category once; None where its opinions differ."""
    polarities: dict[str, int | None] = {}
    for name, polarity in found:
        polarities[name] = polarity if polarities.get(name, polarity) == polarity else None
    return polarities


# --- MEMD: aspect, category, opinion, sentiment; any of the spans may be implicit


def memd(data: Path) -> Iterator[Sample]:
    for domain in MEMD:
        for split in SPLITS:
            path = data / "memd" / f"{domain}_{split}.jsonl"
            with opened(path) as lines:
                for number, line in enumerate(lines, start=1):
                    try:
                        yield _quadruples(f"memd-{domain}", split, number, json.loads(line))
                    except (KeyError, ValueError, IndexError, TypeError) as error:
                        raise InputError(f"{path}, line {number}, is not a line of MEMD: {error!r}.") from None


def _quadruples(source: str, split: str, number: int, row: Mapping[str, Any]) -> Sample:
    text, spans = detokenise(row["raw_words"].split())
    found = [(each, POLARITY[each["sentiment"]]) for each in row["quadruples"]]
    aspects = [(_span(spans, each["aspect"]), polarity) for each, polarity in found]
    opinions = {_span(spans, each["opinion"]) for each, _ in found}
    return Sample(
        id=f"{source}-{split}-{number}",
        text=text,
        source=source,
        split=split,
        terms=merged((span, polarity) for span, polarity in aspects if span),
        opinions=tuple(sorted(span for span in opinions if span)),
        labels={"general": categories((general_name(source, each["category"]), polarity) for each, polarity in found)},
    )


def _span(spans: Sequence[Span], found: Mapping[str, Any]) -> Span | None:
    """From the first token to the last; an implicit aspect or opinion has none."""
    return None if found["from"] < 0 else (spans[found["from"]][0], spans[found["to"] - 1][1])


# --- ASTE: aspect, opinion, polarity on SemEval's sentences


def aste(data: Path) -> Iterator[Sample]:
    for part in ASTE:
        for split in SPLITS:
            for number, tokens, triplets in read_triplets(data / "aste" / f"{part}_{split}.txt"):
                text, spans = detokenise(tokens)
                yield Sample(
                    id=f"aste-{part}-{split}-{number}",
                    text=text,
                    source=f"aste-{part}",
                    split=split,
                    terms=merged(((spans[a[0]][0], spans[a[-1]][1]), POLARITY[name]) for a, _, name in triplets),
                    opinions=tuple(sorted({(spans[o[0]][0], spans[o[-1]][1]) for _, o, _ in triplets})),
                )


def read_triplets(path: Path) -> Iterator[tuple[int, list[str], list[Triplet]]]:
    """Lines of ``words####[(aspect, opinion, polarity), …]``: their number, tokens and triplets."""
    with opened(path) as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                try:
                    words, found = line.rstrip().rsplit("####", 1)
                    yield number, *_checked(words.split(" "), ast.literal_eval(found))
                except (ValueError, TypeError, SyntaxError):
                    raise InputError(f"{path}, line {number}, is not of the form words####[(aspect, opinion, "
                                     "polarity)], the words counted from 0.") from None  # fmt: skip


def _checked(tokens: list[str], triplets: list[Triplet]) -> tuple[list[str], list[Triplet]]:
    for aspect, opinion, polarity in triplets:
        if polarity not in POLARITY or not all(-1 <= at < len(tokens) for at in (*aspect, *opinion)):
            raise ValueError
    return tokens, triplets
