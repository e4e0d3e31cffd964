from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from voxpop.aggregate.quotes import alike, choose_quotes, quote
from voxpop.types import Opinion, Span


def opinion(id: str, text: str, word: str, polarity: float = 0.8) -> Opinion:
    start, said = text.index("room"), text.index(word)
    span = Span(said, said + len(word))
    return Opinion(id, start, start + 4, "room", "room", polarity, opinion_words=(span,), evidence=Span(0, len(text)))


TEXTS = {
    "1": "The room was clean.",
    "2": "A clean room, as always!",
    "3": "the room was clean",
    "4": "My room: odd but charming, " + "and so on " * 40,
    "5": "Such a lovely room.",
}
WORDS = {"1": "clean", "2": "clean", "3": "clean", "4": "charming", "5": "lovely"}


def test_short_typical_and_different() -> None:
    opinions = [opinion(id, TEXTS[id], WORDS[id]) for id in TEXTS]
    chosen = choose_quotes(opinions, TEXTS, count=3)
    assert chosen[0].review_id in {"1", "2", "3"}  # typical: most say clean
    assert not {"1", "3"} <= {q.review_id for q in chosen}  # different
    assert "4" not in {q.review_id for q in chosen[:2]}  # short


def test_quote_begins_and_ends_with_words_but_keeps_what_is_marked() -> None:
    text = '", and the room was nice :) , '
    start, smile = text.index("room"), text.index(":)")
    said_of = Opinion(
        "1", start, start + 4, "room", "room", 1.0, opinion_words=(Span(smile, smile + 2),), evidence=Span(0, len(text))
    )
    assert quote(said_of, text).text == "and the room was nice :)"


def test_nothing_from_nothing() -> None:
    assert choose_quotes([], TEXTS) == ()


def test_quote_holds_every_marked_word_and_no_outer_space() -> None:
    text = "  Well, the room was … let me see … clean.  "
    start, said = text.index("room"), text.index("clean")
    said_of = Opinion(
        "1", start, start + 4, "room", "room", 1.0, opinion_words=(Span(said, said + 5),), evidence=Span(0, start + 4)
    )
    q = quote(said_of, text)
    assert q.text == text[q.start : q.end] == "Well, the room was … let me see … clean"


@given(st.text(), st.text())
def test_alike_is_a_share(a: str, b: str) -> None:
    assert 0 <= alike(a, b) == alike(b, a) <= 1
    assert alike(a, a) == 1


def test_no_quotes_need_no_texts() -> None:
    assert choose_quotes([opinion("1", TEXTS["1"], "clean")], {}, count=0) == ()
