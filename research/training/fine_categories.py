"""Learn the finer categories of single opinions, and ship them: ``python -m research.training.fine_categories --data DIR``.

Our annotation says of a whole restaurant review which of the eighteen categories of Bu et al. (2021) it speaks of, and with which
sign. An opinion in it may be on those that are finer ones of its own category and have its sign, and on no other: the map is
learned so that these together are likely. What restaurant reviews mean by some categories (the level of prices by price, taste by
food) is left with the category itself. Short statements that we wrote, each under one finer category, tell those apart that
reviews mostly name together. Some minutes for each reader; run it again whenever a reader's weights change. ``--try``
writes nothing: it learns from four fifths of the reviews and says how well the opinions of the others, taken together, tell what
the annotation says of each review. ``--test`` says the same of the shipped map on the test reviews of Bu et al.
"""

from __future__ import annotations

import argparse
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import save_file

from research.add_weights import add
from research.annotation.corpus import DATA, FINE_CATEGORIES, read_corpus
from research.commands import says_errors
from research.training.corpora import CORPORA
from research.training.opinions.labels import FINE as EIGHTEEN
from research.training.scheme import NOT_MENTIONED
from voxpop import assets
from voxpop.extract.domains import domain_of
from voxpop.extract.fine_categories import KIND, fine_categories, fine_names, opinion_features, possible_categories
from voxpop.extract.opinion_decoding import DecodedOpinion, Floats
from voxpop.extract.opinion_extractor import OpinionExtractor
from voxpop.extract.opinion_model import FINE, OpinionModel, opinion_model, weights_name
from voxpop.lang import language

LANG = "zh"  # in English, the five categories of SemEval-2014 are no finer than ours
REST = {"location": "downtown", "price": "level"}  # what a category itself means where it is divided
NEUTRAL = 0.15  # the size of polarity up to which an opinion has no sign
DECAY, STEPS, BATCH = 1e-3, 100, 50
REPEATED = 3  # how often each statement counts beside the opinions of reviews
Labels = Mapping[str, int]


class ReviewOpinions(NamedTuple):
    """A review's opinions, what the model knows of each, the categories of each, and what the review is known to speak of."""

    opinions: list[DecodedOpinion]
    features: Floats
    categories: list[str]
    labels: Labels


def read_opinions(model: OpinionModel, reviews: Sequence[tuple[str, Labels]]) -> list[ReviewOpinions]:
    """Return the opinions that the reader finds in restaurant reviews, under the categories that it ships with."""
    allowed = domain_of({KIND: 1.0}, model.config["kinds"]).categories
    extractor = OpinionExtractor(LANG, model, allowed=allowed)
    assert extractor.meanings is not None
    is_possible = np.array([name in allowed for name in model.categories])
    found = []
    for start in range(0, len(reviews), BATCH):
        texts, labels = zip(*reviews[start : start + BATCH], strict=True)
        parsed = language(LANG).parse(texts)
        readings = extractor._read(texts, parsed)
        decoded = [[one.decoded for one in reading.opinions] for reading in readings]
        scores = [reading.scores for reading in readings]
        rows = opinion_features(decoded, scores, parsed, extractor.meanings.vectors)
        parts = np.split(rows, np.cumsum([len(ours) for ours in decoded])[:-1])
        for ours, own, known in zip(decoded, parts, labels, strict=True):
            names = [model.categories[int((one.category * is_possible).argmax())] for one in ours]
            found.append(ReviewOpinions(ours, own, names, known))
    return found


def candidates(opinion: DecodedOpinion, category: str, labels: Labels) -> list[bool]:
    """Return which finer categories an opinion may be on, given what its review speaks of; the last is none of them."""
    sign = int(np.sign(opinion.polarity)) if abs(opinion.polarity) > NEUTRAL else 0

    def fits(name: str) -> bool:
        return name in labels and 0 in (sign, labels[name], sign - labels[name])

    finer = language(LANG).topic_names.FINE_CATEGORY_NAMES[category]
    chosen = [name in finer and fits(name) for name in fine_names(LANG)] + [fits(REST.get(category, ""))]
    if any(chosen):
        return chosen
    return [name in finer and name in labels for name in fine_names(LANG)] + [True]


def learn(reviews: Iterable[ReviewOpinions]) -> tuple[Floats, Floats]:
    """Return weights and biases under which the candidates of each opinion together are as likely as can be."""
    divided = language(LANG).topic_names.FINE_CATEGORY_NAMES
    chosen = [
        (row, candidates(opinion, category, review.labels), category)
        for review in reviews
        for opinion, row, category in zip(review.opinions, review.features, review.categories, strict=True)
        if category in divided
    ]
    rows, allowed, categories = zip(*chosen, strict=True)
    x = np.array(rows)
    centre, spread = x.mean(0), x.std(0) + 1e-3
    inputs, candidate = torch.tensor((x - centre) / spread), torch.tensor(allowed)
    possible = torch.tensor(possible_categories(LANG, categories))
    weight = torch.zeros(x.shape[1], candidate.shape[1], requires_grad=True)
    bias = torch.zeros(candidate.shape[1], requires_grad=True)
    optimizer = torch.optim.LBFGS([weight, bias], max_iter=STEPS, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        scores = (inputs @ weight + bias + possible).log_softmax(1)
        value = -scores.masked_fill(~candidate, -torch.inf).logsumexp(1).mean() + DECAY * (weight**2).sum()
        value.backward()
        return value

    optimizer.step(loss)
    learned = weight.detach().numpy() / spread[:, None]
    return learned.astype(np.float32), (bias.detach().numpy() - centre @ learned).astype(np.float32)


def assigned(reviews: Sequence[ReviewOpinions], weight: Floats, bias: Floats) -> list[NDArray[np.intp]]:
    """Return the finer category of each opinion of each review, by its place; none of them comes last."""
    return [
        (each.features @ weight + bias + possible_categories(LANG, each.categories)).argmax(1)
        if each.opinions
        else np.zeros(0, np.intp)
        for each in reviews
    ]


def presence_scores(reviews: Sequence[ReviewOpinions], found: Sequence[NDArray[np.intp]]) -> dict[str, float]:
    """Return for each finer category the F1 of which reviews have an opinion on it, against their annotation."""
    right, wrong = Counter[str](), Counter[str]()
    names = list(fine_names(LANG))
    for review, places in zip(reviews, found, strict=True):
        here = {names[place] for place in places if place < len(names)}
        known = set(names) & set(review.labels)
        right.update(here & known)
        wrong.update(here ^ known)
    return {name: 2 * right[name] / max(1, 2 * right[name] + wrong[name]) for name in names}


def statements() -> list[tuple[str, Labels]]:
    """Return our short statements as reviews that speak of one finer category, or of none."""
    listed = tomllib.loads((DATA / f"fine-statements-{LANG}.toml").read_text("utf-8"))
    return [(text, {name: 0} if name in fine_names(LANG) else {}) for name, texts in listed.items() for text in texts]


def test_reviews(data: Path) -> list[tuple[str, Labels]]:
    """Return the test reviews of Bu et al. with the categories that they speak of."""
    return [
        (review.text, {name: sign for name, sign in zip(EIGHTEEN[LANG], review.labels, strict=True) if sign != NOT_MENTIONED})
        for review in CORPORA["asap-zh"](data).test
    ]  # fmt: skip


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.fine_categories", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--fast", action="store_true", help="of the small reader")
    parser.add_argument("--try", action="store_true", dest="trial", help="figures on a fifth; nothing is written")
    parser.add_argument("--test", action="store_true", help="figures of the shipped map on the public test reviews")
    given = parser.parse_args()
    model = opinion_model(LANG, fast=given.fast)
    own = [(record["text"], record["labels"]) for record in read_corpus(LANG, given.data, name=FINE_CATEGORIES)]
    reviews = read_opinions(model, test_reviews(given.data) if given.test else own)
    if given.test or given.trial:
        if given.test:
            shipped = fine_categories(LANG, model)
            assert shipped is not None, "there is no map yet"
            weight, bias = shipped.weight, shipped.bias
        else:
            number = {text: place for place, text in enumerate(dict.fromkeys(text for text, _ in own))}
            is_tried = [number[text] % 5 == 0 for text, _ in own]  # a text that two annotators read is on one side
            others = [review for review, tried in zip(reviews, is_tried, strict=True) if not tried]
            weight, bias = learn([*others, *REPEATED * read_opinions(model, statements())])
            reviews = [review for review, tried in zip(reviews, is_tried, strict=True) if tried]
        scores = presence_scores(reviews, assigned(reviews, weight, bias))
        print(f"{len(reviews)} reviews, F1 of the categories they speak of: mean {np.mean([*scores.values()]):.3f};",
              ", ".join(f"{name} {score:.2f}" for name, score in scores.items()))  # fmt: skip
        return
    weight, bias = learn([*reviews, *REPEATED * read_opinions(model, statements())])
    asset = assets.find(weights_name(LANG, fast=given.fast))
    save_file({"weight": weight.astype(np.float16), "bias": bias}, asset.path.with_name(FINE))
    add(asset.name, language=asset.language, licence=asset.licence)
    print(f"{asset.path.with_name(FINE)}: learned from {len(reviews):,} reviews")


if __name__ == "__main__":
    raise SystemExit(main())
