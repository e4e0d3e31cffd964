"""Who says so, taken away from a sentence of a test set: "One customer says: …"."""

from __future__ import annotations

import re

SHORTEST = 4  # characters of a sentence without its frame
FRAMES = {
    "en": re.compile(  # "One customer says that …"
        r"^\s*(?:(?:one|a|an|another|some|several|many|most|a few|other|the)?\s*(?:\w+\s+)?"
        r"(?:customers?|reviewers?|guests?|people|users?|buyers?|reviews?|visitors?|diners?)\s+(?:also\s+)?"
        r"(?:says?|said|writes?|wrote|notes?|noted|mentions?|mentioned|reports?|reported|finds?|feels?|thinks?)"
        r"\s*(?:that\s+|:\s*)"
        r"|according to (?:a|one|some|many|most|the|several)?\s*(?:\w+\s+)?"
        r"(?:customers?|reviewers?|guests?|users?|reviews?),\s+)",
        re.IGNORECASE,
    ),
    "zh": re.compile(  # 有顾客说：
        r"^\s*(?:据(?:一位|有的|一些|部分|多数)?(?:顾客|客人|用户|评论者|评论|网友)[^，：]{0,4}[，：]"
        r"|(?:有|一位|有位|一些|部分|很多|不少|大多数|多数)?(?:顾客|客人|用户|评论者|网友|食客|住客|人)(?:都|还|也)?"
        r"(?:说|表示|认为|提到|觉得|写道|反映)[，：:]?)"
    ),
}


def strip_frame(text: str, lang: str) -> str:
    """Return a sentence without who says so; as it is where nothing would be left.

    >>> strip_frame("One customer says: the room was clean.", "en")
    'The room was clean.'
    """
    frame = FRAMES[lang].match(text)
    rest = text[frame.end() :].strip() if frame else ""
    return rest[0].upper() + rest[1:] if len(rest) >= SHORTEST else text
