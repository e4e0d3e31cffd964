"""The papers' own training data for the opinion reader: ``python -m research.training.opinions.papers en PREPARED STUDY``.

A study is a data set with its own training, held-out and test part:

dimabsa    triplets of DimABSA, restaurants and laptops (English or Chinese); the test part is the task's dev set
semeval14  terms with their polarity, restaurants and laptops, and the five categories of restaurants (English)
asap       the eighteen categories of ASAP's and AI-Challenger's reviews (Chinese)
asap-whole the same, each review in one piece, as only a large teacher can read it

It writes PREPARED/LANG-STUDY.pickle.xz beside what ``prepare`` wrote, in the same shape and with the same vocabulary, so
that the same starting weights serve; ``run --study STUDY`` trains and scores. "dev" is a tenth held out of training, which
chooses thresholds; "test" is what the figures are of. Training sentences that stand in dev or test are left out.
"""

from __future__ import annotations

import argparse
import json
import lzma
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer

from research.commands import says_errors
from research.evaluation.dimabsa import NULL, DimSentence
from research.training.corpora import chinese
from research.training.data import Example, hold_out
from research.training.opinions.dimabsa import SETS, ArousalCurve, dev_sentences, placed, train_sentences, valence_label
from research.training.opinions.labels import FINE
from research.training.opinions.prepare import add_large, encode, large_tokenizer, read_prepared, simplified, tokens_of
from research.training.opinions.vocabulary import SPECIAL
from research.training.samples.leakage import overlapping, without_leaks
from research.training.samples.marked_terms import marked_terms
from research.training.samples.sample import Sample as AnnotatedSample
from research.training.samples.semeval import laptops14, mams, restaurants14, restaurants16, sentences
from research.training.samples.tokenised import memd
from research.training.scheme import RESTAURANT, asap
from voxpop.errors import InputError, choose

LONGEST = 512  # tokens that the network has positions for
TAIL = 190  # of which so many are the last of a longer text, in training
LONGEST_LARGE = 1800  # tokens that a large teacher reads at once
#: A polarity without a grade, as a distribution over the five classes.
UNGRADED = {-1: (0.5, 0.5, 0.0, 0.0, 0.0), 0: (0.0, 0.0, 1.0, 0.0, 0.0), 1: (0.0, 0.0, 0.0, 0.5, 0.5)}
#: Further sets with aspect terms that the study semeval14 can learn from.
MORE: Mapping[str, Callable[[Path], Iterable[AnnotatedSample]]] = {
    "mams": mams, "semeval16": restaurants16, "memd": memd, "marked": marked_terms
}  # fmt: skip
SEMEVAL_TESTS = {
    "SemEval-14": ("semeval14/Restaurants_Test_Gold.xml", "semeval14/Laptops_Test_Gold.xml"),
    "SemEval-15": ("semeval15/restaurants_test.xml", "semeval15/laptops_test.xml"),
    "SemEval-16": ("semeval16/restaurants_test.xml", "semeval16/laptops_test.xml"),
}

Sample = dict[str, Any]
Split = dict[str, list[Sample]]
AsSample = Callable[[Example, "Encoder"], Sample]


class Encoder:
    """Texts as token numbers, in the vocabulary that ``prepare`` chose."""

    def __init__(self, cut: Tokenizer, simplify: Mapping[int, str]) -> None:
        self.cut, self.simplify = cut, simplify

    @classmethod
    def read(cls, prepared: Path) -> Encoder:
        """Read the tokenizer of a prepared folder."""
        pairs = json.loads((prepared / "config.json").read_text("utf-8"))["simplify"]
        simplify = {ord(old): new for old, new in zip(pairs[::2], pairs[1::2], strict=True)}
        return cls(Tokenizer.from_file(str(prepared / "tokenizer.json")), simplify)

    def knowing(self, texts: Iterable[str]) -> Encoder:
        """Return an encoder that simplifies the traditional characters of these texts too."""
        return Encoder(self.cut, {**simplified(texts), **self.simplify})

    def __call__(self, text: str) -> tuple[list[int], list[tuple[int, int]]]:
        return encode(text, self.cut, self.simplify)


# --- samples


def span_sample(
    text: str,
    encoder: Encoder,
    *,
    name: str,
    id: str,
    opinions: Iterable[tuple[Sequence[int] | None, Sequence[int] | None, Any]],
    spans: Sequence[str],
) -> Sample:
    """Return a text with target spans, evidence spans and the polarity of each pair, as ``prepare.sample`` gives them.

    ``spans`` says which of the two its data set annotates. Categories, what an opinion is about and whether it is told
    as a fact are unknown.
    """
    ids, offsets = encoder(text)
    ids, offsets = ids[:LONGEST], offsets[:LONGEST]
    found = []
    for target, words, polarity in opinions:
        placed_target, placed_words = tokens_of(target, offsets), tokens_of(words, offsets)
        if placed_target or placed_words:
            found.append((placed_target, placed_words, polarity, None, None, None))
    return {"ids": np.array(ids, np.int32), "offsets": offsets, "text": text, "opinions": found, "comparisons": [],
            "spans": tuple(spans), "stars": 0, "domain": -1, "name": name, "id": id}  # fmt: skip


def dimabsa_sample(sentence: DimSentence, encoder: Encoder, name: str) -> Sample:
    """Return a sentence of DimABSA; a triplet of which neither part is named gives nothing to learn."""
    opinions = [(each.aspect, each.opinion, valence_label(each.valence)) for each in placed(sentence)]
    spans = ("target", "evidence")
    sample = span_sample(sentence.text, encoder, name=name, id=f"{name}-{sentence.id}", opinions=opinions, spans=spans)
    return {**sample, "triplets": sentence.triplets}


def reader_sample(found: AnnotatedSample, encoder: Encoder) -> Sample:
    """Return a sentence of SemEval or MAMS: its terms with their polarity, and its categories where it has them."""
    terms = found.terms or ()
    opinions = [((start, end), None, None if sign is None else UNGRADED[sign]) for start, end, sign in terms]
    spans = () if found.terms is None else ("target",)
    name = found.source.removesuffix("-terms")
    sample = span_sample(found.text, encoder, name=name, id=found.id, opinions=opinions, spans=spans)
    if found.terms is not None:
        sample["terms"] = found.terms
    if found.labels and "se14" in found.labels:
        sample["fine"] = {RESTAURANT.aspects.index(name): sign for name, sign in found.labels["se14"].items()}
    return sample


def asap_sample(example: Example, encoder: Encoder) -> Sample:
    """Return a review with its categories. In training a long one is cut in the middle; scoring reads all its windows."""
    ids, _ = encoder(example.text)
    short = ids if len(ids) <= LONGEST else [*ids[: LONGEST - TAIL], *ids[-TAIL:]]
    return {"ids": np.array(short, np.int32), "windows": windows(ids), "stars": int(example.stars or 0), "domain": -1,
            "fine": example.mentioned, "name": "asap-zh", "source": example.source,
            "id": f"{example.source}-{example.id}"}  # fmt: skip


def whole_sample(example: Example, encoder: Encoder) -> Sample:
    """Return a review with its categories in one piece; its first ``LONGEST_LARGE`` tokens if it is very long."""
    ids, offsets = encoder(example.text)
    cut = {"ids": np.array(ids[:LONGEST_LARGE], np.int32), "offsets": offsets[:LONGEST_LARGE], "text": example.text}
    return {name: value for name, value in asap_sample(example, encoder).items() if name != "windows"} | cut


def windows(ids: Sequence[int], longest: int = LONGEST) -> list[np.ndarray]:
    """Return a text as windows of equal length that overlap as little as possible, each between its marks."""
    inner, room = list(ids[1:-1]), longest - 2
    count = max(1, -(-len(inner) // room))
    starts = [round(number * (len(inner) - room) / (count - 1)) for number in range(count)] if count > 1 else [0]
    return [np.array([ids[0], *inner[start : start + room], ids[-1]], np.int32) for start in starts]


# --- studies


def dimabsa(data: Path, lang: str, encoder: Encoder, _more: Sequence[str]) -> dict[str, Any]:
    """Return both sets of a language. The tenth held out is, like the task's dev set, of sentences without NULL.

    It is of whole reviews where their numbers tell them apart.
    """
    split: Split = {"train": [], "dev": [], "test": []}
    curves, overlap = {}, {}
    parts = {name: (train_sentences(data, name), dev_sentences(data, name)) for name in SETS[lang]}
    if lang == "zh":
        encoder = encoder.knowing(each.text for part in parts.values() for some in part for each in some)
    tests = [each.text for _, test in parts.values() for each in test]
    for name, (given, test) in parts.items():
        leaks = overlapping([each.text for each in given], tests)
        clean = [each for at, each in enumerate(given) if at not in leaks]
        explicit = [each for each in clean if NULL not in {words for triplet in each.triplets for words in triplet[:2]}]
        _, dev = hold_out(explicit, key=lambda each: each.id.rpartition(":")[0] or each.id)
        rest = [each for each in clean if each not in dev]
        held = overlapping([each.text for each in rest], [each.text for each in dev])
        train = [each for at, each in enumerate(rest) if at not in held]
        curves[name] = ArousalCurve.fit([triplet for each in train for triplet in each.triplets])
        overlap |= {f"{name}: the task's dev sets": len(leaks), f"{name}: held out": len(held)}
        if lang == "en":
            overlap |= {f"{name}: {title} test": count for title, count in semeval_overlap(train, data).items()}
        for part, chosen in (("train", train), ("dev", dev), ("test", test)):
            split[part] += [dimabsa_sample(each, encoder, name) for each in chosen]
    return {"split": split, "arousal": curves, "overlap": overlap}


def semeval_overlap(train: Sequence[DimSentence], data: Path) -> dict[str, int]:
    """Return how many training sentences stand in the tests of SemEval: what is trained here is not scored there."""
    texts = [each.text for each in train]
    return {
        title: len(overlapping(texts, [each.text for file in files for each in sentences(data / file)]))
        for title, files in SEMEVAL_TESTS.items()
        if any((data / f"{file}{ending}").exists() for file in files for ending in ("", ".xz"))
    }


def semeval14(data: Path, _lang: str, encoder: Encoder, more: Sequence[str]) -> dict[str, Any]:
    """Return restaurants and laptops, and further sets to learn terms from; only SemEval-14's tests are scored."""
    own = [*restaurants14(data), *laptops14(data)]
    names = {each.source for each in own}
    others = [each for name in more for each in MORE[choose("further set", name, MORE)](data)]
    kept, dropped = without_leaks([*own, *others])
    split: Split = {"train": [], "dev": [], "test": []}
    for each in kept:
        if each.source in names or (each.terms is not None and each.split == "train"):
            split[each.split].append(reader_sample(each, encoder))
    return {"split": split, "overlap": {f"{source}, {part}": count for (source, part), count in dropped.items()}}


def asap_reviews(
    data: Path, _lang: str, encoder: Encoder, _more: Sequence[str], *, as_sample: AsSample = asap_sample
) -> dict[str, Any]:
    """Return AI-Challenger's reviews and ASAP's samples, split as for the systems of Bu et al. (2021)."""
    corpus = chinese(data)
    encoder = encoder.knowing(each.text for part in corpus.splits.values() for each in part)
    held = {name: [each.text for each in corpus.splits[name]] for name in ("dev", "test")}
    leaks = {
        "train": overlapping([each.text for each in corpus.train], held["dev"] + held["test"]),
        "dev": overlapping(held["dev"], held["test"]),
    }
    split = {
        part: [as_sample(each, encoder) for at, each in enumerate(found) if at not in leaks.get(part, ())]
        for part, found in corpus.splits.items()
    }
    return {"split": split, "overlap": {part: len(found) for part, found in leaks.items()}}


Study = Callable[[Path, str, Encoder, Sequence[str]], dict[str, Any]]
STUDIES: Mapping[str, tuple[Study, tuple[str, ...]]] = {
    "dimabsa": (dimabsa, ("en", "zh")),
    "semeval14": (semeval14, ("en",)),
    "asap": (asap_reviews, ("zh",)),
    "asap-whole": (partial(asap_reviews, as_sample=whole_sample), ("zh",)),
}


def prepared_study(name: str, lang: str, data: Path, prepared: Path, more: Sequence[str] = ()) -> dict[str, Any]:
    """Return a study in the shape of prepared data: without unlabelled texts, which stay where they are."""
    study, languages = STUDIES[choose("study", name, STUDIES)]
    if lang not in languages:
        raise InputError(f"The study {name!r} has no data in {lang!r}. It has: {', '.join(languages)}.")
    base = read_prepared(prepared, lang)
    assert [len(asap().aspects), len(RESTAURANT.aspects)] == [len(FINE["zh"]), len(FINE["en"])]
    found = study(data, lang, Encoder.read(prepared), more)
    found["split"] |= {"seen": [], "fine": []}
    none = np.zeros(0, np.int16)
    texts = {"ids": none, "lengths": none, "stars": none, "domains": none}
    return {"lang": lang, "pieces": base["pieces"], "domains": base["domains"], "study": name, "unlabelled": texts,
            **found}  # fmt: skip


@says_errors
def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.opinions.papers", description=__doc__.split("\n")[0]
    )
    parser.add_argument("lang")
    parser.add_argument("prepared", type=Path, help="what python -m research.training.opinions.prepare wrote")
    parser.add_argument("study", choices=STUDIES)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--also", nargs="*", default=(), choices=MORE, help="sets that semeval14 learns terms from too")
    parser.add_argument("--large", type=Path, help="the tokenizer.json of a large teacher, to prepare texts for it too")
    given = parser.parse_args(arguments)
    made = prepared_study(given.study, given.lang, given.data, given.prepared, given.also)
    if given.large:
        samples = [sample for part in made["split"].values() for sample in part if "text" in sample]
        encoder = Encoder.read(given.prepared)
        encoder = encoder.knowing(sample["text"] for sample in samples) if encoder.simplify else encoder
        with large_tokenizer(given.large, given.prepared.parent, encoder.simplify) as larger:
            add_large(larger, samples)
    with lzma.open(given.prepared / f"{given.lang}-{given.study}.pickle.xz", "wb", preset=2) as out:
        pickle.dump(made, out)
    unknown = SPECIAL.index("[UNK]")
    everything = [sample for part in made["split"].values() for sample in part]
    print(given.lang, given.study, {part: len(found) for part, found in made["split"].items()}, "unknown pieces",
          sum(int((sample["ids"] == unknown).sum()) for sample in everything), "of",
          sum(len(sample["ids"]) for sample in everything), "overlap", made["overlap"])  # fmt: skip


if __name__ == "__main__":
    raise SystemExit(main())
