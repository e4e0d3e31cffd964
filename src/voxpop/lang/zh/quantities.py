"""Quantities in Chinese: words for shares of reviews, numbers, and the people they count."""

from __future__ import annotations

import re

from voxpop.lang.patterns import any_of
from voxpop.lang.shares import read_claimed_shares, read_worded_shares

WORDED_SHARES = read_worded_shares("zh")
CLAIMED_SHARES = read_claimed_shares("zh")

# --- numbers

FIGURE = r"(?<![\d,])(?:\d{1,3}(?:,\d{3})+|\d{1,6})"
ABOUT = re.compile(r"大?约\s*")
PERCENTS = (re.compile(r"(\d{1,3}(?:\.\d+)?)\s*(?:%|％)"), re.compile(r"百分之([一二三四五六七八九十]{1,3}|\d{1,3})"))
PARTS_OF_WHOLE = (  # 30人中有12, as anyone may write it
    re.compile(rf"\b(?P<part>{FIGURE})\s*/\s*(?P<whole>{FIGURE})\b"),
    re.compile(rf"(?P<whole>{FIGURE})\s*(?:人|位|条|名)?\s*中\s*(?:有)?\s*(?P<part>{FIGURE})"),
)
EXACT_PART_OF_WHOLE = re.compile(  # as a language model writes it that was given exact counts
    r"(?P<whole>\d[\d,]*)\s*(?:条|位|人|个)?\s*(?:评论|顾客)?\s*(?:中|里)\s*(?:有|，)?\s*(?P<part>\d[\d,]*)"
)
SPELLED_COUNTS = re.compile(  # numbers in words that count something
    r"[二两三四五六七八九十百千万]+(?=[个位块元分份天次年月小人道种盘只斤折楼层])"
)
SPELLED_NUMBERS = re.compile(  # numbers in words that cannot be compared with counts; 三分之二 is none
    r"[一二两三四五六七八九十百千万]{2,}(?!分之)"
)
_DIGITS = {mark: value for value, mark in enumerate("零一二三四五六七八九")}


def read_number(text: str) -> float:
    """Return the value of a number in figures, or of one below a hundred in characters."""
    digits = text.replace(",", "")
    if digits.replace(".", "", 1).isdigit():
        return float(digits)
    tens, _, ones = text.rpartition("十")
    return float((_DIGITS.get(tens, 1) * 10 if "十" in text else 0) + _DIGITS.get(ones, 0))


# --- whom a quantity counts

PEOPLE = frozenset((
    "意见", "看法", "评价", "人", "顾客", "客人", "用户", "大家", "评论者", "评论", "消费者", "食客", "网友", "买家",
    "住客", "读者", "所有人", "大部分人", "多数人", "有人", "没有人",
))  # fmt: skip
_PEOPLE = any_of(PEOPLE, bounded=False)
COUNTED_PEOPLE = re.compile(rf"(?P<count>{FIGURE})\s*[位名个条]?{_PEOPLE}")  # 12位顾客
PEOPLE_AT_END = re.compile(rf"(?:条|[位名个]?的?{_PEOPLE}|[位名])$")  # 的顾客


def counts_people(sentence: str, start: int, end: int) -> bool:
    """Whether a word of quantity counts people. The words that are listed all do."""
    return True
