from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from voxpop.errors import OptionError
from voxpop.settings import CURATION_STEPS, Columns, Curation, Settings, settings_from


def test_nothing_given_is_the_default() -> None:
    assert settings_from({}) == Settings()
    assert settings_from({setting.name: None for setting in fields(Settings)}) == Settings()


def test_columns_come_as_a_mapping_or_one_by_one() -> None:
    expected = Settings(columns=Columns(text="review", stars=""))
    assert settings_from({"columns": {"text": "review", "stars": ""}}) == expected
    assert settings_from({"text_column": "review", "stars_column": ""}) == expected
    assert settings_from({"columns": Columns(text="review"), "stars_column": "", "id_column": None}) == expected


def test_a_preset_of_curation_and_steps_to_skip() -> None:
    assert settings_from({"curate": "paper"}).curation == Curation.paper()
    assert settings_from({"skip": ["mask", "length"]}).curation == Curation(mask=False, min_chars=0, max_chars=0)
    assert settings_from({"skip": CURATION_STEPS}).curation == Curation.off()


def test_own_categories_make_a_table_by_category_unless_said_otherwise() -> None:
    assert settings_from({"categories": Path("mine")}) == Settings(categories="mine", by="categories")
    assert settings_from({"categories": Path("mine"), "by": "tree"}).by == "tree"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"lnag": "auto"}, "Did you mean 'lang'"),
        ({"similarity": 1.5}, "similarity must lie between 0 and 1, not 1.5"),
        ({"columns": {"txt": "review"}}, "Did you mean 'text'"),
        ({"skip": ["advert"]}, "Did you mean 'adverts'"),
        ({"curate": "none"}, "default, off, paper"),
        ({"product": "Hot\udcffel"}, "no text in UTF-8"),
        ({"columns": {"text": "a\ud800"}}, "no text in UTF-8"),
    ],
)
def test_what_is_not_known_is_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        settings_from(options)
