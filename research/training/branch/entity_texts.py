"""Real reviews and sentences for weak labels of mentions, each with the kind of thing that it is about."""

from __future__ import annotations

import json
import random
import re
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from research import datasets
from research.training.corpora import chinese, hotels, opened
from research.training.data import hold_out
from research.training.reader.samples import Sample
from research.training.reader.semeval import laptops14, laptops16, restaurants14, restaurants16, sentences
from research.training.reader.sources_en import clothing
from research.training.reader.sources_zh import tidy, zh_triplets
from research.training.reader.tokenised import memd
from voxpop.errors import InputError
from voxpop.types import Span

SHORTEST, LONGEST = 30, 600  # characters of a review; longer ones would be cut by the network
SHARE = 1500  # reviews of one kind, where there are very many
KINDS = {"books": "book", "clothing": "shirt", "hotel": "hotel", "laptop": "laptop", "restaurant": "restaurant"}

# The products of Hu and Liu whose reviews stand one by one: name and kind.
PRODUCTS: Mapping[str, tuple[str, str]] = {
    "Apex_AD2600_Progressive_scan_DVD player": ("Apex AD2600", "dvd player"), "Canon_G3": ("Canon G3", "camera"),
    "Creative_Labs_Nomad_Jukebox_Zen_Xtra_40GB": ("Creative Zen Xtra", "mp3 player"),
    "Nikon_coolpix_4300": ("Nikon Coolpix 4300", "camera"), "Nokia_6610": ("Nokia 6610", "phone"),
    "Canon_PowerShot_SD500": ("Canon PowerShot SD500", "camera"), "Canon_S100": ("Canon S100", "camera"),
    "Linksys_Router": ("Linksys router", "router"), "MicroMP3": ("Creative Zen Micro", "mp3 player"),
    "Nokia_6600": ("Nokia 6600", "phone"), "ipod": ("iPod", "mp3 player"),
}  # fmt: skip
Item = TypeVar("Item")

_TAG = re.compile(r"([^,\[\]]+?)\s*\[[+-]?\d?\]")

# The parts of zh-reviews that are about one kind of thing, under the names of ``mined_zh``.
CHINESE = {
    "takeaway": "restaurant", "hotel": "hotel", "shopping/酒店": "hotel", "shopping/平板": "tablet",
    "shopping/计算机": "computer", "shopping/手机": "phone", "shopping/书籍": "book", "shopping/衣服": "clothes",
    "shopping/洗发水": "shampoo", "shopping/热水器": "appliance",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Text:
    """A review or sentence, the kind of its product, and the terms that people marked as parts or attributes."""

    id: str
    text: str
    source: str
    split: str
    kind: str
    product: str | None = None
    terms: tuple[Span, ...] = ()


def english_texts(data: Path) -> Iterator[Text]:
    laptops, restaurants = [*laptops14(data), *laptops16(data)], [*restaurants14(data), *restaurants16(data)]
    yield from _of_samples(laptops, "laptop")
    yield from _of_samples(restaurants, "restaurant")
    for each in memd(data):
        yield from _of_samples([each], KINDS[each.source.removeprefix("memd-")])
    yield from _of_samples(_some(clothing(data)), "dress")
    yield from (Text(f"lara-{each.id}", each.text, "lara-hotels", split, "hotel")
                for split, found in hotels(data).splits.items() if split != "test" for each in _some(found)
                if SHORTEST <= len(each.text) <= LONGEST)  # fmt: skip
    yield from hu_liu(data)


def _of_samples(samples: Iterable[Sample], kind: str) -> Iterator[Text]:
    """Samples of the reader but those of a test; their terms are parts of the product unless they name it."""
    for each in samples:
        if each.split != "test" and len(each.text) <= LONGEST:
            terms = tuple(
                Span(start, end) for start, end, _ in each.terms or () if not _whole(each.text[start:end], kind)
            )
            yield Text(each.id, each.text, each.source, each.split, kind, terms=terms)


def _whole(term: str, kind: str) -> bool:
    return (
        len(term) < 4 or kind in term.lower() or term.lower() in ("they", "them", "this", "these", "place", "product")
    )


def _some(items: Sequence[Item], most: int = SHARE) -> list[Item]:
    return random.Random(1).sample(list(items), min(most, len(items)))


def hu_liu(data: Path) -> Iterator[Text]:
    """Reviews of electronics, with the terms that were tagged in each line found there again."""
    home, reviews = datasets.find("hu-liu", data), list[Text]()
    for name in ("product_reviews_1.zip", "product_reviews_2.zip"):
        with zipfile.ZipFile(home / name) as archive:
            for file in sorted(archive.namelist()):
                if Path(file).stem in PRODUCTS:
                    reviews += _reviews(Path(file).stem, archive.read(file).decode("latin-1"))
    dev = {each.id for each in hold_out(reviews)[1]}
    yield from (
        Text(r.id, r.text, r.source, "dev" if r.id in dev else "train", r.kind, r.product, r.terms) for r in reviews
    )


def _reviews(stem: str, content: str) -> Iterator[Text]:
    product, kind = PRODUCTS[stem]
    for number, block in enumerate(content.split("[t]")[1:], start=1):
        text, terms = "", list[Span]()
        for line in block.splitlines()[1:]:
            tagged, mark, words = line.partition("##")
            words = words.strip()
            if mark and len(text) + len(words) < LONGEST:
                tags = [tag.strip() for tag in _TAG.findall(tagged) if not _whole(tag.strip(), kind)]
                found = [at for tag in tags for at in re.finditer(rf"\b{re.escape(tag)}\b", words)]
                terms += [Span(len(text) + at.start(), len(text) + at.end()) for at in found]
                text += words + " "
        if len(text) >= SHORTEST:
            yield Text(f"hu-liu-{stem}-{number}", text.rstrip(), "hu-liu", "train", kind, product, tuple(terms))


# --- Chinese


def chinese_texts(data: Path) -> Iterator[Text]:
    for kind, sample in [("restaurant", each) for each in zh_triplets(data) if each.split != "test"]:
        terms = tuple(Span(start, end) for start, end, _ in sample.terms or () if end - start > 1)
        yield Text(sample.id, sample.text, sample.source, sample.split, kind, terms=terms)
    for split, found in chinese(data).splits.items():
        yield from (Text(f"asap-zh-{each.id}", each.text, "asap-zh", split, "restaurant")
                    for each in found if split != "test" and SHORTEST <= len(each.text) <= LONGEST)  # fmt: skip
    yield from devices(data)
    yield from shops(data)


def devices(data: Path) -> Iterator[Text]:
    """Reviews of phones and cameras of SemEval-16, put together from their sentences."""
    for kind in ("phone", "camera"):
        reviews: dict[str, str] = defaultdict(str)
        for each in sentences(data / "semeval16" / f"zh_{kind}s_train.xml"):
            name = each.id.partition(":")[0]
            if len(reviews[name]) + len(each.text) <= LONGEST:
                reviews[name] += each.text.strip()
        dev = set(hold_out([_Named(name) for name in reviews])[1])
        for name, text in reviews.items():
            split = "dev" if _Named(name) in dev else "train"
            yield Text(f"semeval16-zh-{kind}-{name}", text, "semeval16-zh", split, kind)


@dataclass(frozen=True, slots=True)
class _Named:
    id: str


def shops(data: Path) -> Iterator[Text]:
    """A seeded choice of zh-reviews of each kind, a tenth of it dev."""
    path, found = data / "zh-reviews" / "reviews.jsonl", defaultdict[str, list[Text]](list)
    with opened(path) as lines:
        for number, line in enumerate(lines, start=1):
            try:
                source, text = (json.loads(line)[name] for name in ("source", "text"))
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(f"{path}, line {number}, is not a review of zh-reviews: {error!r}.") from None
            text = tidy(text)
            if source in CHINESE and SHORTEST <= len(text) <= LONGEST:
                found[source].append(Text(f"zh-reviews-{number}", text, "zh-reviews", "train", CHINESE[source]))
    for texts in found.values():
        train, dev = hold_out(_some(texts))
        yield from train
        yield from (Text(each.id, each.text, each.source, "dev", each.kind) for each in dev)
