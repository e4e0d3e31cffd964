from __future__ import annotations

import pytest

from voxpop.lang.en import tagger
from voxpop.lang.en.tagger import features, lookup, normal, shape, shipped, tag


@pytest.mark.parametrize(
    ("sentence", "tags"),
    [
        ("The battery life is great .", "DET NOUN NOUN AUX ADJ PUNCT"),
        ("They charge twice .", "PRON VERB ADV PUNCT"),
        ("The charge was high .", "DET NOUN AUX ADJ PUNCT"),
        ("the food was sooooo good", "DET NOUN AUX ADV ADJ"),
        ("I would n't go back", "PRON AUX PART VERB ADV"),
        ("Hard drive failed", "ADJ NOUN VERB"),
    ],
)
def test_tags(sentence: str, tags: str) -> None:
    assert tag([sentence.split()]) == [tags.split()]


def test_sentences_do_not_touch_each_other() -> None:
    one, two = ["I", "charge"], ["The", "charge", "was", "high"]
    assert tag([one, two]) == [*tag([one]), *tag([two])]
    assert tag([]) == []
    assert tag([[], ["ok"], []]) == [[], *tag([["ok"]]), []]


def test_many_words_are_tagged_in_blocks_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = [["The", f"room{i}", "was", "clean"] for i in range(300)]
    expected = tag(sentences)
    monkeypatch.setattr(tagger, "_BLOCK", 50)
    monkeypatch.setattr(tagger, "_TYPES", 40)
    assert tag(sentences) == expected
    assert len(shipped()._rows) <= 40


def test_a_text_without_end_is_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["The", "room", "was", "clean"] * 30
    whole = tag([words, ["ok"]])
    monkeypatch.setattr(tagger, "_BLOCK", 20)
    assert tag([words, ["ok"]]) == whole


def test_what_words_are_looked_up_as() -> None:
    assert [normal(word) for word in ("Sooooo", "it’s", "👍🏽", ":-)")] == ["so", "it's", "<emoji>", ":)"]
    assert [shape(word) for word in ("iPhone-12", "ROOM", "3.50")] == ["xXx-0", "X", "0.0"]
    assert lookup("super-clean", {"clean": 7}) == 7
    assert lookup("clear", {"clean": 7}) == 0
    assert features("rooms", "rooms") != features("Rooms", "rooms")
    assert features("rooms", "rooms")[:5] == features("Rooms", "rooms")[:5]
