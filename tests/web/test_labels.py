from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from voxpop.lang import DEFAULT, LANGUAGES
from voxpop.web.labels import labels

WEB = Path(str(files("voxpop.web")))
TABLES = {code: labels(code).table for code in LANGUAGES}


def fields(text: Any) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(str(text)) if name}


@pytest.mark.parametrize("code", sorted(set(LANGUAGES) - {DEFAULT}))
def test_every_language_has_the_same_labels(code: str) -> None:
    def keys(table: Any) -> set[str]:
        return {key for key in table if not key.endswith("_one")}

    english, other = TABLES[DEFAULT], TABLES[code]
    assert keys(other) == keys(english)
    for key in keys(english):
        if isinstance(english[key], dict):
            assert set(other[key]) == set(english[key]), key
        else:
            assert fields(other[key]) == fields(english[key]) or key in ("month", "date"), key


def test_every_label_is_used_and_every_label_used_is_there() -> None:
    code = "".join(path.read_text("utf-8") for kind in ("*.py", "*.j2") for path in WEB.rglob(kind))
    table = TABLES[DEFAULT]
    used = set(re.findall(r"""(?:\bw|labels?(?:_for\(request\))?|words)\(f?['"](\w+)['"]\s*[,)]""", code))
    assert used <= set(table)
    quoted = set(re.findall(r"""['"](\w+)['"]""", code))
    stems = tuple(set(re.findall(r"""\(\s*f?['"]([a-z_]+_)(?:['"] ~|\{)""", code)))
    named = used | quoted | {f"{key}_note" for key in quoted}
    spare = {key for key, value in table.items() if isinstance(value, str) and not key.endswith("_one")} - named
    assert {key for key in spare if not key.startswith(stems)} == set()


def test_numbers_dates_and_months() -> None:
    english, chinese = labels("en"), labels("zh")
    assert english("reviews", n=1) == "1 review"
    assert english("reviews", n=1204) == "1,204 reviews"
    assert (english.month("2024-05"), chinese.month("2024-05")) == ("May 2024", "2024年5月")
    assert (english.date("2024-05-12"), chinese.date("2024-05-12")) == ("12 May 2024", "2024年5月12日")
    assert (english.period("2024-05", "2024-06"), english.period("2024-05", "2024-05")) == (
        "May 2024 to June 2024",
        "May 2024",
    )
    assert english.date("2026-11-15T12:00:00+00:00") == "15 November 2026"
    assert english.date("last week") == "last week"
    assert english.month("2024-13") == "2024-13"
    assert [english.signed(value) for value in (0.421, -0.1, 0.001, -0.001)] == ["+0.42", "−0.10", "0.00", "0.00"]


def test_codes_without_a_label_are_shown_as_they_are() -> None:
    assert labels("en").named("steps", "near duplicate") == "almost the same as another"
    assert labels("en").named("steps", "my_own_step") == "my own step"


def test_other_languages_get_the_default_interface() -> None:
    assert labels("fr").code == DEFAULT


def test_a_name_in_another_script_has_a_space_around_it() -> None:
    label = labels("zh")
    values = {"now": 12, "n": 5, "before": 3, "earlier": 4}
    assert "抱怨 room（5 条）" in label("moved_complaints", name="room", **values)
    assert "抱怨味道（5 条）" in label("moved_complaints", name="味道", **values)
