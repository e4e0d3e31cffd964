"""Whose an opinion is, where the mention alone would not tell."""

from __future__ import annotations

import numpy as np

from voxpop.entities.focus_shifts import FocusTracker
from voxpop.entities.mentions import ClauseFocus, Discourse, ResolvedMention
from voxpop.entities.owners import OpinionOwners
from voxpop.lang import language
from voxpop.types import About


def about(text: str, words: str, kind: About, clause: About) -> tuple[About, str | None]:
    (sentences,) = language("en").parse([text])
    start = text.index(words)
    found = ResolvedMention(start, start + len(words), words, "noun", kind, 1.0, 1)
    owners = OpinionOwners(Discourse((found,), [ClauseFocus(0, len(text), clause, "Krups")]), sentences)
    head = start + len(words) - len(words.split()[-1])
    assert owners.at(head, start + len(words)) == found
    return owners.about(found, head, start + len(words))


def test_a_kind_that_the_product_is_said_to_be_is_the_product() -> None:
    assert about("It is a great camera.", "a great camera", "generic", "main")[0] == "main"
    assert about("Its lens is a good lens.", "a good lens", "part_of_generic", "part_of_main")[0] == "part_of_main"


def test_a_fragment_is_about_the_product() -> None:
    assert about("Nice hotel, good beer.", "Nice hotel", "generic", "generic")[0] == "main"


def test_a_sentence_about_the_kind_is_about_the_kind() -> None:
    assert about("Cameras have ugly menus.", "ugly menus", "part_of_generic", "generic")[0] == "part_of_generic"


def test_a_part_of_nothing_goes_with_its_clause() -> None:
    assert about("The Krups makes fantastic coffee.", "fantastic coffee", "other", "competing") == (
        "part_of_competing", "Krups",
    )  # fmt: skip
    assert about("It makes fantastic coffee.", "fantastic coffee", "other", "main") == ("other", None)


def test_a_part_is_that_of_the_product_its_sentence_has_turned_to() -> None:
    text = "The library next door has lovely chairs."
    (sentences,) = language("en").parse([text])
    found = ResolvedMention(26, 39, "lovely chairs", "noun", "part_of_main", 1.0, 1, 0)
    owners = OpinionOwners(Discourse((found,)), sentences, FocusTracker(text, sentences, Discourse(), (), lang="en"))
    assert owners.about(found, 33, 39) == ("part_of_competing", None)


def test_without_a_name_another_product_needs_a_second_witness() -> None:
    found = ResolvedMention(0, 10, "Quiessence", "name", "competing", 0.9, 1, None, "Quiessence")
    sure, unsure = (np.eye(9, dtype=np.float32)[place] for place in (1, 0))
    for chances, about in ((sure, "competing"), (unsure, "main"), (None, "main")):
        types = None if chances is None else (lambda start, end, chances=chances: chances)
        owners = OpinionOwners(Discourse((found,)), (), named=False, types=types)
        assert owners.about(found, 0, 10)[0] == about


def test_what_the_mention_tells_stands() -> None:
    assert about("The lens is dim.", "The lens", "part_of_competing", "main")[0] == "part_of_competing"


def test_without_a_mention_the_clause_tells() -> None:
    owners = OpinionOwners(Discourse((), [ClauseFocus(0, 9, "competing", "Krups")]), ())
    assert owners.at(0, 3) is None
    assert owners.about(None, 0, 3) == ("competing", "Krups")
    assert OpinionOwners(Discourse(), ()).about(None, 0, 3) == ("main", None)
