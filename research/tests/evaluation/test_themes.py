from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

from research.evaluation.themes import (
    DomainScore,
    Hit,
    Theme,
    find_themes,
    read_texts,
    read_themes,
    score_table,
    split_words,
    theme_of_name,
    theme_of_term,
)
from voxpop.cli import console
from voxpop.errors import InputError
from voxpop.types import Aspect

CATEGORIES = {
    "overall", "quality", "reliability", "performance", "usability", "features", "design", "comfort", "size", "price",
    "billing", "service", "staff", "delivery", "food", "ambience", "cleanliness", "location", "content", "safety", "ads",
    "privacy",
}  # fmt: skip


def theme(name: str, *words: str, categories: tuple[str, ...] = ()) -> Theme:
    return Theme(name=name, definition="", words=words, share=10, categories=categories)


def row(name: str, *terms: str, category: str | None = None) -> Aspect:
    return Aspect(id=name, name=name, terms=terms or (name,), mentions=1, reviews=1, positive=1, neutral=0, negative=0,
                  mean=1.0, low=0.0, high=1.0, lang="en", category=category)  # fmt: skip


PRICE = theme("price", "price", "value for money", categories=("price",))
STAFF = theme("staff", "staff", "customer service team")
SERVICE = theme("service", "customer service", "log in")
WAITING = theme("waiting", "appointment", "waiting time")
DOCTOR = theme("doctors", "doctor")
ENGLISH = (PRICE, STAFF, SERVICE, WAITING, DOCTOR)


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("price", "price"),
        ("Prices", "price"),
        ("subscription price", "price"),
        ("value for money", "price"),
        ("value", None),  # only a part of the theme's words
        ("prize", None),
        ("pricey", None),
        ("staffing", None),
        ("login", None),
        ("log-in", "service"),
        ("customer service", "service"),
        ("customer service team", "staff"),  # the longer words
        ("doctor’s appointment", "waiting"),  # the head of the term
        ("appointment of the doctors", "doctors"),
        ("", None),
    ],
)
def test_an_english_name_stands_for_a_theme_by_whole_words(term: str, expected: str | None) -> None:
    stands_for = theme_of_name(term, ENGLISH, "en")
    assert (stands_for.name if stands_for else None) == expected


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("服务", "服务"),
        ("客服服务", "服务"),
        ("服务员", None),
        ("快递物流", "物流"),
        ("口味", "味道"),
        ("TVB剧", "tvb"),
    ],
)
def test_a_chinese_word_stands_between_borders_of_words(term: str, expected: str | None) -> None:
    themes = (theme("服务", "服务"), theme("物流", "物流"), theme("味道", "味道", "口味"), theme("tvb", "tvb"))
    stands_for = theme_of_name(term, themes, "zh")
    assert (stands_for.name if stands_for else None) == expected


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("prices", "price"),
        ("Customer service team", "staff"),
        ("customer service", "service"),
        ("subscription price", None),
        ("price range", None),
        ("prize", None),
    ],
)
def test_another_term_of_a_row_must_be_a_word_of_the_theme(term: str, expected: str | None) -> None:
    stands_for = theme_of_term(term, ENGLISH, "en")
    assert (stands_for.name if stands_for else None) == expected


def test_the_first_rows_and_terms_are_searched() -> None:
    rows = [
        row("prize", "prize", "pricey"),
        row("people", "a", "b", "c", "d", "staff", "doctor"),  # the sixth term does not count
        row("staff"),
        *(row(f"row {n}") for n in range(17)),
        row("waiting time"),  # row 21
    ]
    assert find_themes(rows, ENGLISH, "en") == {
        "price": None,
        "staff": Hit(2, "people", 1, "staff"),
        "service": None,
        "waiting": None,
        "doctors": None,
    }
    assert find_themes([*rows[:19], rows[20]], ENGLISH, "en")["waiting"] == Hit(20, "waiting time", 1, "waiting time")
    assert find_themes([], ENGLISH, "en") == dict.fromkeys([theme.name for theme in ENGLISH])


def test_a_row_may_stand_for_several_themes() -> None:
    found = find_themes([row("clinic", "doctors", "prices")], ENGLISH, "en")
    assert {name for name, hit in found.items() if hit} == {"doctors", "price"}


def test_a_category_counts_only_as_a_row_of_its_own() -> None:
    billing = (theme("cost", "fee", categories=("price",)),)
    assert find_themes([row("price", category="price")], billing, "en") == {"cost": Hit(1, "price", 1, "price")}
    assert find_themes([row("bargain", category="price")], billing, "en") == {"cost": None}
    assert find_themes([row("price")], billing, "en") == {"cost": None}


def test_the_table_has_a_line_for_each_language() -> None:
    scores = [
        DomainScore("en", "hospital", 10, (("a",),), {"x": Hit(1, "a", 1, "a"), "y": None}),
        DomainScore("zh", "cat food", 10, (("b",),), {"x": None, "z": None}),
    ]
    with console.out.capture() as printed:
        console.out.print(score_table(scores))
    lines = [" ".join(line.split()) for line in printed.get().splitlines()]
    assert lines[1:] == ["hospital 10 1 1 2 50% y", "English 1 2 50%", "cat food 10 1 0 2 0% x, z", "Chinese 0 2 0%"]


def test_texts_are_the_first_of_the_domain(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="wild-texts"):
        read_texts(tmp_path, "en", "hospital", 2)
    (tmp_path / "wild-texts").mkdir()
    entries = [{"domain": domain, "text": f"{domain} {n}"} for n in range(3) for domain in ("hospital", "film")]
    packed = lzma.compress("\n".join(map(json.dumps, entries)).encode())
    (tmp_path / "wild-texts" / "en.jsonl.xz").write_bytes(packed)
    assert read_texts(tmp_path, "en", "hospital", 2) == ["hospital 0", "hospital 1"]


def test_the_themes_that_we_wrote_are_consistent() -> None:
    themes = read_themes()
    assert {lang: len(domains) for lang, domains in themes.items()} == {"en": 7, "zh": 5}
    for lang, domains in themes.items():
        for domain, listed in domains.items():
            assert 6 <= len(listed) <= 10, domain
            names = [theme.name for theme in listed]
            words = [split_words(word, lang) for theme in listed for word in set(theme.words)]
            categories = [category for theme in listed for category in theme.categories]
            assert len(set(names)) == len(names), domain
            assert set(categories) <= CATEGORIES, domain
            assert len(set(categories)) == len(categories), domain
            homes = {word: {theme.name for theme in listed if word in {split_words(w, lang) for w in theme.words}}
                     for word in words}  # fmt: skip
            assert not {word: home for word, home in homes.items() if len(home) > 1}, domain
            for theme in listed:
                assert theme.definition, (domain, theme.name)
                assert 1 <= theme.share <= 100, (domain, theme.name)
                assert 8 <= len(theme.words) <= 25, (domain, theme.name)
