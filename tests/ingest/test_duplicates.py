from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import accumulate, pairwise
from operator import eq

import numpy as np
import pytest
import rensa
from hypothesis import given
from hypothesis import strategies as st

from voxpop.ingest import duplicates, record_log
from voxpop.ingest.duplicates import PERMUTATIONS, Exact, Near, _bands, normal, shingles, sketch_texts
from voxpop.types import Review

LONG = "The staff were friendly, the room was clean, quiet and near the station: we will be back next year for sure."


def review(name: str, row: int = 1, source: str = "a.csv") -> Review:
    return Review(id=name, text="", source=source, row=row)


@given(st.text(st.characters(max_codepoint=127)))
def test_a_plain_text_is_normal_as_any_other_is(text: str) -> None:
    assert normal(text) == normal(f"{text} é").removesuffix("é").strip()


def near_reasons(near: Near, texts: Sequence[str], *, size: int = 5, first: int = 0) -> list[str | None]:
    ids = [f"r{number}" for number in range(first, first + len(texts))]
    return near.check(ids, sketch_texts([normal(text) for text in texts], [size] * len(texts)))


def test_the_same_text_names_the_first_place() -> None:
    exact = Exact()
    rows = [review("a", 2), review("b", 5), review("c", 9, "b.csv")]
    texts = ["Good food, friendly people!", "good food -- friendly  people", "Good food, friendly people"]
    reasons = exact.check(rows, [normal(text) for text in texts])
    assert reasons == [None, "The same text stands in row 2.", "The same text stands in row 2 of a.csv."]


def test_nearly_the_same_names_the_review_and_how_alike() -> None:
    other = "Nothing alike: the soup was cold and the waiter rude to everybody."
    reasons = near_reasons(Near(0.8), [LONG, LONG.replace("next year", "next May"), other])
    assert reasons[0] is None
    assert (reasons[1] or "").startswith("Nearly the same as review r0 (similarity 0.")
    assert reasons[2] is None


def test_the_most_alike_is_named() -> None:
    texts = [LONG, LONG.replace("next year for sure", "in a month or two"), LONG.replace("for sure", "for sur")]
    assert near_reasons(Near(0.8), texts)[1] is None
    assert (near_reasons(Near(0.8), texts)[2] or "").startswith("Nearly the same as review r0 ")


def test_chinese_by_shorter_shingles() -> None:
    text = "这家店的味道非常好，服务员也很热情，环境干净，下次还会带朋友一起来吃"
    other = "快递太慢了，包装也破了，客服一直不回复，以后不会再买这家的东西了"
    first, second, third = near_reasons(Near(0.7), [text, text + "！推荐", other], size=3)
    assert (first, third) == (None, None)
    assert second


def test_what_is_known_to_be_kept_is_remembered_and_not_compared() -> None:
    near = Near(0.8)
    sketches = sketch_texts([normal(LONG), normal(LONG + " Really")], [5, 5])
    assert near.check(["a", "b"], sketches, all_kept=True) == [None, None]
    assert near.check(["c"], sketches[1:]) == ["Nearly the same as review b (similarity 1.00)."]


WORDS = ("room", "quiet", "clean", "staff", "rude", "soup")
TEXTS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 99), st.sampled_from(WORDS)), max_size=40)


def varied(drawn: Sequence[tuple[int, int, str]]) -> list[str]:
    """Return texts of which many are alike: one of four, with a word put in somewhere."""
    return [
        normal(f"{base} {LONG[base:]}"[:place] + f" {word} " + f"{base} {LONG[base:]}"[place:])
        for base, place, word in drawn
    ]


def reference(texts: Sequence[str], threshold: float) -> list[str | None]:
    """Compare each text with all that were kept before and share a band."""
    count = PERMUTATIONS // _bands(threshold)
    kept: list[tuple[int, list[int]]] = []
    reasons: list[str | None] = []
    for number, text in enumerate(texts):
        sketch = rensa.RMinHash(num_perm=PERMUTATIONS, seed=1)
        sketch.update(shingles(text, 5))
        own = [value % (1 << 16) for value in sketch.digest()]
        best = (0.0, 0)
        for other, values in kept:
            bands = range(0, PERMUTATIONS, count)
            if any(own[start : start + count] == values[start : start + count] for start in bands):
                alike = sum(map(eq, own, values)) / PERMUTATIONS
                best = max(best, (alike, -other))
        if best[0] >= threshold:
            reasons.append(f"Nearly the same as review r{-best[1]} (similarity {best[0]:.2f}).")
        else:
            reasons.append(None)
            kept.append((number, own))
    return reasons


@given(TEXTS, st.lists(st.integers(1, 15)), st.sampled_from([0.7, 0.8, 0.9]))
def test_any_batches_give_the_answers_of_comparing_all(
    drawn: list[tuple[int, int, str]], sizes: list[int], threshold: float
) -> None:
    texts, near = varied(drawn), Near(threshold)
    cuts = [0, *(cut for cut in accumulate(sizes) if cut < len(texts)), len(texts)]
    found = [reason for first, last in pairwise(cuts) for reason in near_reasons(near, texts[first:last], first=first)]
    assert found == reference(texts, threshold)


def test_the_whole_stream_is_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_log, "IN_MEMORY", 4096)  # bytes: nearly all of it is in files
    monkeypatch.setattr(record_log, "AT_ONCE", 1000)
    near = Near(0.9)
    chance = random.Random(1)
    texts = ["".join(chance.choices("abcdefghij ", k=200)) for _ in range(300)]
    for first in range(0, 300, 50):
        assert near_reasons(near, texts[first : first + 50], first=first) == [None] * 50
    assert near._sketches._file._rolled  # type: ignore[attr-defined]
    assert (near_reasons(near, [texts[3] + " x"])[0] or "").startswith("Nearly the same as review r3 (similarity 0.9")


@pytest.mark.parametrize("batch", [1, 7, 1000])
def test_a_template_is_compared_with_its_first_reviews_only(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duplicates, "BUCKET", 3)
    near = Near(0.95)
    texts = [normal(f"{LONG} {LONG[::-1]} This is number {number} {'xyzuvw'[number % 6] * 5}") for number in range(60)]
    found = [reason for n in range(0, 60, batch) for reason in near_reasons(near, texts[n : n + batch], first=n)]
    alone = Near(0.95)
    assert found == [near_reasons(alone, [text], first=number)[0] for number, text in enumerate(texts)]
    numbers, counts = np.unique(near._bands.read(0, len(near._bands))["keys"], return_counts=True)
    assert counts[numbers > 0].max() == 3
    assert 0 in numbers


def test_bands_catch_pairs_at_the_threshold() -> None:
    for threshold in (0.5, 0.7, 0.8, 0.9, 0.95):
        bands = _bands(threshold)
        assert 1 - (1 - threshold ** (128 // bands)) ** bands >= 0.98


def test_shingles_are_all_stretches_of_a_text() -> None:
    assert shingles("abcdef", 4) == ["abcd", "bcde", "cdef"]
    assert shingles("很好\ud800吃👍", 3) == ["很好\ud800", "好\ud800吃", "\ud800吃👍"]
    assert shingles("ab", 2) == ["ab"]
