"""ROUGE (Lin 2004) as Tay et al. (2019) ask for it: never a number without its configuration.

Variants: ``1`` … ``9`` (n-grams), ``L`` (longest common subsequence of the whole text), ``Lsum`` (sentences, one a
line), ``S4`` and ``SU4`` (skip-bigrams, with unigrams), any number in place of the 4.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from unicodedata import category

import numpy as np

from voxpop.errors import OptionError, choose
from voxpop.lang import DEFAULT, LANGUAGES, language
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
from voxpop.metrics.rouge_counts import Ints, Pairs, common_subsequences, lcs_summary, ngrams, skip_bigrams

Text = str | Sequence[str]  # gold: one reference, or several
VARIANTS = ("1", "2", "L", "SU4")
FIGURES = ("precision", "recall", "f1")
BLOCK = 5000  # pairs counted at a time, so that memory is bounded
CONFIGURATIONS = {
    "None": (False, False),
    "Stemming": (True, False),
    "StopWordRemoval": (False, True),
    "StopWordRemoval+Stemming": (True, True),
}
SINGLE = ((0x2E80, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
"""Scripts without spaces, whose every character stands for itself: Han and Japanese kana."""


class _Letters(dict[int, str]):
    """For ``str.translate``: letters, marks and digits stay, Han stands alone, anything else is a space."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        replacement = letter if _is_of_word(letter) else " "
        if replacement != " " and any(low <= code <= high for low, high in SINGLE):
            replacement = f" {letter} "
        self[code] = replacement
        return replacement


def _is_of_word(letter: str) -> bool:
    return category(letter)[0] in "LMN"


def _parsed(text: str, lang: str) -> list[str]:
    words = [token.text for sentence in language(lang).parse([text])[0] for token in sentence.tokens]
    return [word for word in words if any(map(_is_of_word, word))]


_LETTERS = _Letters()
TOKENISERS: dict[str, Callable[[str, str], list[str]]] = {  # of a text in lower case, and its language
    "unicode": lambda text, lang: text.translate(_LETTERS).split(),
    "ascii": lambda text, lang: re.findall("[a-z0-9]+", text),  # as in rouge-score
    "words": _parsed,  # as voxpop reads the language
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
    stem: bool = False
    stop: bool | str | None = False
    level: str = "document"
    references: str = "best"
    skip: str = "paper"

    def __post_init__(self) -> None:
        choose("lang", self.lang, LANGUAGES)
        choose("tokeniser", self.tokeniser, TOKENISERS)
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
        parts: dict[str, object] = {
            "lang": self.lang,
            "tok": self.tokeniser,
            "case": "lower",
            "stem": language(self.lang).stems.ALGORITHM if self.stem else "no",
            "stop": self.stop_list or "no",
            "avg": self.level,
            "refs": self.references if several else "1",
        }
        if "S" in variant:
            parts["skip"] = self.skip
        return sign(f"rouge{variant}", **parts)

    def words(self, text: str) -> list[str]:
        """Return the words of a text that count. As in ROUGE-1.5.5, those of up to three letters are not stemmed."""
        words = TOKENISERS[self.tokeniser](text.lower(), self.lang)
        if stop := stop_words(self.stop_list, self.lang):
            words = [word for word in words if word not in stop]
        stem = language(self.lang).stems.stem
        return [stem(word) if len(word) > 3 else word for word in words] if self.stem else words

    def count(self, pairs: Sequence[tuple[str, str]]) -> dict[str, Ints]:
        """By variant one row for each pair of reference and text: units matched, predicted, in gold."""
        words = cache(self.words)  # some texts come often
        numbers: defaultdict[str, int] = defaultdict(itertools.count().__next__)
        encode = cache(lambda text: [*map(numbers.__getitem__, words(text))])
        encoded = Pairs.of(*([encode(text) for text in side] for side in zip(*pairs, strict=True)))
        counts = {}
        for variant in self.variants:
            kind, number = parse_variant(variant)
            if kind == "N":
                counts[variant] = ngrams(encoded, number)
            elif kind == "L":
                counts[variant] = common_subsequences(encoded)
            elif kind == "Lsum":
                lines = [[[words(line) for line in text.split("\n")] for text in pair] for pair in pairs]
                counts[variant] = np.array([lcs_summary(*pair) for pair in lines])
            else:
                perl = self.skip == "perl"
                units = "none" if kind == "S" else "but-last" if perl else "all"
                counts[variant] = skip_bigrams(encoded, reach=number + perl, unigrams=units)
        return counts


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
    blocks = [config.count(pairs[start : start + BLOCK]) for start in range(0, len(pairs), BLOCK)]
    scores: Scores = {}
    for variant in config.variants:
        counts = np.concatenate([block[variant] for block in blocks]).astype(np.float64)
        signature = config.signature(variant, several=len(pairs) > len(pred))
        scores[f"rouge{variant}"] = Score(f"rouge{variant}", _reduce(counts, sizes, config), aggregate, signature)
    return scores


def four_configurations(gold: Sequence[Text], pred: Sequence[str], **settings: object) -> dict[str, Scores]:
    """Return the four columns of Tay et al. (2019): with and without stemming and stop words."""
    stop = settings.pop("stop", True) or True
    if "stem" in settings:
        raise OptionError("The four configurations set stem themselves.")
    return {
        name: rouge(gold, pred, **settings, stem=stem, stop=stop if stopped else False)
        for name, (stem, stopped) in CONFIGURATIONS.items()
    }


def parse_variant(variant: str) -> tuple[str, int]:
    """Kind and number: "2" is ("N", 2), "SU4" is ("SU", 4), "L" is ("L", 0)."""
    match = re.fullmatch(r"(L|Lsum|SU?(?=\d)|(?=[1-9]$))(\d{0,2})", variant)
    if not match:
        raise OptionError(f"Unknown ROUGE variant {variant!r}. Accepted: 1 to 9, L, Lsum, S4, SU4 (any number).")
    return match[1] or "N", int(match[2] or 0)


@cache
def stop_words(name: str, lang: str) -> frozenset[str]:
    """Return a stop list of a language by its name; no words for no name."""
    words = language(lang).stems
    return words.read_stop_list(choose("stop list", name, words.STOP_LISTS)) if name else frozenset()


def _references(item: Text) -> list[str]:
    if isinstance(item, str):
        return [item]
    texts = item if isinstance(item, Sequence) else [item]
    if not texts:
        raise ValueError("there is no reference; each needs at least one.")
    return [*map(plain_text, texts)]


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
