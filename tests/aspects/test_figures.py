"""The figures that the project promises for its aspect lists (average weighted precision on SemEval-14)."""

import lzma
from collections import Counter
from pathlib import Path

import pytest
from defusedxml import ElementTree

from voxpop.aspects import Corpus, prominent
from voxpop.lang import language
from voxpop.metrics.aspect_ranking import awp


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "least"),
    [(("Restaurants_Train_v2", "Restaurants_Test_Gold"), 0.78), (("Laptops_Train", "Laptops_Test_Gold"), 0.45)],
)
def test_prominent_terms_on_semeval_14(data_dir: Path, files: tuple[str, str], least: float) -> None:
    texts, counts = [], Counter[str]()
    for name in files:
        with lzma.open(data_dir / "semeval14" / f"{name}.xml.xz") as file:
            for sentence in ElementTree.parse(file).getroot().iter("sentence"):
                texts.append(sentence.findtext("text"))
                counts.update(term.get("term").lower() for term in sentence.iter("aspectTerm"))
    corpus = Corpus()
    for sentences in language("en").parse(texts):
        corpus.add(sentences, language("en"))
    gold = sorted((term for term in counts if counts[term] > 1), key=lambda term: (-counts[term], term))
    assert awp(gold, [term.text for term in prominent(corpus, language("en"))]) >= least
