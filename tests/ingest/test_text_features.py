from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.ingest import text_features
from voxpop.ingest.text_features import (
    BITS,
    KEY_BITS,
    READ,
    SIGNAL_NAMES,
    SIGNALS,
    TRAITS,
    read,
    signals,
    traits,
)
from voxpop.lang import LANGUAGES


@given(st.text(max_size=200), st.sampled_from(sorted(LANGUAGES)))
def test_every_piece_has_its_slot(text: str, lang: str) -> None:
    found = read([text], lang)
    assert all(0 <= slot < 1 << BITS for slot in found.slots)
    assert all(0 <= key < 1 << KEY_BITS for key in found.keys)


def test_capitals_digits_and_full_width_forms_do_not_count() -> None:
    assert read(["Call 123"], "en").slots.tolist() == read(["cALL ９８７"], "en").slots.tolist()
    assert read(["call me"], "en").slots.tolist() != read(["call us"], "en").slots.tolist()


def test_words_are_found_wherever_they_stand() -> None:
    alone, within = (set(read([text], "en").slots.tolist()) for text in ("coupon", "no coupon here"))
    assert alone & within


def test_every_hint_is_found_among_other_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_features, "SIGNALS", [signal._replace(pattern=re.compile("")) for signal in SIGNALS])
    for signal in SIGNALS:
        for hint in signal.hints:
            assert signal.name in signals(["Good food.", f"Well,{hint.upper()}!", "Gut, 好"])[1]


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    assert read(["好" * READ], "zh").slots.tolist() == read(["好" * 3 * READ], "zh").slots.tolist()


@pytest.mark.parametrize(
    ("text", "trait", "value"),
    [
        ("12ab", "digits", 0.5),
        ("ABcd", "capitals", 0.5),
        ("ab!!", "marks", 0.5),
        ("👍a", "symbols", 0.5),
        ("aab", "commonest", 2 / 3),
        ("", "commonest", 0),
        ("", "repetition", 0),
        ("anything", "unknown", 0.7),
        ("anything", "mostly unknown", 0.3),
        ("https://a.example", SIGNAL_NAMES[2], 1),
        ("anything", SIGNAL_NAMES[2], 0),
    ],
)
def test_traits(text: str, trait: str, value: float) -> None:
    measured = traits([text], unknown=np.array([0.7]))[0]
    assert measured[TRAITS.index(trait)] == pytest.approx(value, abs=1e-6)


def test_repetition_is_told() -> None:
    at = TRAITS.index("repetition")
    varied = "The soup was warm, but our waiter forgot the bread twice."
    assert (
        traits(["good nice " * 6], unknown=np.array([0]))[0][at] > 0.5 > traits([varied], unknown=np.array([0]))[0][at]
    )
