"""Passages to annotate next: ``python -m research.annotation.choose LANG OUT --data DIR``.

Half of the passages of each kind of product are drawn at random, half are those that the shipped reader is least sure of.
Further ones are those where it doubts most whether an opinion is about the product. In English there are sentences of SemEval-14's
training part too, without its labels. Held-out and development domains, and texts that the corpus has already, are left out.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from research.annotation.corpus import DATA, OPINIONS, SEMEVAL, semeval_sentences
from research.training.opinions.texts import DEVELOPMENT, rows, stretches, wild
from voxpop.extract.opinion_model import TextScores, opinion_model

LONGEST = {"en": 480, "zh": 220}  # characters of a passage
SHORTEST = {"en": 25, "zh": 8}


def candidates(lang: str, data: Path, most: int, besides: Sequence[Path] = ()) -> list[dict[str, Any]]:
    """Return passages of each kind of product that neither the corpus nor other choices have, at most so many of a kind."""
    files = [DATA / f"{OPINIONS}-{lang}.jsonl.xz", *besides]
    known = {str(row["sha256"]) for file in files for row in rows(file)}
    dice = random.Random(36)
    by_domain: dict[str, list[dict[str, Any]]] = {}
    for row in wild(data, lang):
        by_domain.setdefault(str(row["domain"]), []).append(row)
    made = []
    for domain, found in sorted(by_domain.items()):
        if domain in DEVELOPMENT[lang]:
            continue
        dice.shuffle(found)
        chosen = [row for row in found if hashed(str(row["text"])) not in known][:most]
        made += [passage(lang, domain, str(row["source"]), str(row["text"]), row["stars"], dice) for row in chosen]
    return [each for each in made if len(each["text"]) >= SHORTEST[lang]]


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def passage(lang: str, domain: str, source: str, text: str, stars: Any, dice: random.Random) -> dict[str, Any]:
    """Return one stretch of a text as an item for annotators."""
    stretch = dice.choice(list(stretches(text, LONGEST[lang])) or [text[: LONGEST[lang]]])
    start = text.find(stretch)
    return {"lang": lang, "domain": domain, "source": source, "sha256": hashed(text), "span": [start, start + len(stretch)],
            "text": stretch, "asks_stars": stars is None and len(stretch) == len(text)}  # fmt: skip


def doubt(scores: TextScores) -> tuple[float, float]:
    """Return how unsure the reader is of what is said, and of whether it is about the product."""
    said = about = size = 0.0
    for window in scores.windows:
        inside = 1 - window.evidence[:, 0]
        said += float(entropy(window.evidence).sum() + (inside * entropy(window.category)).sum() / 2)
        said += float((inside * entropy(window.polarity)).sum() / 2)
        about += float((inside * (1 - window.about[:, 0]) * (window.about[:, 0] > 0.05)).sum())
        size += len(inside)
    return said / (size + 10), about / (size + 10)


def entropy(chances: Any) -> Any:
    return -(chances * np.log(np.maximum(chances, 1e-9))).sum(-1)


def doubts(texts: Sequence[str], lang: str) -> list[tuple[float, float]]:
    model = opinion_model(lang)
    return [doubt(model.read(text)) for text in texts]


def chosen(items: list[dict[str, Any]], lang: str, each: int, unsure: int) -> Iterator[dict[str, Any]]:
    """Yield passages of each kind of product, then those whose opinions may be about something else."""
    parts = [items[at : at + 200] for at in range(0, len(items), 200)]
    with ProcessPoolExecutor(2) as pool:
        found = pool.map(partial(doubts, lang=lang), [[item["text"] for item in part] for part in parts])
        scored = list(zip(items, [one for part in found for one in part], strict=True))
    dice = random.Random(37)
    taken: set[str] = set()
    for domain in sorted({item["domain"] for item in items}):
        own = [(item, score) for item, score in scored if item["domain"] == domain]
        own.sort(key=lambda row: -row[1][0])
        hard, rest = own[: each // 2], own[each // 2 :]
        for item, _ in hard + dice.sample(rest, min(each - each // 2, len(rest))):
            taken.add(item["sha256"])
            yield item
    left = sorted((row for row in scored if row[0]["sha256"] not in taken), key=lambda row: -row[1][1])
    yield from (item for item, _ in left[:unsure])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.annotation.choose", description=__doc__.split("\n")[0])
    parser.add_argument("lang", choices=sorted(LONGEST))
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--each", type=int, default=60, help="passages of a kind of product")
    parser.add_argument("--unsure", type=int, default=400, help="passages that may be about something else")
    parser.add_argument("--sentences", type=int, default=400, help="of each set of SemEval-14 (English)")
    parser.add_argument("--besides", type=Path, nargs="*", default=[], help="choices made before, to leave out")
    given = parser.parse_args()
    found = candidates(given.lang, given.data, 6 * given.each, given.besides)
    items = list(chosen(found, given.lang, given.each, given.unsure))
    if given.lang == "en":
        for file, domain in SEMEVAL.items():
            sentences = [text for text in semeval_sentences(given.data / file) if len(text) > SHORTEST["en"]]
            random.Random(38).shuffle(sentences)
            items += [
                {"lang": "en", "domain": domain, "source": "semeval14", "sha256": hashed(text), "span": [0, len(text)],
                 "text": text, "asks_stars": False} for text in sentences[: given.sentences]
            ]  # fmt: skip
    dice = random.Random(39)
    dice.shuffle(items)
    given.out.write_text("".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items), "utf-8")
    print(f"{len(items)} passages, {sum(len(item['text']) for item in items) / len(items):.0f} characters on average")


if __name__ == "__main__":
    main()
