from __future__ import annotations

from voxpop.aspects import Corpus, compact, tagged
from voxpop.lang import language
from voxpop.types import Phrase


def test_terms_by_the_sentences_that_tag_them() -> None:
    corpus = Corpus()
    for text, terms in (
        ("The soup and the soup.", [(1, 2, "soup"), (4, 5, "soup")]),
        ("Soup again.", [(0, 1, "soup")]),
        ("The staff ate soup.", [(1, 2, "staff")]),
        ("It works.", [(1, 2, "works")]),
    ):
        (sentence,) = language("en").parse([text])[0]
        corpus.extend([compact(sentence, tuple(Phrase(*term) for term in terms))])
    found = tagged(corpus, language("en"))
    assert [(term.text, term.support) for term in found] == [("soup", 2), ("staff", 1)]  # "work" can be anything
    assert corpus.support([("soup",), ("works",)]) == [3, 1]  # held by as many sentences, tagged or not


def test_a_corpus_that_no_reader_read_has_none() -> None:
    corpus = Corpus()
    corpus.add(language("en").parse(["The soup was great."])[0])
    assert tagged(corpus, language("en")) == []
