from __future__ import annotations

import pytest

from research.papers.pavlopoulos2014_ate.sentences import Sentences, sentence_test, spread
from research.papers.pavlopoulos2014_ate.sets import learn
from voxpop.aspects import METHODS, Corpus
from voxpop.lang import language
from voxpop.metrics import MEASURES
from voxpop.types import Term

TEXTS = [
    "The food was great.", "The food and the service were fine.", "Service was slow but the wine list is long.",
    "A friend had the soup.", "The soup was cold.", "Great wine.", "My friend liked the food.",
    "Cold soup, slow service.",
] * 4  # fmt: skip
GOLD = {"food": 12, "service": 12, "soup": 8, "wine": 4, "wine list": 2}


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return learn(TEXTS)


def test_a_term_is_found_as_phrase_or_by_its_words(corpus: Corpus) -> None:
    sentences = Sentences(corpus)
    assert len(sentences.holding("soup")) == 12
    assert len(sentences.holding("friend soup")) == 4
    assert sentences.holding("no such words") == []


@pytest.mark.parametrize("method", METHODS)
def test_without_exchange_the_list_is_what_the_method_gave(corpus: Corpus, method: str) -> None:
    terms = METHODS[method](corpus, language("en"))
    other = [Term("soup", 1, 1.0)]
    verdict = sentence_test(GOLD, terms, other, Sentences(corpus), rounds=1, seed=1)
    first, second = (MEASURES["aspects"](GOLD, [term.text for term in found])["awp"].value for found in (terms, other))
    assert verdict.difference == pytest.approx(first - second, abs=1e-12)


def test_spreading_loses_no_score(corpus: Corpus) -> None:
    terms = [*METHODS["prominent"](corpus, language("en")), Term("not in any sentence", 1, 2.5)]
    number = {term.text: place for place, term in enumerate(terms)}
    shares = spread(terms, number, Sentences(corpus)).share
    assert shares.sum() == pytest.approx(sum(term.score for term in terms), rel=1e-4)


def test_a_list_does_not_differ_from_itself_and_nonsense_differs_from_gold(corpus: Corpus) -> None:
    sentences = Sentences(corpus)
    good = [Term(text, count, float(count)) for text, count in GOLD.items()]
    bad = [Term(text, count, float(count)) for text, count in (("friend", 8), ("list", 4), ("food", 1))]
    same = sentence_test(GOLD, good, good, sentences, rounds=50, seed=1)
    assert (same.difference, same.p) == (0.0, 1.0)
    other = sentence_test(GOLD, good, bad, sentences, rounds=200, seed=1)
    assert other.difference > 0.5
    assert other.p < 0.05
    assert other == sentence_test(GOLD, good, bad, sentences, rounds=200, seed=1)
