"""The words of the report and of the app. Each language keeps its own in ``lang/CODE/data/interface.toml``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date as Date
from functools import cache
from typing import Any

from voxpop.lang import DEFAULT, LANGUAGES, language
from voxpop.lang.scripts import UNSPACED_LETTERS

# Where a word of a spaced script stands beside an unspaced one, typesetters set a space.
SCRIPTS_MEET = re.compile(f"(?<=[{UNSPACED_LETTERS}])(?=[A-Za-z])|(?<=[A-Za-z])(?=[{UNSPACED_LETTERS}])")


@dataclass(frozen=True, slots=True)
class Labels:
    """``label("reviews", n=3)`` gives "3 reviews"; months, dates and names of things come in the language too."""

    code: str
    table: Mapping[str, Any]

    def __call__(self, key: str, **values: object) -> str:
        if not values:
            return str(self.table[key])
        text = self.table.get(f"{key}_one") if values.get("n") == 1 else None
        shown = {name: self.number(value) if isinstance(value, int) else value for name, value in values.items()}
        return SCRIPTS_MEET.sub(" ", str(text or self.table[key]).format_map(shown))

    def named(self, group: str, key: str) -> str:
        """Return the word for a code such as a curation step; a code without one is shown as it is."""
        return str(self.table[group].get(key, key.replace("_", " ")))

    def number(self, value: float) -> str:
        """Return a number with commas between thousands."""
        return f"{value:,}"

    def signed(self, value: float) -> str:
        """Return a number with its sign and a real minus: +0.42, −0.10, 0.00."""
        text = f"{value:+.2f}".replace("-", "−")
        return "0.00" if text[1:] == "0.00" else text

    def month(self, month: str) -> str:
        """Return ``2024-05`` as "May 2024"; anything else as it is."""
        try:
            day = Date.fromisoformat(f"{month}-01")
        except ValueError:
            return month
        return self._date("month", day)

    def period(self, first: str, last: str) -> str:
        """Return two months as "May 2024 to June 2024", or the one where they are the same."""
        return self.month(first) if first == last else self("period", first=self.month(first), last=self.month(last))

    def date(self, text: str) -> str:
        """Return an ISO date or time as "12 May 2024"; anything else as it is."""
        try:
            return self._date("date", Date.fromisoformat(text[:10]))
        except ValueError:
            return text

    def _date(self, key: str, day: Date) -> str:
        name = self.table["months"][day.month - 1]
        return str(self.table[key]).format(year=day.year, name=name, day=day.day)


@cache
def labels(code: str) -> Labels:
    """Return the interface in a language, or in the default language where there is no such language."""
    code = code if code in LANGUAGES else DEFAULT
    return Labels(code, language(code).interface)


DEFAULT_LABELS = labels(DEFAULT)
