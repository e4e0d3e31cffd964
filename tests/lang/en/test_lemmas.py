from __future__ import annotations

import pytest

from voxpop.lang.en.lemmas import lemma


@pytest.mark.parametrize(
    ("word", "tag", "base"),
    [
        ("Batteries", "NOUN", "battery"),
        ("dishes", "NOUN", "dish"),
        ("boxes", "NOUN", "box"),
        ("rooms", "NOUN", "room"),
        ("movies", "NOUN", "movie"),
        ("knives", "NOUN", "knife"),
        ("children", "NOUN", "child"),
        ("menus", "NOUN", "menu"),
        ("glass", "NOUN", "glass"),
        ("bus", "NOUN", "bus"),
        ("analysis", "NOUN", "analysis"),
        ("staff", "NOUN", "staff"),
        ("headphones", "NOUN", "headphone"),
        ("potatoes", "NOUN", "potato"),
        ("matches", "NOUN", "match"),
        ("loved", "VERB", "love"),
        ("stopped", "VERB", "stop"),
        ("hoping", "VERB", "hope"),
        ("cleaned", "VERB", "clean"),
        ("tried", "VERB", "try"),
        ("managing", "VERB", "manage"),
        ("need", "VERB", "need"),
        ("went", "VERB", "go"),
        ("visited", "VERB", "visit"),
        ("handled", "VERB", "handle"),
        ("bring", "VERB", "bring"),
        ("is", "AUX", "be"),
        ("n’t", "PART", "not"),
        ("wo", "AUX", "will"),
        ("better", "ADJ", "good"),
        ("cheaper", "ADJ", "cheap"),
        ("Paris", "PROPN", "paris"),
        ("This", "DET", "this"),
    ],
)
def test_base_forms(word: str, tag: str, base: str) -> None:
    assert lemma(word, tag) == base
