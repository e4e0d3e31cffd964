"""Quantities in Chinese: words for shares of reviews, numbers, and the people they count."""

from __future__ import annotations

import re

from voxpop.lang.patterns import any_of
from voxpop.lang.shares import read_claimed_shares

CLAIMED_SHARES = read_claimed_shares("zh")

# --- numbers

FIGURE = r"(?<![\d,])(?:\d{1,3}(?:,\d{3})+|\d{1,6})"
_DIGITS = {**{mark: value for value, mark in enumerate("零一二三四五六七八九")}, "两": 2}


def read_number(text: str) -> float:
    """Return the value of a number in figures, or of one below a thousand in characters."""
    digits = text.replace(",", "")
    if digits.replace(".", "", 1).isdigit():
        return float(digits)
    hundreds, _, rest = text.rpartition("百")
    tens, _, ones = rest.rpartition("十")
    value = _DIGITS.get(hundreds, 1) * 100 if "百" in text else 0
    return float(value + (_DIGITS.get(tens, 1) * 10 if "十" in rest else 0) + _DIGITS.get(ones, 0))


# --- whom a quantity counts

PEOPLE = frozenset((
    "意见", "看法", "评价", "人", "顾客", "客人", "用户", "大家", "评论者", "评论", "消费者", "食客", "网友", "买家",
    "住客", "读者", "所有人", "大部分人", "多数人", "有人", "没有人", "家长", "玩家", "患者",
))  # fmt: skip
SUBJECT, THINGS = "大家", ""  # what stands in the place of a quantity of people, and of one of things
_PEOPLE = any_of(PEOPLE, bounded=False)
_WORD = any_of((word for share in CLAIMED_SHARES for word in share.words), bounded=False)
_NUMBER = rf"(?:{FIGURE}|[一二两三四五六七八九十百]{{1,4}})"
_MANY = (
    rf"(?:(?P<percent>{_NUMBER})\s*[%％]|百分之(?P<hundredths>{_NUMBER})|(?P<part>{_NUMBER})\s*/\s*(?P<whole>{FIGURE})|"
    rf"(?P<word>{_WORD})|(?P<count>{_NUMBER})(?=\s*[个位名条]))\s*的?\s*[个位名条]?(?P<people>{_PEOPLE})?都?"
)
QUANTIFIED_SUBJECT = re.compile(  # 约一半的顾客, 没有人, 所有猫
    rf"(?:也?有(?!人|些|的)|大?约|只有(?!少数|个别)|其中)?\s*{_MANY}(?P<speaks>(?<=[人家]))?"
)
QUANTIFIED_ASIDE = re.compile(rf"[，,]\s*{_MANY}(?:都|也)?(?:说|表示|反映|这样说)(?=\s*[。！.]?$)")  # ，有人说
SPEAKERS = re.compile(  # 谈到价格的人中; they are the whole of which a share is
    rf"(?:在)?(?:谈到|提到|说到|讲到|谈及|提及)(?P<thing>[^，,的]+)的(?:(?P<whole>{FIGURE})\s*[条位名个]?)?"
    rf"(?:{_PEOPLE})?(?:中|里|当中)?[，,]?(?:有)?"
)
PRONOUN = re.compile("它们?|这个")
ADVERBS = re.compile("经常|常常|总是|有时候?|偶尔|从不|从来没有|普遍")
FURTHER_QUANTITY = re.compile(rf"[（(]\s*(?:{_WORD}|{FIGURE})|\d\s*[%％]|(?:{_WORD})(?:的)?(?:人|顾客|用户|评论)")
NEGATED_QUANTITY = re.compile("(?:不是|并非)(?:所有|全部|每个|人人|大家都)")


def put_speakers(rest: str, thing: str) -> str:
    """Return what those who mention a thing say, as a sentence about it."""
    return f"大家对{thing}{rest.removeprefix('大家')}"
