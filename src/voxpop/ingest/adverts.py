"""Is this a review or somebody selling something? A score of plain signals, each of which can be pointed at."""

from __future__ import annotations

import re

ENOUGH = 2.0
SIGNALS: dict[str, tuple[float, re.Pattern[str]]] = {
    name: (weight, re.compile(pattern, re.I))
    for name, (weight, pattern) in {
        "a contact to add": (
            2.0,
            r"(?:加|\+|➕)\s*(?:我|俺|下)?\s*(?:微信|薇信|威信|wei?xin|v信|[vw]x(?![a-z])|vx|扣扣|qq|群)|(?:微信|薇信|[vw]x|qq)号?\s*[:：]\s*[a-z0-9_-]{5,}"
            r"|(?:whatsapp|telegram|text|dm|inbox|email|message|contact)\s+(?:me|us)\s+(?:at|on|for|now|@|\+?\d)|whatsapp\s*[:+]\s*\+?\d",
        ),
        "a link": (1.0, r"https?://|www\.[a-z0-9-]+\.|\b[a-z0-9-]{3,}\.(?:com|net|shop|store|xyz|top|vip|cn|info)/\S"),
        "a call to buy": (
            1.0,
            r"click (?:here|the link|on the link|below)|(?:buy|order|shop|call|book) now\b(?!\s*(?:i|and|that|the))|limited[- ]time offer"
            r"|(?:promo|discount|coupon|voucher|referral) code|use (?:my |the |our )?code\b|act now|don'?t miss (?:this|our)"
            r"|visit (?:our|my) (?:website|site|store|shop|page|channel)|check out (?:our|my) (?:website|site|store|shop|page|channel|blog)"
            r"|free shipping (?:on|for|today)|best prices? guaranteed|\d+% off (?:today|now|all|your)|subscribe to (?:my|our)|follow (?:me|us) on",
        ),
        "quick money": (
            1.0,
            r"make money (?:online|from home|fast)|work from home|earn (?:up to )?\$?\d+|extra income|investment opportunity|bitcoin|forex"
            r"|日赚|日入|月入过?万|轻松赚|躺赚|兼职|日结|刷单|招(?:收|募)?代理|诚招|代理(?:加盟|招)|加盟热线|贷款|博彩|彩票|赌场|casino|viagra",
        ),
        "a call to buy in Chinese": (
            1.0,
            r"点击(?:链接|领取|下方|进入)|扫码(?:领|加|进|关注)|免费领|限时(?:优惠|抢购|特价)|(?:领取?|送)(?:大额)?优惠券|淘宝搜|搜索?店铺|关注(?:我的|我们的)?公众号"
            r"|复制(?:这条|此|本)|优惠(?:咨询|热线)|(?:咨询|订购|预订|联系)(?:电话|热线|微信)|厂家直销|货源|一手|高仿|私信我|私聊我|欢迎(?:来电|咨询|加)",
        ),
        "a telephone number": (
            0.5,
            r"(?<!\d)1[3-9]\d{9}(?!\d)|\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}|(?<!\d)400[- ]?\d{3,4}[- ]?\d{3,4}",
        ),
    }.items()
}
_ANY = re.compile(
    r"://|www\.|\.(?:com|net|shop|store|xyz|top|vip|cn|info)/|code\b|click|now\b|whatsapp|telegram|contact|inbox|\bdm\b|text (?:me|us)"
    r"|message (?:me|us)|email (?:me|us)|微信|薇信|威信|[vw]x|v信|qq|扣扣|群|代理|兼职|刷单|赚|点击|扫码|免费领|限时|券|淘宝搜|公众号|热线|咨询|money|income|earn|casino",
    re.I,
)


def advert(text: str) -> str | None:
    """Why a text is taken for an advertisement: the signals found, if they add up; otherwise None."""
    if not _ANY.search(text):
        return None
    found = {name: weight for name, (weight, pattern) in SIGNALS.items() if pattern.search(text)}
    if sum(found.values()) < ENOUGH or (set(found) == {"a contact to add"} and len(text) > 200):
        return None
    return f"It reads like an advertisement: {' and '.join(found)}."
