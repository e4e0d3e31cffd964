"""Chinese words before personal data ("微信号：anna_92"), and Chinese names in e-mail addresses."""

from __future__ import annotations

ACCOUNT_HINTS = ("微信", "薇信", "威信", "v信", "扣扣", "群", "vx", "wx", "qq", "weixin", "wechat")
ACCOUNT = "加?微信号?|薇信|威信|v信|扣扣号?|q群|群号|(?<![a-z0-9])(?:[vw]x号?|weixin|wechat|qq号?)"
NUMBER_WORDS = "号"
COPULAS = "是为"
PHONE_LABELS: tuple[str, ...] = ()
DOMAIN_ENDINGS = (  # a list, because Chinese does not show where a word ends
    "中国|中國|公司|网络|網絡|网址|网店|商城|商店|中文网|集团|在线|移动|手机|我爱你|香港|台湾|台灣|新加坡|澳門"
)
MAILBOX = r"[\u3400-\u9fff]{1,4}"  # its beginning cannot be seen: as much as a person's name has
