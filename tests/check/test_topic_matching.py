"""Whether two texts speak of the same thing."""

from __future__ import annotations

from voxpop.check.topic_matching import topic_matcher
from voxpop.types import Opinion


def opinion(text: str, category: str | None = None, aspect: str | None = None) -> Opinion:
    return Opinion("1", 0, len(text), text, text if aspect is None else aspect, 1.0, category, about="part_of_main")


def test_what_names_a_thing_is_not_about_the_whole() -> None:
    like = topic_matcher("en")
    cooling, stay = opinion("air conditioning", "overall"), opinion("Lovely stay", "overall", aspect="overall")
    assert not like.is_overall(cooling)
    assert like.is_overall(stay)
    assert not like.match(cooling, stay)
    assert like.match(cooling, opinion("the air conditioning"))
