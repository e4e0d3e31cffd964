from __future__ import annotations

import pytest

from research.training.corpus_statistics import count_sentences, statistics
from research.training.data import Example


def test_table_4_by_hand() -> None:
    examples = [Example("1", "味道好。服务差！", (1, -1, -2), 4.0), Example("2", "还行", (0, -2, -2), None)]
    found = statistics(examples, lang="zh")
    assert (found.reviews, found.sentences, found.aspects, found.length) == (2, 1.5, 1.5, 4.0)
    assert (found.positive, found.negative, found.neutral, found.stars) == (1, 1, 1, (0, 0, 0, 1, 0))


@pytest.mark.parametrize(("text", "count"), [("One. Two!", 2), ("It cost 3.50", 1), ("...", 0), ("好。。。差", 2)])
def test_sentences_end_with_full_stops(text: str, count: int) -> None:
    assert count_sentences(text) == count
