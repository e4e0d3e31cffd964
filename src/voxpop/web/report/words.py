"""The words of the interface, one table a language in ``strings.toml``. Languages without a table get English."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date as Date
from functools import cache
from importlib.resources import files
from typing import Any

DEFAULT = "en"


@dataclass(frozen=True, slots=True)
class Words:
    """``words("reviews", n=3)`` gives "3 reviews"; months, dates and names of things come in the language too."""

    code: str
    table: Mapping[str, Any]

    def __call__(self, key: str, **values: object) -> str:
        n = values.get("n")
        text = self.table.get(f"{key}_one") if n == 1 else None
        shown = {name: self.number(value) if isinstance(value, int) else value for name, value in values.items()}
        return str(text or self.table[key]).format_map(shown)

    def named(self, group: str, key: str) -> str:
        """The word for a code such as a curation step; a code without one is shown as it is."""
        return str(self.table[group].get(key, key.replace("_", " ")))

    def number(self, value: float) -> str:
        return f"{value:,}"

    def signed(self, value: float) -> str:
        """With its sign and a real minus: +0.42, −0.10, 0.00."""
        text = f"{value:+.2f}".replace("-", "−")
        return "0.00" if text[1:] == "0.00" else text

    def month(self, month: str) -> str:
        """``2024-05`` as "May 2024"; anything else as it is."""
        try:
            day = Date.fromisoformat(f"{month}-01")
        except ValueError:
            return month
        return self._date("month", day)

    def date(self, text: str) -> str:
        """An ISO date or time as "12 May 2024"; anything else as it is."""
        try:
            return self._date("date", Date.fromisoformat(text[:10]))
        except ValueError:
            return text

    def _date(self, key: str, day: Date) -> str:
        name = self.table["months"][day.month - 1]
        return str(self.table[key]).format(year=day.year, name=name, day=day.day)


@cache
def words(code: str) -> Words:
    """The interface in a language, or in English where there is no table for it."""
    tables = tomllib.loads(files(__package__).joinpath("strings.toml").read_text("utf-8"))
    code = code if code in tables else DEFAULT
    return Words(code, tables[code])
