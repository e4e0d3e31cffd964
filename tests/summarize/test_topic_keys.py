"""What opinions are about, as a summary sees it."""

from __future__ import annotations

import pytest

from voxpop.summarize.topic_keys import OVERALL, names_topic, plain_name, topic_key, topic_of
from voxpop.types import Opinion, Span


def opinion(aspect: str, category: str | None = None) -> Opinion:
    return Opinion("r", 0, 4, aspect, aspect, 1.0, category)


@pytest.mark.parametrize(
    ("one", "other", "lang"),
    [
        ("room", "Rooms", "en"),
        ("great price", "prices", "en"),
        ("价格", "价格水平", "zh"),
        ("服务人员态度", "服务", "zh"),
    ],
)
def test_one_thing_with_two_names(one: str, other: str, lang: str) -> None:
    assert topic_key(one, lang) == topic_key(other, lang)


def test_names_without_praise() -> None:
    assert plain_name("great price", "en") == "price"
    assert plain_name("hot water", "en") == "hot water"
    assert plain_name("good", "en") == "good"


def test_a_category_of_restaurants_must_show_in_the_words() -> None:
    noise = Opinion("r", 0, 4, "声音很小", "口味", 1.0, "口味", evidence=Span(0, 4))
    assert topic_of(noise, "zh", text="声音很小") is None
    taste = Opinion("r", 0, 4, "真的好吃", "口味", 1.0, "口味", evidence=Span(0, 4))
    assert topic_of(taste, "zh", text="真的好吃") == ("味道", "味道")
    assert topic_of(noise, "zh", by="categories", text="声音很小") == ("味道", "味道")


def test_the_whole_and_nothing() -> None:
    assert topic_of(opinion("overall", "overall"), "en") == (OVERALL, "overall")
    assert topic_of(opinion("other", "other"), "en") is None


def test_aspects_or_categories() -> None:
    bed = opinion("bed", "rooms")
    assert topic_of(bed, "en") == ("bed", "bed")
    assert topic_of(bed, "en", by="categories") == ("room", "rooms")
    assert not names_topic(bed, "room", "en")
    assert names_topic(opinion("rooms", "rooms"), "room", "en")
    assert names_topic(opinion("room", "rooms"), "room", "en")
    assert topic_of(opinion("bed"), "en", by="categories") is None
