"""Quantities in Chinese: words for shares of reviews, numbers, and the people they count."""

from __future__ import annotations

import re

from voxpop.lang.patterns import any_of
from voxpop.lang.shares import ClaimedShare, WordedShare

# What a summary writes for a share: each word has a range of its own, and the ranges leave no gap.
WORDED_SHARES = (
    WordedShare("全部", 1.0, 1.01),
    WordedShare("几乎全部", 0.9, 1.0),
    WordedShare("大多数", 0.7, 0.9),
    WordedShare("约三分之二", 0.62, 0.7),
    WordedShare("半数以上", 0.54, 0.62),
    WordedShare("约一半", 0.46, 0.54),
    WordedShare("不到一半", 0.38, 0.46),
    WordedShare("约三分之一", 0.28, 0.38),
    WordedShare("约四分之一", 0.2, 0.28),
    WordedShare("部分", 0.08, 0.2),
    WordedShare("少数", 0.0, 0.08),
)
# What a sentence claims that uses one of these words: wider ranges, which overlap.
CLAIMED_SHARES = (
    ClaimedShare(("所有", "全部", "人人", "每个人", "所有人", "一致", "无一例外", "都说", "大家都"), 0.95, 1.0),
    ClaimedShare(("几乎所有", "几乎全部", "绝大多数", "绝大部分", "几乎都", "几乎人人"), 0.8, 1.0),
    ClaimedShare(("大多数", "大部分", "多数", "超过一半", "过半", "一半以上", "多半", "普遍", "半数以上"), 0.5, 1.0),
    ClaimedShare(("三分之二", "约三分之二"), 0.57, 0.77),
    ClaimedShare(("四分之三", "约四分之三"), 0.65, 0.85),
    ClaimedShare(("一半", "约一半", "半数", "约半数"), 0.38, 0.62),
    ClaimedShare(("不到一半", "不足一半", "不到半数"), 0.0, 0.5),
    ClaimedShare(("三分之一", "约三分之一"), 0.23, 0.43),
    ClaimedShare(("四分之一", "约四分之一"), 0.15, 0.35),
    ClaimedShare(("五分之一",), 0.1, 0.3),
    ClaimedShare(("十分之一",), 0.03, 0.2),
    ClaimedShare(("许多", "很多", "不少", "众多", "经常", "常常", "好多"), 0.2, 1.0, 2),
    ClaimedShare(("一些", "有些", "部分", "若干", "有时", "几位", "几个", "有人"), 0.0, 0.75, 1),
    ClaimedShare(("少数", "极少数", "很少", "个别", "偶尔", "少部分", "寥寥"), 0.0, 0.35),
    ClaimedShare(("没有人", "没人", "无人", "从来没有", "从不"), 0.0, 0.02),
)  # fmt: skip

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
