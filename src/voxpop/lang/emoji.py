"""Emoji and emoticons as regular expressions, shared by the languages."""

from __future__ import annotations

import re

_PICTURE = (
    "[\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf\u2934\u2935\u2b05-\u2b55"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001faff]"
)
_DRESSED = _PICTURE + "[\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff]*[\U000e0020-\U000e007f]*"

# A flag is two letters, a keycap is a digit with a mark, a family is several people joined with U+200D.
EMOJI = f"(?:[\U0001f1e6-\U0001f1ff]{{2}}|[0-9#*]\ufe0f?\u20e3|{_DRESSED}(?:\u200d{_DRESSED})*)"

EMOTICON = (
    r"(?:[:;=]['’]?[-^o]?[)(\]\[]+"
    r"|(?<!\w)[:;=]['’]?[-^]?(?:[DPpOoSs]|[/\\|*](?!/))(?!\w)"
    r"|<[3]+|</3|(?<!\w)[xX]D+(?!\w)|\^[_.]?\^|(?<!\w)-_+-(?!\w)|(?<!\w)T_T(?!\w)|¯\\_\(ツ\)_/¯)"
)

is_emoji = re.compile(EMOJI).fullmatch
is_emoticon = re.compile(EMOTICON).fullmatch
