from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from voxpop.ingest.duplicates import Exact, Near, _bands, normal, shingles
from voxpop.types import Review

LONG = "The staff were friendly, the room was clean, quiet and near the station: we will be back next year for sure."


def review(name: str, row: int = 1, source: str = "a.csv") -> Review:
    return Review(id=name, text="", source=source, row=row)


@given(st.text(st.characters(max_codepoint=127)))
def test_a_plain_text_is_normal_as_any_other_is(text: str) -> None:
    assert normal(text) == normal(f"{text} é").removesuffix("é").strip()


def test_the_same_text_names_the_first_place() -> None:
    exact = Exact()
    assert exact.check(review("a", 2), normal("Good food, friendly people!")) is None
    assert exact.check(review("b", 5), normal("good food -- friendly  people")) == "The same text stands in row 2."
    other = exact.check(review("c", 9, "b.csv"), normal("Good food, friendly people"))
    assert other == "The same text stands in row 2 of a.csv."


def test_nearly_the_same_names_the_review_and_how_alike() -> None:
    near = Near(0.8)
    assert near.check(review("a"), normal(LONG), size=5) is None
    reason = near.check(review("b"), normal(LONG.replace("next year", "next May")), size=5)
    assert reason is not None
    assert reason.startswith("Nearly the same as review a (similarity 0.")
    assert (
        near.check(review("c"), normal("Nothing alike: the soup was cold and the waiter rude to everybody."), size=5)
        is None
    )


def test_chinese_by_shorter_shingles() -> None:
    near = Near(0.7)
    text = "这家店的味道非常好，服务员也很热情，环境干净，下次还会带朋友一起来吃"
    assert near.check(review("a"), normal(text), size=3) is None
    assert near.check(review("b"), normal(text + "！推荐"), size=3)
    assert (
        near.check(review("c"), normal("快递太慢了，包装也破了，客服一直不回复，以后不会再买这家的东西了"), size=3)
        is None
    )


def test_memory_is_bounded_by_two_generations() -> None:
    near = Near(0.9, generation=10)
    texts = [f"{n} " + "".join(chr(97 + (n * k) % 26) for k in range(1, 200)) for n in range(1, 26)]
    for n, text in enumerate(texts):
        near.check(review(str(n)), text, size=5)
    held = [name for _, entries in (near._young, near._old) for name, _ in entries]
    assert len(held) <= 20
    assert "0" not in held
    assert "24" in held


def test_bands_catch_pairs_at_the_threshold() -> None:
    for threshold in (0.5, 0.7, 0.8, 0.9, 0.95):
        bands = _bands(threshold)
        assert 1 - (1 - threshold ** (128 // bands)) ** bands >= 0.98


def test_shingles_are_all_stretches_of_a_text() -> None:
    assert shingles("abcdef", 4) == ["abcd", "bcde", "cdef"]
    assert shingles("很好\ud800吃👍", 3) == ["很好\ud800", "好\ud800吃", "\ud800吃👍"]
    assert shingles("ab", 2) == ["ab"]
