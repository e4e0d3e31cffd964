"""A sentence beside the one it repeats: what was changed."""

from __future__ import annotations

import pytest

from voxpop.check.align import find_changes, nearest_sentence
from voxpop.check.parsed_texts import ParsedText, parse_texts
from voxpop.types import Product

CAMERA = Product("Creative Labs Vado")
REVIEW = ("I bought Creative Labs Vado. Sadly, the Vado was better in theory than in reality. The video was blurry. "
          "I bought a Flip and it worked great. I waited 20 minutes for help.")  # fmt: skip


@pytest.fixture(scope="module")
def source() -> ParsedText:
    return parse_texts([REVIEW], "en", product=CAMERA, fast=True)[0]


def said(text: str) -> ParsedText:
    return parse_texts([text], "en", product=CAMERA, fast=True)[0]


@pytest.mark.parametrize(
    ("sentence", "change"),
    [
        ("I bought a Flip and Creative Labs Vado worked great.", "entity"),
        ("Sadly, the Flip was better in theory than in reality.", "entity"),
        ("The video was sharp.", "opposite"),
        ("The video was not blurry.", "negation"),
        ("I waited 40 minutes for help.", "number"),
        ("The keyboard was blurry.", "thing"),
    ],
)
def test_one_change_is_seen_as_what_it_is(source: ParsedText, sentence: str, change: str) -> None:
    found = find_changes(source, said(sentence))
    kinds = ("entity", "opposite", "negation", "number", "thing")
    assert [kind for kind in kinds if getattr(found, kind) > 0] == [change]


@pytest.mark.parametrize(
    "sentence",
    ["I bought a Flip and a Flip worked great.", "Sadly, Creative Labs Vado was better in theory than in reality."],
)
def test_another_name_for_the_same_is_no_change(source: ParsedText, sentence: str) -> None:
    found = find_changes(source, said(sentence))
    assert found.renamed
    assert not found.entity


def test_a_repeated_sentence_has_no_changes(source: ParsedText) -> None:
    found = find_changes(source, said("The video was blurry."))
    assert found.repeated == 1
    assert not any((found.entity, found.opposite, found.negation, found.number, found.thing))


def test_something_else_altogether_is_not_compared(source: ParsedText) -> None:
    assert find_changes(source, said("Shipping took ages, what a shame.")).repeated < 0.5


@pytest.mark.parametrize(
    ("sentence", "original"),
    [
        ("A boring two-euro adapter sparked in Rome.", "It sparked in Rome."),
        ("I bought it at the station.", "I bought a boring two-euro adapter at the station and it did the rest."),
    ],
)
def test_the_sentence_with_least_beside_is_the_one_that_is_repeated(sentence: str, original: str) -> None:
    text = "It sparked in Rome. I bought a boring two-euro adapter at the station and it did the rest."
    source = parse_texts([text], "en", fast=True)[0]
    found = nearest_sentence(source, [token.text.lower() for one in said(sentence).sentences for token in one.tokens])
    assert found is not None
    assert text[found.start : found.end] == original


def test_chinese_names_and_numbers() -> None:
    product = Product("佳能G7")
    source, *made = parse_texts(
        [
            "我买了佳能G7。以前用的是尼康D90。佳能G7用起来很麻烦。它的电池只能用两个小时。",
            "尼康D90用起来很麻烦。",
            "佳能G7的电池只能用两个小时。",
            "它的电池能用五个小时。",
        ],
        "zh",
        product=product,
        fast=True,
    )
    swapped, same, longer = (find_changes(source, one) for one in made)
    assert swapped.entity
    assert same.renamed
    assert not same.entity
    assert longer.number == 1
