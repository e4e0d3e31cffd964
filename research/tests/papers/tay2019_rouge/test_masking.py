from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from research.papers.tay2019_rouge.masking import CANDIDATE, REFERENCE, aspect_terms, exchange, mask, masked
from research.papers.tay2019_rouge.swaps import tokens_of
from voxpop.types import Token


@pytest.mark.parametrize(
    ("topic", "terms"),
    [
        ("rooms_swissotel_chicago", {"room", "rooms"}),
        ("battery-life_amazon_kindle", {"battery", "life"}),
        ("gas_mileage_toyota_camry_2007", {"gas", "mileage"}),
        ("accuracy_garmin_nuvi_255W_gps", {"accuracy", "accurate"}),
    ],
)
def test_aspect_terms_come_from_the_topic(topic: str, terms: set[str]) -> None:
    assert aspect_terms(topic) == terms


def test_every_form_of_the_aspect_is_masked() -> None:
    text = "The rooms were clean. Room service was slow."
    found = mask(text, tokens_of([text])[0], "rooms_swissotel_chicago", word=REFERENCE)
    assert found == "The maskr were clean. Maskr service was slow."


def test_masks_of_references_and_candidates_do_not_match() -> None:
    assert REFERENCE != CANDIDATE


def test_a_text_without_the_aspect_is_left_alone() -> None:
    text = "It was quiet."
    assert mask(text, tokens_of([text])[0], "rooms_swissotel_chicago", word=REFERENCE) == text


@given(st.lists(st.text(min_size=1, max_size=5), max_size=8), st.sets(st.integers(0, 7)))
def test_exchange_changes_the_tokens_and_nothing_else(words: list[str], chosen: set[int]) -> None:
    tokens, start = [], 0
    for word in words:
        tokens.append(Token(start, start + len(word), word.lower(), word, "NOUN"))
        start += len(word)
    places = sorted(place for place in chosen if place < len(words))
    text = exchange("".join(words), [(tokens[place], "#") for place in places])
    assert text == "".join("#" if place in places else word for place, word in enumerate(words))


@given(st.text(max_size=60))
def test_masking_holds_for_any_text(text: str) -> None:
    tokens = tokens_of([text])[0]
    hidden = masked(tokens, "rooms_x")
    found = mask(text, tokens, "rooms_x", word="#")
    assert len(found) == len(text) - sum(token.end - token.start - 1 for token in hidden)
