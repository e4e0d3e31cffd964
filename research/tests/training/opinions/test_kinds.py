"""Kinds of product: every domain has one, and the shares of categories are those of the corpus."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from research.training.opinions.kinds import category_shares, kind_of_domains, kinds_entry, read_kinds, write_config
from research.training.opinions.labels import CATEGORIES
from research.training.opinions.texts import DEVELOPMENT, HELD_OUT


def record(domain: str, *categories: str, about: str = "main") -> dict[str, Any]:
    return {"domain": domain, "opinions": [{"category": category, "about": about} for category in categories]}


def test_no_domain_has_two_kinds() -> None:
    domains = [domain for listed in read_kinds()[0].values() for domain in listed]
    assert len(domains) == len(set(domains))


def test_every_whole_domain_that_is_kept_out_of_training_has_a_kind() -> None:
    kind_of = kind_of_domains()
    assert {domain for parts in (HELD_OUT, DEVELOPMENT) for domains in parts.values() for domain in domains} <= set(
        kind_of
    )
    assert kind_of["hotel"] == kind_of["guesthouse"] == "hotel"


def test_shares_count_opinions_on_the_product_of_both_languages() -> None:
    shares = category_shares([
        record("hotel", *["location"] * 30, *["staff"] * 10),
        record("guesthouse", *["location"] * 30),
        record("hotel", *["ads"] * 50, about="competing"),
        record("film", *["content"] * 70),
        record("of no kind", *["privacy"] * 50),
    ])  # fmt: skip
    hotel = shares["hotel"]
    assert hotel["location"] == pytest.approx(60 / 70, abs=0.02)
    assert hotel["staff"] == pytest.approx(10 / 70, abs=0.02)
    assert hotel["ads"] < 0.002
    assert hotel["privacy"] < 0.002
    assert 0.002 < hotel["content"] < 0.02  # other kinds speak of it
    assert sum(hotel.values()) == pytest.approx(1, abs=1e-3)
    assert shares["book"]["content"] == pytest.approx(0.45, abs=0.05)  # without opinions of its own: as all together


def test_a_kind_without_passages_has_the_categories_of_its_like() -> None:
    kinds, stand_ins = read_kinds()
    assert {kind for entry in stand_ins.items() for kind in (entry[0], *entry[1])} <= set(kinds)
    shares = category_shares([record("hotel", *["staff"] * 90), record("film", *["content"] * 900)])
    assert shares["hospital"]["content"] < 0.05 < 0.9 < shares["hospital"]["staff"]
    assert shares["music"]["content"] > 0.9


def test_the_entry_names_the_places_of_the_domains() -> None:
    entry = kinds_entry(["film", "guesthouse", "hotel"])
    assert entry["hotel"]["domains"] == [1, 2]
    assert entry["film"]["domains"] == [0]
    assert entry["medicine"]["domains"] == []  # it can be named by the user all the same
    assert set(entry["hotel"]["categories"]) == set(CATEGORIES)
    assert entry["mobile-app"]["categories"]["food"] < 0.002 < entry["restaurant"]["categories"]["food"]


def test_a_domain_without_a_kind_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"kinds\.toml does not say .* time machines"):
        kinds_entry(["hotel", "time machines"])


def test_a_config_is_written_one_entry_a_line(tmp_path: Path) -> None:
    config = {"language": "zh", "domains": ["酒店"], "kinds": {"hotel": {"domains": [0]}}}
    write_config(tmp_path / "config.json", config)
    text = (tmp_path / "config.json").read_text("utf-8")
    assert json.loads(text) == config
    assert text.count("\n") == len(config) + 2
    assert "酒店" in text
