"""Encodings of Chinese before UTF-8, and the characters that tell whether bytes were read in the right one."""

from __future__ import annotations

LEGACY_ENCODINGS = ("gb18030", "big5")
COMMON_CHARACTERS = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法"
    "学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业"
    "外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声"
    "店味服务菜吃房买评价质量快递餐便宜贵环境非常喜欢推荐满意，。！？、；：「」"
    "這個們來為國時說會對過後裡種經麼學現當沒動還進樣開實機無長點業將兩間問應戰頭體話門給東聲務價質環歡薦滿買"
)
