from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from string import Formatter
from typing import Any

import pytest

from voxpop.web.report.words import words

ROOM = files("voxpop.web.report")
TABLES = tomllib.loads(ROOM.joinpath("strings.toml").read_text("utf-8"))


def fields(text: Any) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(str(text)) if name}


@pytest.mark.parametrize("code", sorted(set(TABLES) - {"en"}))
def test_every_language_says_the_same_things(code: str) -> None:
    def known(table: dict[str, Any]) -> set[str]:
        return {key for key in table if not key.endswith("_one")}

    english, other = TABLES["en"], TABLES[code]
    assert known(other) == known(english)
    for key in known(english):
        assert fields(other[key]) == fields(english[key]) or key in ("month", "date"), key
    for group in ("languages", "steps", "masks"):
        assert set(other[group]) == set(english[group])


def test_every_word_is_used_and_every_word_used_is_there() -> None:
    rooms = ("template.html.j2", "view.py", "words.py", "ledger.html.j2", "ledger.py", "summary.html.j2", "summary.py")
    code = "".join(ROOM.joinpath(name).read_text("utf-8") for name in rooms)
    english = TABLES["en"]
    stems = ("side_", "verdict_", "ledger_", "compared_", "claim_")
    used = set(re.findall(r"""w(?:ords)?\(f?['"](\w+)['"]""", code))
    used -= set(stems)
    assert used <= set(english)
    spare = {key for key, value in english.items() if isinstance(value, str) and not key.endswith("_one")} - used
    elsewhere = {"positive", "neutral", "negative", "month", "date", "yes", "no"}
    assert {key for key in spare if not key.startswith(stems)} <= elsewhere


def test_numbers_dates_and_months() -> None:
    english, chinese = words("en"), words("zh")
    assert english("reviews", n=1) == "1 review"
    assert english("reviews", n=1204) == "1,204 reviews"
    assert (english.month("2024-05"), chinese.month("2024-05")) == ("May 2024", "2024年5月")
    assert (english.date("2024-05-12"), chinese.date("2024-05-12")) == ("12 May 2024", "2024年5月12日")
    assert english.date("2026-11-15T12:00:00+00:00") == "15 November 2026"
    assert english.date("last week") == "last week"
    assert english.month("2024-13") == "2024-13"
    assert [english.signed(value) for value in (0.421, -0.1, 0.001, -0.001)] == ["+0.42", "−0.10", "0.00", "0.00"]


def test_codes_without_a_word_are_shown_as_they_are() -> None:
    assert words("en").named("steps", "near duplicate") == "almost the same as another"
    assert words("en").named("steps", "my_own_step") == "my own step"


def test_other_languages_get_the_english_interface() -> None:
    assert words("fr").code == "en"
