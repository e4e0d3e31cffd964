"""How products are named in Chinese titles and reviews."""

from __future__ import annotations

from collections.abc import Mapping

from voxpop.lang.en.product_names import singular  # of names in Latin letters

__all__ = ["CLASS_IDS", "HAS_PLURAL", "SHORTEST_MODEL", "TITLE_TAIL", "WORDS_BEFORE_NAMES", "singular"]

TITLE_TAIL: tuple[str, ...] = ()
WORDS_BEFORE_NAMES: tuple[str, ...] = ()
CLASS_IDS: Mapping[str, str] = {
    "手机": "phone", "平板": "tablet", "笔记本": "laptop", "相机": "camera", "耳机": "headphones", "车": "car",
    "音箱": "speaker", "游戏机": "console", "电视": "tv", "打印机": "printer", "吸尘器": "vacuum",
}  # fmt: skip
SHORTEST_MODEL = 2
HAS_PLURAL = False
