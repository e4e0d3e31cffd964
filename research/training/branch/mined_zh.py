"""Chinese weak labels: set phrases for the thing reviewed, for others like it and for what belongs to it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from research.training.branch.markup import Marked
from voxpop.types import About, Span

CLAUSE = re.compile(r"[^，。！？；,!?;~\n]+")
RIVAL = re.compile(r"比|不如|相比|别家|其他|其它|隔壁|上次|以前|之前|原来|对面|别的")

# What the thing is called and what it has, by the kind of thing. Each is a list of words that are looked for as such.
THINGS: Mapping[str, str] = {
    "restaurant": "店 餐厅 饭店 馆子 火锅店 餐馆", "hotel": "酒店 宾馆 旅馆 饭店", "phone": "手机 机子 机器",
    "camera": "相机 单反 机器", "tablet": "平板 机器", "computer": "电脑 笔记本 本本 机器 本子",
    "appliance": "热水器 洗衣机 机器 空调", "book": "书 小说", "clothes": "衣服 裤子 裙子 外套",
    "shampoo": "洗发水",
}  # fmt: skip
PARTS: Mapping[str, str] = {
    "restaurant": "环境 服务员 服务态度 服务 味道 口味 菜品 价格 锅底 分量 装修 老板 上菜速度 位置 包间 甜品 人均",
    "hotel": "房间 前台 服务员 服务态度 服务 早餐 大堂 位置 隔音 设施 床 卫生间 浴室 价格 性价比 环境 空调 地毯 电梯",
    "phone": "屏幕 电池 续航 待机时间 像素 信号 外观 按键 铃声 音质 手感 价格 系统 摄像头 充电器 后盖 性价比",
    "camera": "镜头 画质 电池 对焦 快门 手感 闪光灯 机身 价格 取景器 噪点 防抖 屏幕 成像",
    "tablet": "屏幕 电池 续航 音质 外观 手感 系统 价格 性价比 速度 分辨率 做工",
    "computer": "屏幕 键盘 散热 电池 风扇 硬盘 内存 显卡 外观 做工 价格 性价比 系统 触摸板 接口 配置",
    "appliance": "外观 噪音 声音 容量 价格 性价比 质量 加热速度 功能 做工",
    "book": "内容 纸质 印刷 封面 作者 情节 文字 包装 故事 排版 翻译 装帧",
    "clothes": "质量 做工 面料 颜色 款式 尺码 布料 袖子 价格 手感 版型 线头",
    "shampoo": "味道 效果 泡沫 包装 香味 价格 瓶子",
}  # fmt: skip
OTHER = "快递 物流 客服 卖家 京东 商家 快递员 发货 送货 朋友圈 赠品 售后 淘宝 亚马逊 当当 师傅 安装师傅 出租车 地铁站"
PAIRED = {
    "phone": "电脑 耳机 手机壳 内存卡 SIM卡 充电宝 贴膜 蓝牙耳机", "camera": "存储卡 三脚架 内存卡 电脑 相机包 SD卡",
    "tablet": "保护套 手机 电脑 键盘 耳机 路由器 贴膜", "computer": "鼠标 耳机 显示器 U盘 鼠标垫 包 打印机 路由器",
}  # fmt: skip


def mine(text: str, terms: Sequence[Span], *, kind: str) -> list[Marked]:
    """The phrases that can be told, in order. ``terms`` are parts and attributes that people have marked."""
    told: dict[Span, About] = {}
    for clause in CLAUSE.finditer(text):
        rival = RIVAL.search(clause[0]) is not None
        for pattern in _patterns(kind):
            for match in pattern.finditer(clause[0]):
                for name, held in match.groupdict().items():
                    about = cast(About, name)
                    if held and not (rival and about == "part_of_main"):
                        start, end = match.span(name)
                        _add(told, Span(clause.start() + start, clause.start() + end), about)
        for start, end in terms:
            if not rival and clause.start() <= start and end <= clause.end():
                _add(told, Span(start, end), "part_of_main")
    return sorted((start, end, about) for (start, end), about in told.items())


def _add(told: dict[Span, About], span: Span, about: About) -> None:
    if all(span.end <= other.start or other.end <= span.start for other in told):
        told[span] = about


@cache
def _patterns(kind: str) -> tuple[re.Pattern[str], ...]:
    """The strictest first: a stretch that one has taken is not taken again."""
    thing, part = _any(THINGS[kind]) + "(?![家员铺里面长子籍店式])", _any(PARTS[kind])
    before = r"(?:我|家里|我们|朋友|同事|我妈)?(?:以前|之前|原来|原先|上次|上一)[用买住去那家台部款个本的过]*"
    apart = r"(?:隔壁|对面|旁边|其他|其它|别的|另外一)(?:那|一)?(?:几)?(?:家|台|款|个|部)?(?:的)?"
    rules = [
        rf"(?P<competing>(?:{before}|{apart}){thing})(?:的(?P<part_of_competing>{part}))?",
        rf"(?P<competing>别家|其他家|其它家|隔壁家|隔壁那家|另一家)(?:的(?P<part_of_competing>{part}))?",
        rf"(?:一直|本来|当时)?(?:想|要|打算)(?:买|换|找)(?:了)?(?P<generic>(?:一)(?:个|台|部|款|本|家|件|辆){thing})",
        rf"(?<![很太挺常较])(?P<generic>(?:现在|一般|大多数)的{thing})(?:的(?P<part_of_generic>{part}))?",
        rf"(?P<main>(?:这|本|此|该)(?:家|款|台|部|本|个|件|辆|次|间)?(?:小)?{thing})(?:的(?P<part_of_main>{part}))?",
        r"(?:买|用|穿|看|喜欢|推荐|装)(?:了)?(?P<main>它|这个|这款)(?![\w])",
        r"(?P<main>它)的(?P<part_of_main>" + part + ")",
        rf"(?P<other>{_any(OTHER)})",
        r"(?P<other>(?:半|一|两|二|三|四|五|几|十)(?:个)?(?:年|月|星期|小时|分钟|天|周|礼拜))",
        rf"(?P<part_of_main>{part})",
    ]  # fmt: skip
    if kind in PAIRED:
        paired = _any(PAIRED[kind])
        rules.insert(0, rf"[配连接用插和跟与][了上着]?(?P<interacting>(?:我的|一个|一张|一条)?{paired})")
    return tuple(re.compile(rule) for rule in rules)


def _any(words: str) -> str:
    return "(?:" + "|".join(sorted(words.split(), key=len, reverse=True)) + ")"
