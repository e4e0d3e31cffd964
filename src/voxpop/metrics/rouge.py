"""ROUGE (Lin 2004) as Tay et al. (2019) ask for it: never a number without its configuration.

Variants: ``1`` … ``9`` (n-grams), ``L`` (longest common subsequence of the whole text), ``Lsum`` (sentences, one a
line), ``S4`` and ``SU4`` (skip-bigrams, with unigrams), any number in place of the 4, ``S`` and ``SU`` without limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import chain, islice, pairwise

import numpy as np

from voxpop.errors import OptionError, choose
from voxpop.lang import DEFAULT, LANGUAGES, language, languages
from voxpop.metrics import rouge_counts as counts
from voxpop.metrics.measure import (
    MEASURES,
    Array,
    Score,
    Scores,
    each,
    means,
    overlap,
    plain_text,
    precision_recall_f1,
    same_length,
    sign,
)
from voxpop.metrics.rouge_counts import Pairs
from voxpop.metrics.rouge_tokens import TOKENISERS, EncodedTexts, Ints, encode, stop_words

Text = str | Sequence[str]  # gold: one reference, or several
VARIANTS = ("1", "2", "L", "SU4")
BLOCK = 800_000  # characters at a time, about: the tables stay in the processor's cache, and memory is bounded
WIDE = 32  # a gap beyond which skip-bigrams are so many that fewer texts are counted at a time
FIGURES = ("precision", "recall", "f1")


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
        stop_words(self.stop_list, self.lang)

    @property
    def stop_list(self) -> str:
        if self.stop is True:
            return language(self.lang).stems.STOP_LISTS[0]
        return self.stop or ""

    def signature(self, variant: str, several: bool) -> str:
        versions = [lang.stems.SPLITTER_VERSIONS.get(self.tokeniser) for lang in languages()]
        parts: dict[str, object] = {
            "lang": self.lang,
            "tok": "-".join([self.tokeniser, *filter(None, versions)]),
            "case": self.case,
            "stem": language(self.lang).stems.ALGORITHM if self.stem else "no",
            "stop": self.stop_list or "no",
            "avg": self.level,
            "refs": self.references if several else "1",
        }
        if "S" in variant:
            parts["skip"] = self.skip
        return sign(f"rouge{variant}", **parts)

    def encode(self, texts: Sequence[str]) -> EncodedTexts:
        """Return the words of the texts that count, as numbers."""
        stop, stem = stop_words(self.stop_list, self.lang), language(self.lang).stems.stem if self.stem else None
        return encode(texts, self.tokeniser, lower=self.case == "lower", stop=stop, stem=stem)

    def count(self, block: Sequence[tuple[str, str]]) -> dict[str, Ints]:
        """By variant one row for each pair of reference and text: units matched, predicted, in gold."""
        numbers: dict[str, int] = {}  # some texts come often
        places = [[numbers.setdefault(text, len(numbers)) for text in side] for side in zip(*block, strict=True)]
        encoded = self.encode([*numbers])
        pairs = Pairs.of(*(encoded.take(np.array(side)) for side in places))
        return {
            variant: self._summaries(block, numbers) if variant == "Lsum" else self._counted(variant, pairs)
            for variant in self.variants
        }

    def _summaries(self, block: Sequence[tuple[str, str]], texts: Iterable[str]) -> Ints:
        split = {text: text.split("\n") for text in texts}
        encoded = self.encode([*chain(*split.values())])
        words = map(encoded.text, range(len(encoded)))
        lines = {text: [*islice(words, len(parts))] for text, parts in split.items()}
        return np.array([counts.lcs_summary(lines[reference], lines[text]) for reference, text in block])

    def _counted(self, variant: str, pairs: Pairs) -> Ints:
        kind, number = parse_variant(variant)
        if kind == "N":
            return counts.ngrams(pairs, number or 1)
        if kind == "L":
            return counts.common_subsequences(pairs)
        perl = self.skip == "perl"
        units = "none" if kind == "S" else "but-last" if perl else "all"
        return counts.skip_bigrams(pairs, reach=None if number is None else number + perl, unigrams=units)


@MEASURES.register("rouge")
def rouge(gold: Sequence[Text], pred: Sequence[str], **settings: object) -> Scores:
    """``rouge(["The rooms were clean."], ["Clean room."], stem=True)["rouge1"].values["f1"]``

    Takes the settings of ``Rouge``. Each gold item is a reference or several; each prediction one text.
    """
    for name in settings:
        choose("setting of rouge", name, [field.name for field in fields(Rouge)])
    if "variants" in settings:
        settings = {**settings, "variants": tuple(settings["variants"])}  # type: ignore[arg-type]
    config = Rouge(**settings)  # type: ignore[arg-type]
    same_length(gold, pred)
    references, texts = each("gold", gold, _references), each("predictions", pred, plain_text)
    sizes = np.array([len(texts) for texts in references])
    pairs = [(reference, text) for several, text in zip(references, texts, strict=True) for reference in several]
    aggregate = means(*FIGURES) if config.level == "document" else overlap()
    gaps = [gap for kind, gap in map(parse_variant, config.variants) if kind in ("S", "SU")]
    wide = any(gap is None or gap > WIDE for gap in gaps)
    blocks = [config.count(block) for block in _blocks(pairs, BLOCK // WIDE if wide else BLOCK)]
    scores: Scores = {}
    for variant in config.variants:
        items = _reduce(np.concatenate([block[variant] for block in blocks]).astype(np.float64), sizes, config)
        signature = config.signature(variant, several=len(pairs) > len(pred))
        scores[f"rouge{variant}"] = Score(f"rouge{variant}", items, aggregate, signature)
    return scores


def parse_variant(variant: str) -> tuple[str, int | None]:
    """Kind and number: "2" is ("N", 2), "SU4" is ("SU", 4), "S" is ("S", None)."""
    match = re.fullmatch(r"([1-9])|(Lsum|L)|(SU|S)(\d{0,3})", variant)
    if not match:
        raise OptionError(f"Unknown ROUGE variant {variant!r}. Accepted: 1 to 9, L, Lsum, S4, SU4 (any number), S, SU.")
    n, lcs, skip, gap = match.groups()
    if n:
        return "N", int(n)
    return (lcs, None) if lcs else (skip, int(gap) if gap else None)


def _references(item: Text) -> list[str]:
    if isinstance(item, str):
        return [item]
    texts = item if isinstance(item, Sequence) else [item]
    if not texts:
        raise ValueError("there is no reference; each needs at least one.")
    return [*map(plain_text, texts)]


def _blocks(pairs: Sequence[tuple[str, str]], size: int) -> Iterator[Sequence[tuple[str, str]]]:
    """Runs of pairs of about ``size`` characters."""
    block = np.cumsum([len(reference) + len(text) for reference, text in pairs]) // size
    for start, end in pairwise([0, *(np.flatnonzero(np.diff(block)) + 1).tolist(), len(pairs)]):
        yield pairs[start:end]


def _reduce(raw: Array, sizes: Ints, config: Rouge) -> Array:
    """One row per item from one per (item, reference)."""
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
