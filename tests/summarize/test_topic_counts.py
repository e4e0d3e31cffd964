"""One pass over the reviews."""

from __future__ import annotations

import pytest

from voxpop.summarize.topic_counts import SAMPLE, belongs_together, drop_repeated_words
from voxpop.types import Opinion, Span

from .made import Made, Said, some


def test_words_said_of_an_aspect_are_not_said_again_of_a_category() -> None:
    slow, quiet = (Span(9, 13),), (Span(20, 25),)
    lift = Opinion("r", 4, 8, "lift", "lift", -1.0, "facilities", slow)
    again = Opinion("r", 0, 13, "the lift slow", "performance", -1.0, "performance", slow)
    other = Opinion("r", 15, 25, "quiet", "comfort", 1.0, "comfort", quiet)
    silent = Opinion("r", 0, 25, "…", "overall", 1.0, "overall")
    assert drop_repeated_words([lift, again, other, silent]) == [lift, other, silent]
    assert drop_repeated_words([again]) == [again]


def test_samples_stay_small_and_counts_exact() -> None:
    book = some(Said("room", "clean", 1), times=3 * SAMPLE).counts()
    topic = book.topics["room"]
    assert topic.praise.reviews == topic.words["clean", 1, 1].count.reviews == 3 * SAMPLE
    assert len(topic.praise.sample) <= 2 * SAMPLE


def test_words_must_stand_with_their_thing() -> None:
    text = "Sea view, comfy bed and clean, quiet rooms."
    rooms = text.index("rooms")
    words = {word: Span(text.index(word), text.index(word) + len(word)) for word in ("comfy", "clean", "quiet")}
    opinion = Opinion("r", rooms, rooms + 5, "rooms", "room", 1.0, opinion_words=tuple(words.values()))
    assert [word for word, span in words.items() if belongs_together(opinion, *span, text, "en")] == ["clean", "quiet"]


@pytest.mark.parametrize(
    ("text", "thing", "word", "near"),
    [
        ("The room was clean, warm and quiet.", "room", "quiet", True),
        ("Also very clean and the staff are sweethearts.", "staff", "clean", False),
        ("The bed sagged, the man was rude.", "bed", "rude", False),
        ("房间很干净，也安静。", "房间", "安静", True),
        ("房间大，服务热情。", "房间", "热情", False),
    ],
)
def test_near_and_far(text: str, thing: str, word: str, near: bool) -> None:
    lang = "en" if text.isascii() else "zh"
    words = [one for one in ("clean", "warm", "quiet", "rude", "干净", "安静", "大", "热情") if one in text]
    spans = {one: Span(text.index(one), text.index(one) + len(one)) for one in words}
    start = text.index(thing)
    opinion = Opinion("r", start, start + len(thing), thing, thing, 1.0, opinion_words=tuple(spans.values()))
    assert belongs_together(opinion, *spans[word], text, lang) is near


def test_nothing_is_counted_of_another_language() -> None:
    made = some(Said("room", "clean", 1), times=2)
    assert made.counts("zh").reviews == 0
    assert Made().counts().reviews == 0
