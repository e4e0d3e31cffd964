"""Mentions of reviews in CoNLL files."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.entities import Discourse, ResolvedMention, resolve_mentions
from voxpop.lang import language
from voxpop.metrics.conll import read_clusters
from voxpop.metrics.discourse import document, export
from voxpop.types import Product


def found(start: int, end: int, cluster: int) -> ResolvedMention:
    return ResolvedMention(start, end, "", "noun", "main", 1.0, cluster)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    texts = {"a": "The Vado broke. I returned it.", "b": "这款手机坏了。它很贵。"}
    reviews = []
    for name, lang in (("a", "en"), ("b", "zh")):
        sentences = language(lang).parse([texts[name]])[0]
        reviews.append((name, resolve_mentions(texts[name], sentences, lang=lang, product=Product("Vado")), sentences))
    export(tmp_path / "out.conll", reviews)
    documents = read_clusters(tmp_path / "out.conll")
    assert (0, 2) in documents["a"].clusters[0]
    assert set(documents) == {"a", "b"}
    first, *_ = (tmp_path / "out.conll").read_text(encoding="utf-8").split("#end document")
    sentences = [[row.split("\t") for row in block.splitlines()] for block in first.strip().split("\n\n")]
    assert sentences[0].pop(0) == ["#begin document (a); part 000"]
    assert [[row[3] for row in rows] for rows in sentences] == [
        ["The", "Vado", "broke", "."],
        ["I", "returned", "it", "."],
    ]
    assert [row[:3] for row in sentences[1]] == [["a", "0", str(place)] for place in range(4)]


def test_unsaid_subjects_and_crossing_mentions_have_no_place() -> None:
    sentences = language("en").parse(["one two three four"])[0]
    discourse = Discourse((found(0, 0, 0), found(0, 7, 1), found(4, 18, 1)))
    made, words = document("x", discourse, sentences)
    assert made.clusters == (((1, 4),),)
    assert words == [["one", "two", "three", "four"]]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 18), st.integers(0, 18), st.integers(0, 2)), max_size=12))
def test_ranges_are_of_tokens(spans: list[tuple[int, int, int]]) -> None:
    sentences = language("en").parse(["one two three four"])[0]
    discourse = Discourse(tuple(found(min(a, b), max(a, b), cluster) for a, b, cluster in spans))
    made, _ = document("x", discourse, sentences)
    assert all(0 <= first < last <= 4 for cluster in made.clusters for first, last in cluster)
