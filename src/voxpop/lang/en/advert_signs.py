"""English phrases of adverts, by what they are a sign of. A pattern is tried if one of the hints is in the text."""

from __future__ import annotations

HINTS = {
    "account": "whatsapp,telegram",
    "contact": (
        "text me,text us,dm me,dm us,inbox me,inbox us,email me,email us,message me,message us,contact me,contact us,"
        "whatsapp,telegram"
    ),
    "purchase": (
        "click ,buy now,order now,shop now,call now,time offer,guaranteed,free shipping,miss this,miss our, code,% off,"
        "visit our,visit my,check out our,check out my,follow me,follow us,subscribe to my"
    ),
    "money": (
        "make money,work from home,earn $,earn up,extra income,investment opp,bitcoin,forex,online casino,viagra"
    ),
}
PATTERNS = {
    "account": (r"(?:whatsapp|telegram)\s*(?:me\b|us\b|[:+@]\s*\+?\w)",),
    "contact": (
        r"(?:text|dm|inbox|email|message|contact) (?:me|us) (?:at|on|for|now|@|\+?\d)",
        r"(?:whatsapp|telegram)\s*(?:me|us)\b",
    ),
    "purchase": (
        r"click (?:here|the link|on the link|below)",
        r"(?:buy|order|shop|call) now\s*(?:[!.:]|$|at\b|\d|and (?:get|save))",
        r"limited[- ]time offer|best prices? guaranteed|free shipping (?:on|for|today)|don'?t miss (?:this|our)",
        r"(?:promo|discount|coupon|voucher|referral) code|use (?:my |the |our )code\b|\d+% off (?:today|now|all|your)",
        r"(?:visit|check out) (?:our|my) (?:website|site|store|shop|page|channel|blog)",
        r"follow (?:me|us) on|subscribe to my",
    ),
    "money": (
        r"make money (?:online|from home|fast)|work from home|earn (?:up to )?\$\d+",
        r"extra income|investment opportunity",
        r"bitcoin|forex|online casino|viagra",
    ),
}
