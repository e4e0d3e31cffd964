"""Chinese words of sites and forms, which stand in a review but were not written by the customer."""

from __future__ import annotations

STAMPS = (
    "没有填写评价", "未填写评价", "没有填写内容", "未填写内容", "未及时做出评价", "未及时评价", "系统默认", "默认好评",
    "未点评", "翻译提供方", "由谷歌翻译", "展开全文", "查看全文", "查看更多", "收起全文", "已购买此商品", "购买后评价",
)  # fmt: skip
FORM_LABELS = frozenset({
    "优点", "缺点", "优势", "劣势", "不足", "好的方面", "不好的方面", "亮点", "槽点",
    "总结", "总评", "总体评价", "综合评价", "评价",
    "评论", "点评", "追评", "追加评价", "天后追评", "备注", "补充", "更新", "标题", "内容",
})  # fmt: skip
