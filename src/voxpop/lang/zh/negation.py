"""Negation in Chinese. ``NEGATORS`` is the general list; the others are what one reader of it looks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

NEGATORS = (  # turn the opinion words that they reach over (extract)
    "不", "没", "没有", "别", "勿", "莫", "未", "无", "非", "并不", "并没有", "并非", "毫不", "毫无", "绝不", "决不",
    "从不", "从未", "一点都不", "一点也不", "一点儿也不", "一点儿都不", "一点不", "完全不", "完全没有", "根本不",
    "根本没有", "丝毫不", "丝毫没有", "不是很", "不是", "不是那么", "不太", "不怎么", "不大", "不够", "不算",
    "不算太", "不算很", "不会", "不能", "不该", "不要", "不敢", "不想", "不用", "不需要", "谈不上", "称不上",
    "算不上", "说不上", "没那么", "没有那么", "没什么", "没啥", "没有什么", "没有任何", "没怎么", "不那么", "不很",
    "不咋", "不见得", "未必", "难以", "无法", "没法", "没办法", "没能", "不再", "缺少", "缺乏", "失去", "没有想象中",
    "没有想象的", "没想象中", "没想象的", "没有以前", "没以前", "没有之前", "不像", "木有", "冇", "不是特别",
    "不是非常", "不特别", "不值得", "不可能", "没感觉", "没觉得", "不觉得", "并不是", "从来不", "从来没有", "从来没",
    "还没", "还没有", "不怎么样的",
)  # fmt: skip
EXPRESSION_NEGATORS = frozenset((  # turn the meaning of the expression after them (summarize.meanings)
    "不", "没", "没有", "不太", "不够", "不是", "并不", "不算", "无", "别", "没那么", "不怎么", "毫无", "算不上",
    "谈不上", "没什么",
))  # fmt: skip
# A negation that is no part of another word.
NEGATION = re.compile("不(?!错|过|仅|但|管|论|少)|没(?!想到)|别(?!的|致)")
NEGATED_OPINION = re.compile(  # ends the text before an opinion that is negated
    "(?:不|没|没有|不太|不够|不是|不算|并不|没那么)$"
)
NEGATED_COMPARISON = re.compile("(?!)")  # Chinese comparatives are not read by their words alone


def count_negations(words: Sequence[str], text: str) -> int:
    """Count the negations of a sentence, given as its words in lower case and as its text."""
    return len(NEGATION.findall(text))
