"""What statements mean: those that say the same are close, in each language whose reader ships with a map."""

from __future__ import annotations

import numpy as np
import pytest

from voxpop.errors import AssetError
from voxpop.extract.opinion_model import opinion_model
from voxpop.extract.statement_vectors import meanings
from voxpop.part_extraction import extract
from voxpop.settings import Settings

TEXTS = {
    "en": ("The staff were rude.", "Unfriendly staff!", "The battery dies after an hour."),
    "zh": ("物流很快。", "发货速度快！", "屏幕太暗了。"),
}


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("lang", TEXTS)
def test_statements_that_say_the_same_are_close(lang: str, fast: bool) -> None:
    read = [extraction.statements for extraction in extract(TEXTS[lang], lang, Settings(fast=fast))]
    vectors = [np.frombuffer(statements[0].meaning, np.int8).astype(float) / 127 for statements in read]
    assert all(abs(np.linalg.norm(vector) - 1) < 0.05 for vector in vectors)
    same, other = vectors[0] @ vectors[1], vectors[0] @ vectors[2]
    assert same > 0.6 > other
    words = read[0][0].words
    assert TEXTS[lang][0][words.start : words.end]


def test_a_map_of_another_reader_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opinion_model("en"), "width", 7)
    with pytest.raises(AssetError, match="Make them again"):
        meanings("en", opinion_model("en"))
