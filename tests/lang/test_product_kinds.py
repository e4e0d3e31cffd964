"""Every kind of product has a name in every language."""

from __future__ import annotations

import pytest

from voxpop.lang import DEFAULT, LANGUAGES, language
from voxpop.lang.product_kinds import KINDS, kind_names


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_kind_has_a_name_of_its_own(code: str) -> None:
    names = kind_names(code)
    assert list(names) == list(KINDS)
    assert all(names.values())
    assert len(set(names.values())) == len(names)


def test_another_language_gets_the_names_of_the_default() -> None:
    assert kind_names("xx") == kind_names(DEFAULT)


@pytest.mark.parametrize("code", LANGUAGES)
def test_rows_are_named_for_known_kinds_and_categories_and_stay_apart(code: str) -> None:
    topics = language(code).topic_names
    assert topics.ROW_NAMES.keys() <= set(KINDS)
    for kind, names in topics.ROW_NAMES.items():
        assert names.keys() <= topics.CATEGORY_NAMES.keys()
        rows = topics.row_names(kind)
        assert len(set(rows.values())) == len(rows) == len(topics.CATEGORY_NAMES)
        assert all(map(topics.is_category, rows.values()))
        assert max(map(len, rows.values())) <= 20  # the width of the table
    assert not topics.is_category("zentrino")
