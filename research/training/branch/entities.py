"""What the branch that reads entities learns mention types from: marked reviews, and weak labels of real ones.

``python -m research.training.branch.entities --data DIR --markup research/experiments/mentions/train --out DIR`` writes
entities-en.jsonl.xz and entities-zh.jsonl.xz. Texts that overlap with those of ``--without`` files (JSON lines with a
``text``) are left out: what is to be measured on must not be learnt. A mined text has only some of its mentions.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from research.training.branch import mined_en, mined_zh
from research.training.branch.entity_texts import Text, chinese_texts, english_texts
from research.training.branch.markup import read_markup
from research.training.corpora import opened
from research.training.data import hold_out
from research.training.reader.leakage import overlapping
from research.training.reader.samples import write_lines
from voxpop.entities.names import find_names
from voxpop.errors import InputError, says_errors
from voxpop.lang import language
from voxpop.types import Product, Sentence

LANGUAGES = ("en", "zh")
DEV = 0.1
BATCH = 512
PLAIN = {
    "en": 0.15,
    "zh": 0.05,
}  # of the texts in which nothing but parts of the product and side matters were found, so many are kept
DULL = frozenset({"part_of_main", "other"})
MOST = 12_000  # mined texts of a language

Row = dict[str, Any]


def gather(data: Path, markup: Path, lang: str, *, held: Sequence[str] = ()) -> list[Row]:
    """Every sample of a language, none that overlaps with what is held back."""
    paths = sorted(markup.glob(f"{lang}*.txt"))
    if not paths:
        raise InputError(f"{markup} has no marked reviews of {lang!r}. Expected are files such as {lang}.txt.")
    by_hand = [row for path in paths for row in marked(path, lang)]
    texts = list(english_texts(data) if lang == "en" else chinese_texts(data))
    by_rule = list(mined(texts, lang))
    random.Random(1).shuffle(by_rule)
    rows = [*by_hand, *by_rule[:MOST]]
    gone = overlapping([row["text"] for row in rows], held)
    return [row for at, row in enumerate(rows) if at not in gone]


def marked(path: Path, lang: str) -> Iterator[Row]:
    """The reviews of a markup file, each with its product known and unknown, as at run time; a tenth is dev."""
    reviews = read_markup(path)
    dev = {review.id for review in hold_out(reviews, share=DEV)[1]}
    parsed = language(lang).parse([review.text for review in reviews])
    for review, sentences in zip(reviews, parsed, strict=True):
        for source, product in (("marked", Product(review.product, review.aliases)), ("marked-unnamed", Product())):
            yield {
                "id": f"{source}-{review.id}", "text": review.text, "lang": lang,
                "split": "dev" if review.id in dev else "train", "source": source, "product": product.name,
                "names": names(review.text, sentences, lang, product),
                "mentions": [list(each) for each in review.mentions],
            }  # fmt: skip


def names(text: str, sentences: Sequence[Sentence], lang: str, product: Product | None) -> list[list[Any]]:
    """Where the product's own name and those of others stand: the flags that the network gets, as at run time."""
    return [[name.start, name.end, name.role] for name in find_names(text, sentences, lang=lang, product=product)]


def mined(texts: Sequence[Text], lang: str) -> Iterator[Row]:
    """The texts in which something could be told; of those with dull things alone a few."""
    dice = random.Random(1)
    for start in range(0, len(texts), BATCH):
        batch = texts[start : start + BATCH]
        for each, sentences in zip(batch, language(lang).parse([text.text for text in batch]), strict=True):
            row = _mined(each, sentences, lang)
            dull = {about for _, _, about in row["mentions"]} <= DULL
            if row["mentions"] and (not dull or dice.random() < PLAIN[lang]):
                yield row


def _mined(each: Text, sentences: Sequence[Sentence], lang: str) -> Row:
    product = Product(each.product, kind=each.kind if lang == "en" else None)
    found = find_names(each.text, sentences, lang=lang, product=product)
    if lang == "en":
        mentions = mined_en.mine(each.text, sentences, found, each.terms, product=product)
    else:
        mentions = mined_zh.mine(each.text, each.terms, kind=each.kind)
    return {
        "id": each.id, "text": each.text, "lang": lang, "split": each.split, "source": f"mined-{each.source}",
        "product": each.product, "names": [[name.start, name.end, name.role] for name in found],
        "mentions": [list(mention) for mention in mentions],
    }  # fmt: skip


def held_back(paths: Iterable[Path]) -> list[str]:
    """The texts of JSON lines that must not be learnt."""
    texts = []
    for path in paths:
        with opened(path) as lines:
            for number, line in enumerate(lines, start=1):
                try:
                    texts.append(str(json.loads(line)["text"]))
                except (ValueError, KeyError, TypeError) as error:
                    raise InputError(f"{path}, line {number}, has no text to leave out: {error!r}.") from None
    return texts


@says_errors
def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.branch.entities", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of data sets")
    parser.add_argument("--markup", type=Path, required=True, help="folder with en….txt and zh….txt, marked by hand")
    parser.add_argument("--without", type=Path, nargs="*", default=[], help="JSON lines whose texts are left out")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    held = held_back(given.without)
    for lang in LANGUAGES:
        rows = gather(given.data, given.markup, lang, held=held)
        write_lines(rows, given.out / f"entities-{lang}.jsonl.xz")
        counts = Counter(about for row in rows for _, _, about in row["mentions"])
        found = ", ".join(f"{about} {count}" for about, count in counts.most_common())
        sys.stdout.write(f"{lang}: {len(rows)} texts; {found}\n")


if __name__ == "__main__":
    raise SystemExit(main())
