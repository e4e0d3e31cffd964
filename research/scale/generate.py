"""Make a file of reviews of any size, the same for the same seed: ``python -m research.scale.generate 100000 out.csv``.

The sentences are those of the bundled examples, English and Chinese, put together anew with other numbers in them, so
that words and grammar are real. A share of the rows are copies of earlier ones, or nearly.
"""

from __future__ import annotations

import argparse
import csv
import random
from collections.abc import Iterator
from pathlib import Path

from voxpop import read_reviews
from voxpop.examples import examples
from voxpop.lang import language
from voxpop.types import Review

COPIES, CHINESE = 0.02, 0.3  # shares of the rows
LONGEST = 6  # sentences
COLUMNS = ("id", "text", "stars", "date", "product")


def sentences_by_language() -> dict[str, list[str]]:
    """Return the sentences of the bundled reviews, by language."""
    found: dict[str, list[str]] = {}
    for lang, example in examples().items():
        texts = [row.text for row in read_reviews(example.path) if isinstance(row, Review)]
        parsed = zip(texts, language(lang).parse(texts), strict=True)
        found[lang] = [text[each.start : each.end] for text, sentences in parsed for each in sentences]
    return found


def rows(count: int, seed: int, *, chinese: float = CHINESE) -> Iterator[tuple[str, ...]]:
    """Yield so many rows."""
    chance, said = random.Random(seed), sentences_by_language()
    recent: list[str] = []
    for number in range(count):
        lang = "zh" if chance.random() < chinese else "en"
        joined = ("" if lang == "zh" else " ").join(chance.choices(said[lang], k=chance.randint(1, LONGEST)))
        text = f"{joined} ({chance.randrange(10**9)})"
        if recent and chance.random() < COPIES:
            text = chance.choice(recent) + chance.choice(("", "!"))
        recent = [*recent[-99:], text]
        day = f"{chance.randint(2019, 2024)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
        yield f"r{number}", text, str(chance.randint(1, 5)), day, "Grand Hotel"


def write(path: Path, count: int, seed: int, *, chinese: float = CHINESE) -> None:
    """Write a file of reviews."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        lines = csv.writer(stream)
        lines.writerow(COLUMNS)
        lines.writerows(rows(count, seed, chinese=chinese))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("path", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chinese", type=float, default=CHINESE, help="share of the rows in Chinese")
    options = parser.parse_args()
    write(options.path, options.count, options.seed, chinese=options.chinese)


if __name__ == "__main__":
    main()
