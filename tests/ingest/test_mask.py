from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.ingest.mask import COVER, mask


@pytest.mark.parametrize(
    ("text", "secret", "kind"),
    [
        ("Write to jane.doe+x@mail.example.co.uk today", "jane.doe+x@mail.example.co.uk", "email"),
        ("我的邮箱abc_1@qq.com谢谢", "abc_1@qq.com", "email"),
        ("Call (480) 312-2669 now", "(480) 312-2669", "phone"),
        ("tel 623-977-4458.", "623-977-4458", "phone"),
        ("my number is +1 623 977 4458", "+1 623 977 4458", "phone"),
        ("Ring +44 20 7946 0958 please", "+44 20 7946 0958", "phone"),
        ("London 020 7946 0958", "020 7946 0958", "phone"),
        ("Paris 06 12 34 56 78", "06 12 34 56 78", "phone"),
        ("联系我13812345678谢谢", "13812345678", "phone"),
        ("手机138-1234-5678", "138-1234-5678", "phone"),
        ("电话+86 13812345678", "+86 13812345678", "phone"),
        ("传真010-59222799，", "010-59222799", "phone"),
        ("打400-711-6699没人接", "400-711-6699", "phone"),
        ("thanks @shortleash_dogs!", "@shortleash_dogs", "handle"),
        ("感谢@京东客服，", "@京东客服", "handle"),
        ("微信：abc_123x 联系", "abc_123x", "account"),
        ("加微信lic770，", "lic770", "account"),
        ("QQ是284210953 等", "284210953", "account"),
        ("WhatsApp: johnny", "johnny", "account"),
        ("身份证11010519491231002X。", "11010519491231002X", "number"),
        ("card 4111 1111 1111 1111 was charged", "4111 1111 1111 1111", "number"),
        ("订单号：1442083355，", "1442083355", "number"),
        ("Order #112233445566 never came", "112233445566", "number"),
        ("电话０１０－１２３４５６７８，", "０１０－１２３４５６７８", "phone"),
        ("电话（０１０）１２３４５６７８。", "（０１０）１２３４５６７８", "phone"),
        ("手机１３８１２３４５６７８谢谢", "１３８１２３４５６７８", "phone"),
        ("热线400－711－6699", "400－711－6699", "phone"),
        ("Call 480–312–2669 now", "480–312–2669", "phone"),
        ("加ＱＱ：２８４２１０９５３", "２８４２１０９５３", "account"),
        ("ｗｅｉｘｉｎ：ａｂｃ＿１２３ 联系", "ａｂｃ＿１２３", "account"),
        ("订单号１４４２０８３３５５，", "１４４２０８３３５５", "number"),
        ("邮箱ａｂｃ＠ｑｑ．ｃｏｍ谢谢", "ａｂｃ＠ｑｑ．ｃｏｍ", "email"),
        ("Mail jürgen@müller.de today", "jürgen@müller.de", "email"),
        ("Mail info@bücher.example now", "info@bücher.example", "email"),
        ("邮箱abc@例子.公司很好", "abc@例子.公司", "email"),
        ("写信给 张三@例子.中国很快", "张三@例子.中国", "email"),
        ("Пишите: иван@почта.рф!", "иван@почта.рф", "email"),
        ("7,480-312-2669,5", "480-312-2669", "phone"),
        ("7,13812345678,5", "13812345678", "phone"),
        ("7,1442083355,5", "1442083355", "number"),
    ],
)
def test_covers_personal_data_and_nothing_else(text: str, secret: str, kind: str) -> None:
    covered, found = mask(text)
    assert covered == text.replace(secret, COVER * len(secret))
    assert sum(found.values()) == 1
    assert found[kind] == 1


@pytest.mark.parametrize(
    "text",
    [
        "My iPhone 12 and the Nikon D5300",
        "It cost $2,500 or 1,234,567.89 yen",
        "Of 1,400,300,3000 or 400,300,300 people",
        "From 1998-2004 we came",
        "On 2011-01-26 at 18:30",
        "12/31/2019",
        "2023年5月1日",
        "Size 38-40, 100% cotton, 3.14159265358979",
        "¥12345678",
        "Open 9-5, 7 days",
        "Windows 10 64-bit",
        "WeChat payments work",
        "QQ 空间",
        "Met @ 7pm",
        "It was 5 @ $3.50",
        "2 000 000 people",
        "rooms 1204 1206 1208",
        "5'8\" 130 lbs",
        "I waited 10 15 20 minutes",
        "i9100和s8300c",
        "1024x768",
        "100-2000 dollars",
        "4/5 and 8.5/10",
        "１９９８－２００４年，花了１２３４５元（含税）",
        "Call it 555-0142",
        "ＱＱ空间很好",
    ],
)
def test_leaves_prices_dates_and_models_alone(text: str) -> None:
    assert mask(text) == (text, {})


@given(st.text() | st.from_regex(r"[\d\-. ()+@a-z微信QQ：:０-９－（）＠Ａ-Ｚé]{0,60}"))
def test_never_changes_the_length_or_other_characters(text: str) -> None:
    covered, found = mask(text)
    assert len(covered) == len(text)
    assert all(new in (old, COVER) for old, new in zip(text, covered, strict=True))
    assert (covered != text) <= bool(found)


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "1",
        "1-",
        "@",
        "a@",
        "a.",
        "(1",
        "+1 ",
        "微信",
        "0 1 ",
        "ab1@c.",
        "１－",
        "张@三.",
        "é",
        "é@",
        "и@и.",
        "好",
        "a.b",
    ],
)
def test_takes_linear_time_on_hostile_text(piece: str) -> None:
    text = piece * (300_000 // len(piece))
    assert len(mask(text)[0]) == len(text)
