"""English words in dates: "Saturday, March 3rd, 2020"."""

from __future__ import annotations

_MONTHS = """
    january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, september sep sept,
    october oct, november nov, december dec
"""
MONTHS = {name: number for number, names in enumerate(_MONTHS.split(","), start=1) for name in names.split()}
WEEKDAY = r"[a-z]+day,?\s+|(?:mon|tue|wed|thu|fri|sat|sun),?\s+"
ORDINAL = "st|nd|rd|th"
YEAR_MARKS = MONTH_MARKS = DAY_MARKS = HOUR_MARKS = ""
DAY_PART = ""
# what sites write around a date, with the groups ``country`` and ``date``
FRAME = (
    r"(?:reviewed|written|posted|published|submitted|updated|edited|date of (?:stay|visit|experience|travel))"
    r"(?:\s+in\s+(?:the\s+)?(?P<country>.+?)\W+on|\s+in|\s+on|\s*:)?\s+(?P<date>.+)"
)
