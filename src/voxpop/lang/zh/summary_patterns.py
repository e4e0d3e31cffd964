"""Patterns that read the Chinese sentences which ``summary_wording`` writes, and others of their form.

谈到价格的39条评论中，26条批评.
"""

from __future__ import annotations

import re

OVERALL = frozenset(("overall", "总体"))  # the product as a whole
COUNTER = "条"  # what stands behind a number of reviews
LABEL = re.compile("[^，：；。]{2,6}：(?=谈到|受|.*褒贬不一)")
HEADS = (
    re.compile("谈到(?P<thing>[^，；。]+?)的(?:(?P<of>[0-9,]+)条)?评论中，"),
    re.compile("(?P<thing>[^，：；。]+?)(?P<mixed>褒贬不一)：(?:(?P<of>[0-9,]+)条中)?"),
    re.compile("(?P<thing>[^，：；。（]+)：(?:(?P<of>[0-9,]+)条中)?"),
)
PARTS = re.compile(r"(?:[;，；]|,(?!\d{3}))\s*(?:但也有|但)?|、")
SIDE = re.compile("(?P<many>.+?)(?:(?P<good>称赞|满意|喜欢)|(?P<bad>批评|不满意|不满|不喜欢))[。.]?")
WORDS = (re.compile("(?P<many>.+?)说“(?P<word>[^”]+)”[。]?"), re.compile("“(?P<word>[^”]+)”（(?P<many>[0-9,]+)）"))
FURTHER_WORDS: tuple[re.Pattern[str], ...] = ()
LIST = re.compile("受(?:(?P<good>好评)|批评)的还?有(?P<things>.+?)。?")
LIST_ITEM = re.compile(r"(?:, |、)?(?P<thing>[^()（）,、]+?)\s*[(（](?P<many>[^()（）]+)[)）]")
SINCE = re.compile(r"自\d{4}年(?:\d{1,2}月)?起(?P<rest>.+)")
BEFORE = re.compile("此前(?P<many>.+)")
TOTAL = re.compile(r"(?P<of>[\d,]+)条中")


def put_head_first(text: str) -> str:
    """Return the sentence: all of them begin with what they are about."""
    return text
