"""English grammar, as much as a summary needs."""

from __future__ import annotations

from datetime import date

import pytest

from voxpop.lang.en import grammar as en
from voxpop.types import Claim


@pytest.mark.parametrize(
    ("name", "many"),
    [
        ("room", False), ("rooms", True), ("eggs", True), ("staff", True), ("wi-fi", False), ("wireless", False),
        ("value for money", False), ("members of staff", True), ("quality of the beds", False), ("glass", False),
        ("glasses", True), ("bacon and eggs", True), ("bus", False), ("bathroom lights", True), ("check-in", False),
        ("people", True), ("children", True), ("lens", False), ("lenses", True), ("news", False), ("batteries", True),
        ("service", False), ("tv", False), ("cleanliness", False), ("dishes", True), ("mattress", False),
    ],
)  # fmt: skip
def test_names_that_take_a_plural_verb(name: str, many: bool) -> None:
    assert en.is_plural(name) is many


def test_articles_pronouns_and_verbs() -> None:
    assert [en.with_article(Claim("", name, 1, 0)) for name in ("room", "our room", "Wi-Fi")] == [
        "the room",
        "our room",
        "the Wi-Fi",
    ]
    assert [en.pronoun(Claim("", name, 1, 0)) for name in ("room", "eggs")] == ["it", "them"]
    assert [en.verb_form("praise", n) for n in (1, 2)] == ["praises", "praise"]
    assert [en.count_nouns(n, "review") for n in (1, 1200)] == ["1 review", "1,200 reviews"]
    assert en.write_month(date(2024, 5, 9)) == "May 2024"
