"""How Chinese sentences report what reviewers think: who says so, whether it is praise or blame, and of which time."""

from __future__ import annotations

import re

from voxpop.lang.data import read_toml

_WORDS = read_toml("zh", "reporting.toml")
PRAISE_WORDS = frozenset[str](_WORDS["praise"])
BLAME_WORDS = frozenset[str](_WORDS["blame"])
MIXED_WORDS = frozenset[str](_WORDS["mixed"])
PRAISE_STEMS = re.compile("称赞|好评|满意|喜欢|表扬")
BLAME_STEMS = re.compile("批评|差评|不满|抱怨|不喜欢|失望")
ASPECT_BEFORE_VERB = True  # whether what is praised may also stand before the word of praise
SMALLER_SIDE = re.compile(  # a sentence about fewer than half of the reviews says so
    r"一些|部分|少数|个别|有人|有的|也有|不到一半|分之|褒贬|不一|偶尔|\d"
)
SAYING = re.compile("说|觉得|认为|表示|反映|感觉|写道|是|有|会")  # no more than that people say or think so
MENTIONING = re.compile("提到|提及|谈到|说到")
COMPARING = re.compile("(?<!性价)(?<!对)比(?!较|如|例)|不如|更")

LIST_JOIN = re.compile(r"\s*[、和及与跟或]\s*")  # between the things of a list

USED_WITH = re.compile("(?:在|用|给|放|装|插|配)$")  # before the name of a thing that a product is used with

# --- clauses

CLAUSE_JOIN = re.compile("[；;]|[，,]?(?:但是?|不过|然而|而且?)")  # between clauses that are read by themselves
CONTRAST = "但"  # begins a clause that speaks on of the thing before it
CLAUSE_BREAK = re.compile("[，；。]|但是?|而")
ASPECT_LIST_END = re.compile("[,;，；。]|但|因为")  # after it, nothing is praised any more

# --- times

PERIOD = re.compile(  # a share of this time cannot be compared with one of all reviews
    r"自.{2,12}起|此前|以来|\d{4}年|上个月|去年|今年"
)
TIME_WORDS = re.compile(r"\d{4}|自|此前|之前|以来|后")
DATE = re.compile(r"\b(?:19|20)\d\d\b|(?:19|20)\d\d年(?:\d{1,2}月)?|\d{1,2}月")
