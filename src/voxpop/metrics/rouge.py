"""ROUGE (Lin 2004) as Tay et al. (2019) ask for it: never a number without its configuration.

Variants: ``1`` … ``9`` (n-grams), ``L`` (longest common subsequence of the whole text), ``Lsum`` (sentences, one a
line), ``S4`` and ``SU4`` (skip-bigrams, with unigrams), any number in place of the 4, ``S`` and ``SU`` without limit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import partial

import numpy as np
from numpy.typing import NDArray

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
from voxpop.metrics.rouge_counts import Counts
from voxpop.metrics.rouge_tokens import TOKENISERS, stem, stop_words

Text = str | Sequence[str]  # gold: one reference, or several
VARIANTS = ("1", "2", "L", "SU4")
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

    def words(self, text: str) -> list[str]:
        """The words of a text that count."""
        words = TOKENISERS[self.tokeniser](text.lower() if self.case == "lower" else text)
        if self.stop:
            stop = stop_words(self.stop_list, self.lang)
            words = [word for word in words if word not in stop]
        return [stem(word, self.lang) for word in words] if self.stem else words

    def counter(self, variant: str) -> Callable[[list[str], list[str]], Counts]:
        """The function that counts what two texts, as words, share, for all variants but Lsum."""
        kind, number = parse_variant(variant)
        if kind == "N":
            return partial(counts.ngrams, n=number or 1)
        if kind == "L":
            return counts.lcs
        perl = self.skip == "perl"
        units = "none" if kind == "S" else "but-last" if perl else "all"
        return partial(counts.skip_bigrams, reach=None if number is None else number + perl, unigrams=units)


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
    scores: Scores = {}
    words = {text: config.words(text) for text in {text for pair in pairs for text in pair}}  # some texts come often
    for variant in config.variants:
        if variant == "Lsum":
            rows = [counts.lcs_summary(*(_lines(text, config) for text in pair)) for pair in pairs]
        else:
            count = config.counter(variant)
            rows = [count(words[reference], words[text]) for reference, text in pairs]
        items = _reduce(np.array(rows, dtype=np.float64), sizes, config)
        signature = config.signature(variant, several=len(pairs) > len(pred))
        scores[f"rouge{variant}"] = Score(f"rouge{variant}", items, aggregate, signature)
    return scores


def _lines(text: str, config: Rouge) -> list[list[str]]:
    return [config.words(line) for line in text.split("\n")]


def four_configurations(gold: Sequence[Text], pred: Sequence[str], **settings: object) -> dict[str, Scores]:
    """Return the four columns of Tay et al. (2019): with and without stemming and stop words."""
    stop = settings.pop("stop", True) or True
    if "stem" in settings:
        raise OptionError("The four configurations set stem themselves.")
    return {
        name: rouge(gold, pred, **settings, stem=stem, stop=stop if stopped else False)
        for name, (stem, stopped) in CONFIGURATIONS.items()
    }


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
    texts = [item] if isinstance(item, str) or not isinstance(item, Sequence) else item
    if not texts:
        raise ValueError("there is no reference; each needs at least one.")
    return [*map(plain_text, texts)]


def _reduce(raw: Array, sizes: NDArray[np.int64], config: Rouge) -> Array:
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
