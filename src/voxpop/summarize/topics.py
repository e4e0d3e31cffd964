"""What opinions are about, as a summary sees it: an aspect, or the category where there is none, each opinion once."""

from __future__ import annotations

from functools import cache

from voxpop.summarize.meanings import table
from voxpop.text import language
from voxpop.text.en.lemmas import lemma
from voxpop.types import Opinion

OURS = ("main", "part_of_main")  # opinions about anything else say nothing of the product under review
THEIRS = ("competing", "part_of_competing")
OVERALL = "="  # the product or place as a whole
WHOLE = {"en": frozenset({"overall"}), "zh": frozenset({"推荐程度", "overall"})}
NOTHING = frozenset({"other"})
PLAIN = {  # the categories of ASAP as one would say them, and as the aspects that are the same thing are called
    "口味": "味道", "服务人员态度": "服务", "点菜上菜速度": "上菜", "价格水平": "价格", "排队时间": "排队",
    "卫生情况": "卫生", "嘈杂情况": "安静程度", "停车方便": "停车", "交通方便": "交通", "位于商圈附近": "地段",
    "是否容易寻找": "位置", "折扣力度": "优惠", "外观": "卖相",
}  # fmt: skip


def topic(opinion: Opinion, lang: str, *, by: str = "terms") -> tuple[str, str] | None:
    """The key of what an opinion is about and the name that was used; None for what has none."""
    name = opinion.category if by == "categories" else opinion.aspect
    return (key(name, lang), bare(name, lang)) if name and name not in NOTHING else None


def names_it(opinion: Opinion, found: str, lang: str) -> bool:
    """Whether the words of an opinion on a category speak of it, and not of an aspect with another name."""
    return opinion.aspect == opinion.category or key(opinion.aspect, lang) == found


@cache
def key(name: str, lang: str) -> str:
    """One for "room" and "rooms", for "价格" and "价格水平"."""
    if name in WHOLE[lang]:
        return OVERALL
    name = bare(name, lang)
    tokens = [token for sentence in language(lang).parse([name])[0] for token in sentence.tokens]
    words = [token.text.lower() for token in tokens]
    return language(lang).joiner.join([*words[:-1], singular(words[-1], lang)]) if words else name


@cache
def bare(name: str, lang: str) -> str:
    """The name as one would say it, without praise or blame: "price" for "great price"."""
    words = PLAIN.get(name, name).split(" ")
    while lang == "en" and len(words) > 1 and (meaning := table(lang).get(words[0].lower())) and meaning[0].vague:
        words = words[1:]
    return " ".join(words)


def singular(word: str, lang: str) -> str:
    return lemma(word, "NOUN") if lang == "en" else word
