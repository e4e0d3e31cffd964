"""What opinions are about, as a summary sees it."""

from __future__ import annotations

import pytest

from voxpop.summarize.topic_keys import OVERALL, names_topic, plain_name, topic_key, topic_of
from voxpop.types import Opinion


def opinion(aspect: str, category: str | None = None) -> Opinion:
    return Opinion("r", 0, 4, aspect, aspect, 1.0, category)


@pytest.mark.parametrize(
    ("one", "other", "lang"),
    [
        ("room", "Rooms", "en"),
        ("great price", "prices", "en"),
        ("口味", "味道", "zh"),
    ],
)
def test_one_thing_with_two_names(one: str, other: str, lang: str) -> None:
    assert topic_key(one, lang) == topic_key(other, lang)


def test_names_without_praise() -> None:
    assert plain_name("great price", "en") == "price"
    assert plain_name("hot water", "en") == "hot water"
    assert plain_name("good", "en") == "good"


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
