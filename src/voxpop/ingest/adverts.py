"""Is this a review or somebody selling something? A score of plain signals, each of which can be pointed at.

One alone proves nothing (reviewers quote links and leave numbers); it takes two.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

ENOUGH = 2


class Signal(NamedTuple):
    """Something adverts have. The pattern is tried only where one of the hints stands in the lower-case text."""

    name: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]


def _signal(name: str, hints: str, *patterns: str) -> Signal:
    return Signal(name, tuple(hints.split(",")), re.compile("|".join(patterns), re.I))


SIGNALS = (
    _signal(
        "an account to write to",
        "微信,薇信,威信,weixin,v信,vx,wx,扣扣,qq,whatsapp,telegram",
        r"(?:微信|薇信|威信|v信|(?<![a-z0-9])(?:weixin|[vw]x|qq)|扣扣)号?\s*[:：]?\s*(?=[a-z_-]*\d)[a-z0-9_-]{5,}",
        r"(?:微信|薇信|威信|v信|(?<![a-z0-9])(?:weixin|[vw]x))号?\s*[:：]\s*[a-z0-9_-]{5,}",
        r"(?:whatsapp|telegram)\s*(?:me\b|us\b|[:+@]\s*\+?\w)",
    ),
    _signal(
        "a call to get in touch",
        "微信,薇信,威信,weixin,v信,vx,wx,扣扣,qq,text me,text us,dm me,dm us,inbox me,inbox us,email me,email us,"
        "message me,message us,contact me,contact us,whatsapp,telegram",
        r"(?:加|\+|➕)\s*(?:我|俺|下)?\s*(?:微信|薇信|威信|wei?xin|v信|[vw]x(?![a-z])|扣扣|qq)",
        r"(?:text|dm|inbox|email|message|contact) (?:me|us) (?:at|on|for|now|@|\+?\d)",
        r"(?:whatsapp|telegram)\s*(?:me|us)\b",
    ),
    _signal(
        "a link",
        "http,www.,.com/,.net/,.shop/,.store/,.xyz/,.top/,.vip/,.cn/,.info/",
        r"https?://",
        r"www\.[a-z0-9-]+\.",
        r"\b[a-z0-9-]{3,63}\.(?:com|net|shop|store|xyz|top|vip|cn|info)/\w",
    ),
    _signal(
        "a call to buy",
        "click ,buy now,order now,shop now,call now,time offer,guaranteed,free shipping,miss this,miss our, code,% off,"
        "visit our,visit my,check out our,check out my,follow me,follow us,subscribe to my,点击,扫码,免费领,限时,"
        ""
        "优惠券,淘宝搜,公众号,复制,热线,电话,咨询,厂家直销,货源,高仿,代购,批发,低价出,转让,出售,私信我,私聊我",
        r"click (?:here|the link|on the link|below)",
        r"(?:buy|order|shop|call) now\s*(?:[!.:]|$|at\b|\d|and (?:get|save))",
        r"limited[- ]time offer|best prices? guaranteed|free shipping (?:on|for|today)|don'?t miss (?:this|our)",
        r"(?:promo|discount|coupon|voucher|referral) code|use (?:my |the |our )code\b|\d+% off (?:today|now|all|your)",
        r"(?:visit|check out) (?:our|my) (?:website|site|store|shop|page|channel|blog)",
        r"follow (?:me|us) on|subscribe to my",
        r"点击(?:链接|领取|下方|进入)|扫码(?:领|加|进|关注)|免费领|限时(?:优惠|抢购|特价)|(?:领取?|送)(?:大额)?优惠券",
        r"淘宝搜|关注(?:我的|我们的)?公众号|复制(?:这条|此|本)|(?:咨询|订购|加盟)(?:电话|热线|微信)",
        r"厂家直销|一手货源|高仿|(?:专业|低价|长期)代购|批发|低价出|转让|出售",
        r"私信我|私聊我|欢迎(?:来电|咨询|加)",
    ),
    _signal(
        "quick money",
        "make money,work from home,earn $,earn up,extra income,investment opp,bitcoin,forex,online casino,viagra,日赚,"
        "日入,月入,轻松赚,躺赚,兼职,日结,刷单,代理,诚招,贷款,博彩,赌场",
        r"make money (?:online|from home|fast)|work from home|earn (?:up to )?\$\d+",
        r"extra income|investment opportunity",
        r"bitcoin|forex|online casino|viagra|日赚|日入|月入过?万|轻松赚|躺赚|兼职|日结|刷单|招(?:收|募)?代理",
        r"诚招|贷款|博彩|赌场",
    ),
)
PHONE = re.compile(r"(?<!\d)1[3-9]\d{9}(?!\d)|\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}|(?<!\d)400[- ]?\d{3,4}[- ]?\d{3,4}")
TELEPHONE = "a telephone number"
SIGNAL_NAMES = (*(signal.name for signal in SIGNALS), TELEPHONE)


@lru_cache(maxsize=1)  # rules and filter ask for the same text
def signals(text: str) -> tuple[str, ...]:
    """The names of the signals in a text, a telephone number last."""
    lower = text.lower()
    names = tuple(s.name for s in SIGNALS if any(hint in lower for hint in s.hints) and s.pattern.search(text))
    return (*names, TELEPHONE) if PHONE.search(text) else names


def advert(text: str) -> str | None:
    """Why a text is taken for an advertisement: the signals found, if they add up; otherwise None."""
    names = signals(text)
    return f"It reads like an advertisement: {' and '.join(names)}." if len(names) >= ENOUGH else None
