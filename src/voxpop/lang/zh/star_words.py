"""Chinese words in ratings: "四星", "4颗星", "8分"."""

from __future__ import annotations

_NUMBERS = ("零", "一壹", "二两贰", "三叁", "四肆", "五伍", "六", "七", "八", "九", "十")
NUMBERS = {word: number for number, words in enumerate(_NUMBERS) for word in words}
COUNT = "[一二两三四五]"
UNIT = "颗星|星级?|分"
POINTS = ("分",)
OUT_OF = ""
AND_A_HALF = "(?P<count>[一二两三四五1-5])星半"
