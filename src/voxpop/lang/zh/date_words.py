"""Chinese words in dates: "2020年3月3日 下午3点"."""

from __future__ import annotations

MONTHS: dict[str, int] = {}
WEEKDAY = ""
ORDINAL = ""
YEAR_MARKS, MONTH_MARKS, DAY_MARKS, HOUR_MARKS = "年", "月", "日号", "时点"
DAY_PART = "上午|下午|星期|周"
# what sites write around a date, with the groups ``country`` and ``date``
FRAME = r"(?P<date>\d{4}年.+?日)\s*在\s*(?P<country>.+?)\s*(?:审核|评论|评价|发表|发布|点评).*"
