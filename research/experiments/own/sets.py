"""Labelled reviews to learn own categories from: restaurants in English and Chinese, gadgets (Hu and Liu's) and Chinese
cameras (SemEval-16)."""

from __future__ import annotations

import lzma
import random
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from defusedxml.ElementTree import parse

from research.training.data import Example, load
from research.training.scheme import NOT_MENTIONED

GADGETS = {
    "software": "software|interface|menu|navigation|firmware",
    "size": "size|weight|small|compact|portability",
    "battery": "battery|battery life|batteries",
    "sound": "sound|sound quality|speaker|earbuds|headphones|speakerphone",
    "price": "price|cost|value",
    "pictures": "picture|pictures|picture quality|image|images|image quality|photo|photos|photo quality",
    "looks": "look|looks|design|style|appearance|color",
    "screen": "screen|lcd|display|lcd screen|viewfinder",
}
CAMERAS = ("PHOTO", "FOCUS", "CAMERA", "HARDWARE", "LENS", "SOFTWARE", "DISPLAY")
_TAG = re.compile(r"([^,\[\]#]+)\[([+-])\d\]")
_SIGNS = {"+": 1, "-": -1, "positive": 1, "neutral": 0, "negative": -1}


@dataclass(frozen=True, slots=True)
class Set:
    """Reviews to draw from, and reviews to measure on: ``dev`` to choose by, ``test`` to report."""

    name: str
    lang: str
    categories: tuple[str, ...]
    train: tuple[Example, ...]
    dev: tuple[Example, ...]
    test: tuple[Example, ...]


def restaurants(data: Path) -> Set:
    corpus = load("restaurant", data)
    return Set("restaurants (SE-14)", "en", corpus.scheme.aspects, corpus.train, corpus.dev, corpus.test)


def dining(data: Path) -> Set:
    corpus = load("asap-zh", data)
    return Set("dining (AI-Challenger)", "zh", corpus.scheme.aspects, corpus.train, corpus.dev, corpus.test)


def gadgets(data: Path) -> Set:
    """Sentences on all of Hu and Liu's products; a quarter is the test."""
    lines: list[str] = []
    for number in (1, 2):
        with zipfile.ZipFile(data / "hu-liu" / f"product_reviews_{number}.zip") as archive:
            for name in sorted(name for name in archive.namelist() if name.endswith(".txt") and "README" not in name):
                lines += archive.read(name).decode("latin-1").splitlines()
    rest, test = _split(_balanced(list(_gadget_lines(lines))), share=4)
    train, dev = _split(rest)
    return Set("gadgets (Hu & Liu)", "en", tuple(GADGETS), train, dev, test)


def _gadget_lines(lines: Sequence[str]) -> Iterator[Example]:
    home = {term: name for name, terms in GADGETS.items() for term in terms.split("|")}
    for place, line in enumerate(lines):
        tagged, mark, text = line.partition("##")
        if mark and text.strip():
            said = [(home.get(term.strip().lower()), _SIGNS[sign]) for term, sign in _TAG.findall(tagged)]
            yield Example(str(place), text.strip(), _labels(tuple(GADGETS), said))


def cameras(data: Path) -> Set:
    """Clauses of Chinese camera reviews; a category is the entity that SemEval-16 names before the #."""
    train, test = (_balanced(list(_clauses(data / "semeval16" / f"zh_cameras_{part}.xml.xz"))) for part in
                   ("train", "test"))  # fmt: skip
    rest, dev = _split(train)
    return Set("cameras (SE-16, Chinese)", "zh", CAMERAS, rest, dev, test)


def _clauses(path: Path) -> Iterator[Example]:
    with lzma.open(path) as content:
        root = parse(content).getroot()
    for sentence in root.iter("sentence"):
        told = [
            (each.get("category", "").split("#")[0], _SIGNS[each.get("polarity")]) for each in sentence.iter("Opinion")
        ]
        text = (sentence.findtext("text") or "").strip()
        if text:
            yield Example(sentence.get("id"), text, _labels(CAMERAS, told))


def _labels(categories: Sequence[str], said: Sequence[tuple[str | None, int]]) -> tuple[int, ...]:
    """The sign of what is said of each; of good and bad in one sentence, what is said first."""
    found: dict[str | None, int] = {}
    for name, sign in said:
        found.setdefault(name, sign)
    return tuple(found.get(name, NOT_MENTIONED) for name in categories)


def _balanced(examples: Sequence[Example]) -> tuple[Example, ...]:
    """Each text once; those that mention a category, and half as many that mention none."""
    unique = list({example.text: example for example in examples}.values())
    telling = [example for example in unique if example.mentioned]
    silent = [example for example in unique if not example.mentioned]
    chosen = [*telling, *random.Random(0).sample(silent, min(len(silent), len(telling) // 2))]
    random.Random(1).shuffle(chosen)
    return tuple(chosen)


def _split(examples: Sequence[Example], *, share: int = 3) -> tuple[tuple[Example, ...], tuple[Example, ...]]:
    """The rest, and one part in ``share``."""
    part = len(examples) // share
    return tuple(examples[part:]), tuple(examples[:part])


SETS: dict[str, Callable[[Path], Set]] = {
    "restaurants": restaurants,
    "dining": dining,
    "gadgets": gadgets,
    "cameras": cameras,
}
