"""Find leakage between splits: texts of a test set that occur in training data, alone or inside a longer review.

SemEval, MAMS, MEMD and ASTE draw on the same reviews, so this looks across all sets of a language.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from research.training.samples.sample import Sample

WORDS = 6  # a whole text of so many words counts as found inside another; shorter ones are set phrases
KEY = 12  # letters by which the beginning of a text is looked up
WORD = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")


def bare(text: str) -> str:
    """Letters and digits alone, in lower case: how a text is recognised however it was cut or punctuated."""
    return "".join(filter(str.isalnum, text.lower()))


def long_enough(text: str) -> bool:
    """Six words; a Chinese character is half a word."""
    found = WORD.findall(text)
    return sum(0.5 if "\u3400" <= word <= "\u9fff" else 1 for word in found) >= WORDS


def overlapping(texts: Sequence[str], held: Sequence[str]) -> set[int]:
    """Which of ``texts`` are one of ``held``, lie whole inside one of them, or have one whole inside."""
    bares, others = [bare(text) for text in texts], [bare(text) for text in held]
    same = set(others)
    found = {at for at, each in enumerate(bares) if each in same}
    found |= {at for at, _ in _inside(bares, _index(others, held))}
    return found | {at for _, inner in _inside(others, _index(bares, texts)) for at in inner}


Index = Mapping[str, Sequence[tuple[int, str]]]


def _index(bares: Sequence[str], texts: Sequence[str]) -> Index:
    index: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for at, (each, text) in enumerate(zip(bares, texts, strict=True)):
        if len(each) >= KEY and long_enough(text):
            index[each[:KEY]].append((at, each))
    return index


def _inside(texts: Iterable[str], index: Index) -> Iterable[tuple[int, list[int]]]:
    """Each text that has texts of the index inside it, and which."""
    for number, text in enumerate(texts):
        inner = [at for start in range(len(text) - KEY + 1) for at, each in index.get(text[start : start + KEY], ())
                 if text.startswith(each, start)]  # fmt: skip
        if inner:
            yield number, inner


def without_leaks(samples: Sequence[Sample]) -> tuple[list[Sample], Counter[tuple[str, str]]]:
    """Samples of train and dev without what the tests hold, train without what dev holds; and how many went, by
    source and split."""
    splits = {name: [each for each in samples if each.split == name] for name in ("train", "dev", "test")}
    dropped: Counter[tuple[str, str]] = Counter()

    def clean(split: str, held: Sequence[Sample]) -> list[Sample]:
        gone = overlapping([each.text for each in splits[split]], [each.text for each in held])
        dropped.update((splits[split][at].source, split) for at in gone)
        return [each for at, each in enumerate(splits[split]) if at not in gone]

    dev = clean("dev", splits["test"])
    return [*clean("train", [*dev, *splits["test"]]), *dev, *splits["test"]], dropped
