from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from research.training.samples.leakage import KEY, bare, long_enough, overlapping, without_leaks
from research.training.samples.sample import Sample


def test_a_text_is_recognised_however_it_is_punctuated() -> None:
    assert bare("I DON'T like it, at all!") == bare("i do n't like it , at all")
    assert overlapping(["Great food !", "Fine"], ["great food"]) == {0}


def test_a_sentence_inside_a_review_counts_from_six_words() -> None:
    review = "We came late. The soup was cold and far too salty. Never again."
    assert overlapping([review], ["the soup was cold and far too salty"]) == {0}
    assert overlapping(["the soup was cold and far too salty"], [review]) == {0}
    assert overlapping([review], ["We came late."]) == set()
    assert overlapping([review], ["The soup was cold and far too sweet."]) == set()


def test_chinese_characters_count_as_half_a_word() -> None:
    assert not long_enough("味道非常好吃，服务也热情")
    assert long_enough("味道非常好吃，服务也很热情。")
    assert long_enough("the food is good 好吃好吃")


WORDS = st.lists(st.sampled_from(["the", "soup", "was", "cold", "and", "salty", "好", "吃"]), max_size=14).map(" ".join)


@given(st.lists(WORDS, max_size=6), st.lists(WORDS, max_size=6))
def test_overlapping_is_what_comparing_all_pairs_gives(texts: list[str], held: list[str]) -> None:
    def inside(inner: str, outer: str) -> bool:
        return long_enough(inner) and len(bare(inner)) >= KEY and bare(inner) in bare(outer)

    expected = {at for at, text in enumerate(texts) for other in held
                if bare(text) == bare(other) or inside(text, other) or inside(other, text)}  # fmt: skip
    assert overlapping(texts, held) == expected


@given(st.lists(st.tuples(WORDS.filter(bool), st.sampled_from(["train", "dev", "test"])), max_size=12))
def test_nothing_is_left_in_two_splits_and_tests_stay_whole(rows: list[tuple[str, str]]) -> None:
    samples = [Sample(str(at), text, "toy", split) for at, (text, split) in enumerate(rows)]
    kept, dropped = without_leaks(samples)
    texts = {name: [each.text for each in kept if each.split == name] for name in ("train", "dev", "test")}
    assert not overlapping(texts["train"], [*texts["dev"], *texts["test"]])
    assert not overlapping(texts["dev"], texts["test"])
    assert texts["test"] == [text for text, split in rows if split == "test"]
    assert len(kept) + sum(dropped.values()) == len(samples)
