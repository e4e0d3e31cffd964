"""What a review speaks of, on the whole."""

from __future__ import annotations

import numpy as np

from voxpop.entities.mentions import ClauseFocus, Discourse, ResolvedMention
from voxpop.entities.resolve import name_flags, reclaim_own_names, resolve_reviews
from voxpop.extract.extractors import extractor
from voxpop.lang import language
from voxpop.lang.mention_candidates import NameMention
from voxpop.types import Product, ReaderOutput

COOLPIX = Product("Nikon Coolpix 4300")


def found(entity: str) -> Discourse:
    whole = ResolvedMention(0, 3, "the", "name", "competing", 1.0, 2, None, entity)
    part = ResolvedMention(4, 8, "lens", "noun", "part_of_competing", 1.0, 3, 2, entity)
    return Discourse((whole, part), [ClauseFocus(0, 8, "competing", entity)])


def test_a_name_made_of_words_of_the_products_is_the_products() -> None:
    discourse = reclaim_own_names(found("nikon 4300"), COOLPIX)
    assert [(one.about, one.cluster, one.part_of) for one in discourse.mentions] == [
        ("main", 0, None), ("part_of_main", 3, 0),
    ]  # fmt: skip
    assert discourse.about(9, 10) == ("main", None)
    assert discourse.clauses[0].about == "main"


def test_the_make_alone_and_other_names_are_others() -> None:
    for entity in ("Nikon", "Nikon 5700", "Canon"):
        assert reclaim_own_names(found(entity), COOLPIX) == found(entity)
    assert reclaim_own_names(found("nikon 4300"), None) == found("nikon 4300")


def test_flags_mark_the_pieces_of_names() -> None:
    nothing = np.empty(0, np.float32)
    spans = np.array([(0, 3), (4, 7), (7, 9), (10, 14)], np.int32)
    reading = ReaderOutput(spans, nothing, nothing, nothing, nothing, nothing)
    names = [NameMention(4, 9, "other", "Nikon"), NameMention(10, 14, "main", "Lumina")]
    assert name_flags(reading, names).tolist() == [0, 2, 2, 1]


def test_without_a_product_a_name_may_be_its_own() -> None:
    texts = ["Quiessence is beautiful. The food is lovely.", "We had lunch. My old Nikon had a great lens."]
    heard = extractor("en", "lexicon").extract(texts, language("en").parse(texts))
    first, second = resolve_reviews(texts, heard, lang="en", products=[None, None])
    start = texts[0].index("Quiessence")
    assert first.owners.about(first.owners.at(start, start + 10), start, start + 10)[0] in ("main", "other")
    start = texts[1].index("lens")
    assert "competing" in second.owners.about(second.owners.at(start, start + 4), start, start + 4)[0]


def test_nothing_to_understand() -> None:
    assert resolve_reviews([], [], lang="en", products=[]) == []
    (heard,) = extractor("en", "lexicon").extract([""], language("en").parse([""]))
    assert resolve_reviews([""], [heard], lang="en", products=[None])[0].comparisons == ()
