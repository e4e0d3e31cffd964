"""Punctuation in its ASCII and its full-width form. Modules outside ``lang/`` build sets and patterns of these.

No constant but ``*_BRACKETS`` holds a character that is special inside a character class.
"""

from __future__ import annotations

IDEOGRAPHIC_SPACE = "\u3000"
FULL_WIDTH_COMMA = "，"
FULL_WIDTH_HYPHEN = "－"
LIST_COMMA = "、"  # between the members of a list, and after their numbers
COMMAS = "," + FULL_WIDTH_COMMA
SEMICOLONS = ";；"
FULL_WIDTH_COLON = "："
COLONS = ":" + FULL_WIDTH_COLON
CLAUSE_BREAKS = COMMAS + SEMICOLONS + COLONS + LIST_COMMA
FULL_STOPS = ".。"
EXCLAMATION_MARKS = "!！"
QUESTION_MARKS = "?？"
SENTENCE_ENDS = FULL_STOPS + EXCLAMATION_MARKS + QUESTION_MARKS
SENTENCE_OR_ITEM_ENDS = SENTENCE_ENDS + "…；"  # also the marks after which a Chinese sentence may be cut
TILDES = "~～"
YEN_SIGNS = "¥￥"
ROUND_BRACKETS = "()（）"
OPENING_BRACKETS = "([{（【「"
CLOSING_BRACKETS = ")]}）】」"
OPENING_SQUARE_BRACKETS = "[【「"
CLOSING_SQUARE_BRACKETS = "]】」"
VERTICAL_BARS = "|｜"
IN_TITLE_BRACKETS = r"[(（\[【][^)）\]】]*[)）\]】]?"  # a pattern; round or square brackets, perhaps never closed
