"""Names of what Chinese reviews speak of: the product as a whole, categories, and when two names mean the same."""

from __future__ import annotations

OVERALL_NAMES = frozenset(("推荐程度", "overall"))  # categories and aspects that are the product or place as a whole
PRODUCT_NAMES = frozenset((  # what a sentence calls the product or place as a whole
    "产品", "店", "餐厅", "酒店", "东西", "商品", "这家店", "整体", "总体", "体验", "饭店", "店家",
))  # fmt: skip
VAGUE_CATEGORIES = frozenset((  # say nothing of what an opinion is about
    "general", "overall", "other", "推荐程度", "miscellaneous", "",
))  # fmt: skip
PLAIN_NAMES = {  # the categories of ASAP as one would say them, and as the aspects that are the same thing are called
    "口味": "味道", "服务人员态度": "服务", "点菜上菜速度": "上菜", "价格水平": "价格", "排队时间": "排队",
    "卫生情况": "卫生", "嘈杂情况": "安静程度", "停车方便": "停车", "交通方便": "交通", "位于商圈附近": "地段",
    "是否容易寻找": "位置", "折扣力度": "优惠", "外观": "卖相",
}  # fmt: skip
CATEGORY_CUES = {  # patterns without which a sentence does not speak of a category of ASAP
    "口味": "味|好吃|难吃|菜|吃|喝|鲜|香|甜|咸|辣", "服务人员态度": "服务|态度|店员|老板|阿姨|小哥|小姐姐|热情|经理",
    "点菜上菜速度": "上菜|出菜|出餐|上得|点菜|点单|点餐|催", "价格水平": "价|贵|便宜|元|块|钱|实惠|划算",
    "排队时间": "排|等位|等了|叫号|取号", "卫生情况": "卫生|干净|脏|整洁|油腻|苍蝇|异味",
    "嘈杂情况": "吵|静|闹|嘈|噪|音", "停车方便": "停车|车位|停", "交通方便": "交通|地铁|公交|走|近|远",
    "位于商圈附近": "商圈|商场|广场|中心|附近|楼下", "是否容易寻找": "找|位置|门口|导航",
    "折扣力度": "优惠|折|券|团购|活动|免费|送", "外观": "摆盘|卖相|外观|好看|精致|颜值",
    "分量": "量|份|足|够|撑|少|多|大", "装修": "装修|环境|装饰|布置|风格|氛围|灯光",
    "性价比": "性价比|值|划算|实惠|价", "就餐空间": "空间|座|包间|包厢|挤|宽敞|桌|位",
    "推荐程度": "推荐|再来|再去|下次|还会|值得|回头",
}  # fmt: skip
SIMILARITY = 0.93  # of word vectors; below, they join what is merely of a kind
