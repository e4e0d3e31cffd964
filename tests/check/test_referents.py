"""What a mention may stand for, in chances."""

from __future__ import annotations

import numpy as np
import pytest

from voxpop.check.referents import Referents, merge_parts, referents
from voxpop.entities import Discourse, ResolvedMention
from voxpop.entities.mentions import ABOUTS
from voxpop.types import Product

TEXT = "I bought a Flip last year and it broke. My new camera is better, and its lens is sharp."
PRODUCT = Product("Creative Vado Camera")


@pytest.fixture(scope="module")
def known() -> Referents:
    found = referents(TEXT, "en", PRODUCT)
    assert found is not None
    return found


def mention(words: str, cluster: int) -> ResolvedMention:
    start = TEXT.index(words)
    return ResolvedMention(start, start + len(words), words, "noun", "competing", 0.9, cluster)


def test_every_pronoun_and_noun_has_chances(known: Referents) -> None:
    places = {TEXT[slice(*place)] for place in known.pronouns}
    assert {"it", "its"} <= places
    assert all(0 <= sum(options.values()) <= 1.001 for options in known.pronouns.values())
    assert all(types.sum() == pytest.approx(1, abs=1e-4) for types in known.nouns.values())
    assert known.branch(0, len(TEXT)).sum() == pytest.approx(1, abs=1e-4)


def test_a_pronoun_stands_for_what_was_named_before_it(known: Referents) -> None:
    start = TEXT.index(" it ") + 1
    pronoun = ResolvedMention(start, start + 2, "it", "pronoun", "competing", 0.9, 1)
    rival = mention("a Flip", 1)
    product = ResolvedMention(0, 0, "Vado", "name", "main", 1.0, 0)
    discourse = Discourse((rival, pronoun))
    to_rival, to_product = (known.same(pronoun, other, discourse) for other in (rival, product))
    assert to_rival is not None
    assert to_product is not None
    assert to_rival > to_product
    assert known.same(rival, product, discourse) is None  # a noun is not ranked


def test_parts_count_as_what_they_belong_to() -> None:
    types = np.zeros(9, np.float32)
    types[ABOUTS.index("part_of_main")], types[ABOUTS.index("competing")] = 0.7, 0.3
    found = merge_parts(types)
    assert found[ABOUTS.index("main")] == pytest.approx(0.7)
    assert found.sum() == pytest.approx(1)
    assert types[ABOUTS.index("main")] == 0


def test_where_nothing_is_read_there_are_no_chances_and_without_mentions_no_places() -> None:
    assert referents("", "en", None) is None
    found = referents("...", "en", None)
    assert found is not None
    assert not found.pronouns
    assert not found.nouns
