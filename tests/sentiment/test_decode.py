from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from voxpop.sentiment.decode import marked, words
from voxpop.sentiment.reading import OPINION, Reading


def reading(spans: list[tuple[int, int]], tags: list[list[float]]) -> Reading:
    size = len(spans)
    none = np.zeros((0, 3), dtype=np.float32)
    where, what = np.array(spans, dtype=np.int32).reshape(size, 2), np.array(tags, dtype=np.float32).reshape(size, 9)
    nowhere, even = np.zeros((0, size), dtype=np.float32), np.full(5, 0.2, dtype=np.float32)
    return Reading(where, what, none[:, 0], none, nowhere, even)


def piece(term: str, opinion: str = "O", felt: tuple[float, float, float] = (1, 0, 0)) -> list[float]:
    return [float(letter == tag) for tag in (term, opinion) for letter in "OBI"] + list(felt)


def test_neighbouring_terms_stay_apart_and_long_ones_together() -> None:
    text = "wine list, wine cellar"
    made = reading([(0, 4), (5, 9), (9, 10), (11, 15), (16, 22)], [piece(tag) for tag in "BIOBB"])
    assert [text[a:b] for a, b in marked(made, text)] == ["wine list", "wine", "cellar"]
    assert marked(made, text, OPINION) == []


def test_a_word_is_one_whatever_its_pieces_say() -> None:
    text = "the guacamole's fine"
    spans = [(0, 3), (4, 8), (8, 13), (13, 14), (14, 15), (16, 20)]
    made = reading(spans, [piece(tag) for tag in "OBBOOO"])
    assert [text[a:b] for a, b in marked(made, text)] == ["guacamole"]
    assert words(made, text).tolist() == [0, 1, 3, 4, 5]


def test_a_new_term_may_begin_with_a_word_of_many_pieces() -> None:
    text = "pasta guacamole"
    made = reading([(0, 5), (6, 10), (10, 15)], [piece(tag) for tag in "BBI"])
    assert [text[a:b] for a, b in marked(made, text)] == ["pasta", "guacamole"]


def test_chinese_characters_are_words() -> None:
    text = "服务态度好"
    made = reading([(i, i + 1) for i in range(5)], [piece(tag) for tag in "BIBIO"])
    assert [text[a:b] for a, b in marked(made, text)] == ["服务", "态度"]


@given(st.text(max_size=30), st.floats(0, 1), st.data())
def test_spans_lie_in_the_text_in_order(text: str, threshold: float, data: st.DataObject) -> None:
    tags = data.draw(st.lists(st.sampled_from("OBI"), min_size=len(text), max_size=len(text)))
    made = reading([(i, i + 1) for i in range(len(text))], [piece(tag) for tag in tags])
    found = marked(made, text, threshold=threshold)
    assert all(0 <= a < b <= len(text) for a, b in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
