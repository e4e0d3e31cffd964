"""What a language model is told that writes a summary in Chinese, and why a sentence of it is not used."""

from __future__ import annotations

TASK = (
    "你用简明的中文总结顾客评论。只能使用给出的事实，最多{words}个字，用完整的句子，每句只谈一件事，"
    "不要标题、列表、建议或自己的看法。{aim}"
)
AIMS = {  # by audience
    "general": "",
    "merchant": "读者是商家：先说需要改进的。",
    "customer": "读者是顾客：说值得知道的。",
}
REASONS = {
    "number": "其中的数字并非统计所得：{number}",
    "nothing said": "没有可以统计的评价",
    "few": "支持它的评论不足{fewest}条",
    "fewer": "{n}条评论这样说，但{opposing}条相反",
    "contradicted": "与评论相反",
    "unmentioned": "评论中没有这样说",
    "long": "篇幅不够",
    "failed": "无法使用写作模型：{reason}。以下为 voxpop 自己的表述。",
    "nothing": "写作模型所写的内容都没有评论支持。以下为 voxpop 自己的表述。",
}
