"""Every kind of product has a name in every language."""

from __future__ import annotations

import pytest

from voxpop.lang import DEFAULT, LANGUAGES
from voxpop.lang.product_kinds import KINDS, kind_names


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_kind_has_a_name_of_its_own(code: str) -> None:
    names = kind_names(code)
    assert list(names) == list(KINDS)
    assert all(names.values())
    assert len(set(names.values())) == len(names)


def test_another_language_gets_the_names_of_the_default() -> None:
    assert kind_names("xx") == kind_names(DEFAULT)
