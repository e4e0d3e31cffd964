"""What opinions are about, as a summary sees it: an aspect, or the category where there is none, each opinion once."""

from __future__ import annotations

import re
from functools import cache

from voxpop.lang import language
from voxpop.lang.en.lemmas import lemma
from voxpop.summarize.meanings import table
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


CUES = {  # words without which a sentence in no one word's name is not taken to speak of a category of ASAP
    "口味": "味|好吃|难吃|菜|吃|喝|鲜|香|甜|咸|辣", "服务人员态度": "服务|态度|店员|老板|阿姨|小哥|小姐姐|热情|经理",
    "点菜上菜速度": "上菜|出菜|出餐|上得|点菜|点单|点餐|催", "价格水平": "价|贵|便宜|元|块|钱|实惠|划算",
    "排队时间": "排|等位|等了|叫号|取号", "卫生情况": "卫生|干净|脏|整洁|油腻|苍蝇|异味",
    "嘈杂情况": "吵|静|闹|嘈|噪|音",
    "停车方便": "停车|车位|停", "交通方便": "交通|地铁|公交|走|近|远", "位于商圈附近": "商圈|商场|广场|中心|附近|楼下",
    "是否容易寻找": "找|位置|门口|导航", "折扣力度": "优惠|折|券|团购|活动|免费|送",
    "外观": "摆盘|卖相|外观|好看|精致|颜值",
    "分量": "量|份|足|够|撑|少|多|大", "装修": "装修|环境|装饰|布置|风格|氛围|灯光", "性价比": "性价比|值|划算|实惠|价",
    "就餐空间": "空间|座|包间|包厢|挤|宽敞|桌|位", "推荐程度": "推荐|再来|再去|下次|还会|值得|回头",
}  # fmt: skip


def topic(opinion: Opinion, lang: str, *, by: str = "terms", text: str = "") -> tuple[str, str] | None:
    """The key of what an opinion is about and the name that was used; None for what has none."""
    name = opinion.category if by == "categories" else opinion.aspect
    if by != "categories" and opinion.aspect == opinion.category and not shows(opinion, text):
        return None
    return (key(name, lang), bare(name, lang)) if name and name not in NOTHING else None


def shows(opinion: Opinion, text: str) -> bool:
    """Whether what was read shows that it speaks of its category: those of ASAP are of restaurants, reviews of all."""
    cues = CUES.get(opinion.category or "")
    said = text[opinion.evidence.start : opinion.evidence.end] or text[opinion.start : opinion.end]
    return cues is None or re.search(cues, said) is not None


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
