"""ROUGE (Lin 2004) as Tay et al. (2019) ask for it: never a number without its configuration.

Variants: ``1`` … ``9`` (n-grams), ``L`` (longest common subsequence of the whole text), ``Lsum`` (sentences, one a
line), ``S4`` and ``SU4`` (skip-bigrams, with unigrams), any number in place of the 4, ``S`` and ``SU`` without limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise

import numpy as np

from voxpop.errors import OptionError, choose
from voxpop.lang import DEFAULT, LANGUAGES, language, languages
from voxpop.metrics import rouge_counts as counts
from voxpop.metrics.measure import (
    MEASURES,
    Aggregate,
    Array,
    ItemError,
    Score,
    Scores,
    means,
    overlap,
    precision_recall_f1,
    same_length,
    sign,
)
from voxpop.metrics.rouge_counts import OverlapCounts, Pairs
from voxpop.metrics.rouge_tokens import (
    TOKENISERS,
    EncodedTexts,
    Ints,
    encode,
    sentences,
    stem_numbers,
    stop_words,
)

Text = str | Sequence[str]  # gold: one reference, or several
VARIANTS = ("1", "2", "L", "SU4")
BLOCK = 800_000  # characters at a time, about: the tables stay in the processor's cache, and memory is bounded
FIGURES = ("precision", "recall", "f1")
CONFIGURATIONS = {
    "None": (False, False),
    "Stemming": (True, False),
    "StopWordRemoval": (False, True),
    "StopWordRemoval+Stemming": (True, True),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rouge:
    """Every setting that changes the number; all of it is in the signature.

    ``stop`` is True for the language's usual list, or a list's name. ``skip`` says which skip-bigrams SU4 counts:
    "paper" those of Tay et al. (2019) (at most 4 positions apart, all unigrams), "perl" those of ROUGE-1.5.5
    ``-2 4 -u`` (at most 5 apart, all unigrams but the last). ``references`` is "best" (by F1, as rouge-score) or
    "average".
    """

    variants: tuple[str, ...] = VARIANTS
    lang: str = DEFAULT
    tokeniser: str = "unicode"
    case: str = "lower"
    stem: bool = False
    stop: bool | str | None = False
    level: str = "document"
    references: str = "best"
    skip: str = "paper"

    def __post_init__(self) -> None:
        choose("lang", self.lang, LANGUAGES)
        choose("tokeniser", self.tokeniser, TOKENISERS)
        choose("case", self.case, ("lower", "mixed"))
        choose("level", self.level, ("document", "corpus"))
        choose("references", self.references, ("best", "average"))
        choose("skip", self.skip, ("paper", "perl"))
        if self.stem and not language(self.lang).stems.ALGORITHM:
            name = LANGUAGES[self.lang]
            raise OptionError(f"{name} words have no suffixes to strip: stem does not go with lang {self.lang!r}.")
        if not self.variants:
            raise OptionError('variants must name at least one, such as ["1", "L"].')
        for variant in self.variants:
            parse_variant(variant)
        if self.stop_list:
            stop_words(self.stop_list, self.lang)

    @property
    def stop_list(self) -> str | None:
        if self.stop is True:
            return language(self.lang).rouge_words.STOP_LISTS[0]
        return self.stop or None

    def signature(self, variant: str, several: bool) -> str:
        parts: dict[str, object] = {
            "lang": self.lang,
            "tok": _versioned(self.tokeniser),
            "case": self.case,
            "stem": language(self.lang).stems.ALGORITHM if self.stem else "no",
            "stop": self.stop_list or "no",
            "avg": self.level,
            "refs": self.references if several else "1",
        }
        if "S" in variant:
            parts["skip"] = self.skip
        return sign(f"rouge{variant}", **parts)


@MEASURES.register("rouge")
def rouge(gold: Sequence[Text], pred: Sequence[str], **settings: object) -> Scores:
    """``rouge(["The rooms were clean."], ["Clean room."], stem=True)["rouge1"].values["f1"]``

    Takes the settings of ``Rouge``. Each gold item is a reference or several; each prediction one text.
    """
    return _configured(gold, pred, [_settings(settings)])[0]


def four_configurations(gold: Sequence[Text], pred: Sequence[str], **settings: object) -> dict[str, Scores]:
    """Return the four columns of Tay et al. (2019): with and without stemming and stop words."""
    chosen = settings.pop("stop", True) or True
    if "stem" in settings:
        raise OptionError("The four configurations set stem themselves.")
    configs = [
        _settings({**settings, "stem": stem, "stop": chosen if stop else False})
        for stem, stop in CONFIGURATIONS.values()
    ]
    return dict(zip(CONFIGURATIONS, _configured(gold, pred, configs), strict=True))


def parse_variant(variant: str) -> tuple[str, int | None]:
    """Kind and number: "2" is ("N", 2), "SU4" is ("SU", 4), "S" is ("S", None)."""
    match = re.fullmatch(r"([1-9])|(Lsum|L)|(SU|S)(\d{0,3})", variant)
    if not match:
        raise OptionError(f"Unknown ROUGE variant {variant!r}. Accepted: 1 to 9, L, Lsum, S4, SU4 (any number), S, SU.")
    n, lcs, skip, gap = match.groups()
    if n:
        return "N", int(n)
    return (lcs, None) if lcs else (skip, int(gap) if gap else None)


@cache
def _versioned(tokeniser: str) -> str:
    versions = [lang.rouge_words.SPLITTER_VERSIONS.get(tokeniser) for lang in languages()]
    return "-".join([tokeniser, *filter(None, versions)])


def _settings(settings: dict[str, object]) -> Rouge:
    if "variants" in settings:
        settings = {**settings, "variants": tuple(settings["variants"])}  # type: ignore[arg-type]
    try:
        return Rouge(**settings)  # type: ignore[arg-type]
    except TypeError as error:
        raise OptionError(f"rouge does not know a setting: {error}. It has: {', '.join(Rouge.__slots__)}.") from None


def _configured(gold: Sequence[Text], pred: Sequence[str], configs: Sequence[Rouge]) -> list[Scores]:
    same_length(gold, pred)
    flat, sizes = _references(gold)
    for side, texts, items in (("gold", flat, np.repeat(np.arange(len(pred)), sizes)), ("predictions", pred, None)):
        if not set(map(type, texts)) <= {str}:
            place = next(place for place, text in enumerate(texts) if not isinstance(text, str))
            number = place if items is None else int(items[place])
            raise ItemError(side, number + 1, f"{texts[place]!r} is not a text.")
    tables: list[dict[str, list[Array]]] = [{variant: [] for variant in config.variants} for config in configs]
    first = 0
    for part in _blocks(flat, sizes, pred):
        last = first + int(sizes[part].sum())
        counted = _block(flat[first:last], sizes[part], pred[part], configs)
        for table, config, overlaps in zip(tables, configs, counted, strict=True):
            for variant in config.variants:
                table[variant].append(_reduce(overlaps[variant], sizes[part], config))
        first = last
    several = len(flat) > len(pred)
    return [_scores(table, config, several) for table, config in zip(tables, configs, strict=True)]


def _references(gold: Sequence[Text]) -> tuple[list[str], Ints]:
    """All references one after another, and how many each item has."""
    flat: list[str] = []
    sizes = np.ones(len(gold), dtype=np.int64)
    for number, item in enumerate(gold):
        if isinstance(item, str) or not isinstance(item, Sequence):
            flat.append(item)
        elif item:
            flat += item
            sizes[number] = len(item)
        else:
            raise ItemError("gold", number + 1, "there is no reference; each needs at least one.")
    return flat, sizes


def _blocks(flat: Sequence[str], sizes: Ints, pred: Sequence[str]) -> Iterator[slice]:
    """Runs of items of about as many characters as ``BLOCK`` says."""
    written = np.cumsum(np.fromiter(map(len, flat), dtype=np.int64))[np.cumsum(sizes) - 1]
    read = np.cumsum(np.fromiter(map(len, pred), dtype=np.int64) * sizes)
    bounds = np.flatnonzero(np.diff((written + read) // BLOCK, prepend=0))
    for start, end in pairwise(np.unique([0, *bounds, len(pred)]).tolist()):
        yield slice(start, end)


def _block(
    flat: Sequence[str], sizes: Ints, pred: Sequence[str], configs: Sequence[Rouge]
) -> Iterator[dict[str, OverlapCounts]]:
    """Counts per (item, reference) pair under each configuration. Configurations differ in stem and stop alone."""
    owner = np.repeat(np.arange(len(pred)), sizes)
    split = [sentences(texts) for texts in (flat, pred)] if any("Lsum" in config.variants for config in configs) else []
    groups = [flat, pred, *(lines for lines, _ in split)]
    encoded, words = encode(list(chain(*groups)), configs[0].tokeniser, lower=configs[0].case == "lower")
    stems = stem_numbers(words, configs[0].lang) if any(config.stem for config in configs) else None
    for config in configs:
        stop = stop_words(config.stop_list, config.lang) if config.stop_list else None
        keep = np.array([word not in stop for word in words.to_pylist()], dtype=np.bool_) if stop else None
        tokens = encoded.translate(keep, stems if config.stem else None)
        ends = np.cumsum([0, *map(len, groups)]).tolist()
        left, right, *lines = (tokens.part(first, last) for first, last in pairwise(ends))
        if len(owner) > len(pred):
            right = right.take(owner)
        pairs = Pairs.of(left, right)
        parts = [(tokens, starts) for tokens, (_, starts) in zip(lines, split, strict=True)]
        yield {variant: _count(variant, pairs, parts, owner, config) for variant in config.variants}


def _count(
    variant: str, pairs: Pairs, lines: list[tuple[EncodedTexts, Ints]], owner: Ints, config: Rouge
) -> OverlapCounts:
    kind, number = parse_variant(variant)
    if kind == "N":
        return counts.ngrams(pairs, number or 1)
    if kind == "L":
        return counts.lcs(pairs)
    if kind == "Lsum":
        matched = [
            counts.lcs_summary(_lines(*lines[0], i), _lines(*lines[1], int(owner[i]))) for i in range(len(pairs))
        ]
        return OverlapCounts(np.array(matched, dtype=np.int64), pairs.pred_lengths, pairs.gold_lengths)
    perl = config.skip == "perl"
    reach = None if number is None else number + perl
    units = "none" if kind == "S" else "but-last" if perl else "all"
    return counts.skip_bigrams(pairs, reach=reach, unigrams=units)


def _lines(tokens: EncodedTexts, starts: Ints, text: int) -> list[list[int]]:
    return [tokens.text(line) for line in range(int(starts[text]), int(starts[text + 1]))]


def _reduce(counted: OverlapCounts, sizes: Ints, config: Rouge) -> Array:
    """One row per item from one per (item, reference)."""
    raw = np.stack([counted.matched, counted.predicted, counted.gold], axis=1).astype(np.float64)
    figures = np.stack(list(precision_recall_f1(raw[:, 0], raw[:, 1], raw[:, 2]).values()), axis=1)
    rows = figures if config.level == "document" else raw
    if len(raw) == len(sizes):
        return rows
    starts = np.cumsum(sizes) - sizes
    if config.references == "average":
        divisor = sizes if config.level == "document" else np.ones(len(sizes))
        return np.add.reduceat(rows, starts, axis=0) / divisor[:, None]
    best = [start + int(np.argmax(figures[start : start + size, 2])) for start, size in zip(starts, sizes, strict=True)]
    return rows[best]


def _scores(table: dict[str, list[Array]], config: Rouge, several: bool) -> Scores:
    document = config.level == "document"
    aggregate: Aggregate = means(*FIGURES) if document else overlap()
    return {
        f"rouge{variant}": Score(
            f"rouge{variant}", np.concatenate(parts), aggregate, config.signature(variant, several)
        )
        for variant, parts in table.items()
    }
