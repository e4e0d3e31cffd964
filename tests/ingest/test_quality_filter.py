from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.ingest import Curator
from voxpop.ingest.quality_filter import KINDS, SHOWN, QualityFilter, QualityVerdict, judge
from voxpop.ingest.text_features import BITS, KEY_BITS, TRAITS
from voxpop.ingest.text_quality import low_quality
from voxpop.lang import LANGUAGES
from voxpop.settings import Curation, Settings
from voxpop.types import Rejected, Review

ADVERTS = {
    "en": [
        "Professional window cleaning in Salem. Free quotes, no hidden fees. Book today, call 555-0142.",
        "Huge sale on sneakers! Save up to 60% off. While stocks last.",
        "Now hiring drivers and cleaners, weekly pay, no experience required, start immediately.",
        "Leave a five star review and send the screenshot to claim your $10 gift card.",
        "Forward this message to 20 friends or you will have bad luck.",
    ],
    "zh": [
        "专业承接空调清洗、管道疏通，价格实惠，随叫随到，联系电话13900000000",
        "亲，五星好评截图联系客服返3元红包哦",
        "急招服务员五名，包吃住，月薪4500，有意者面谈",
        "转发给十个好友，三天内必有好运，不转会倒霉",
    ],
}
NOISE = {
    "en": [
        "asdkjf qwpoei zmxncb lkqjwe",
        "I just need to write 50 characters here to get the points so words words words",
    ],
    "zh": ["凑字数凑字数，不够再凑，再凑一点就够了吧", "该用户没有填写评价内容"],
}
HONEST = {
    "en": (
        "Great food!|Nice|Good|ok|meh|Loved it|Awful.|Never again!|So good|Best tacos ever|Too salty|Cold fries|Slow "
        "service|Rude staff|Friendly staff|Clean room|Dirty room|Great view!|Nice pool|Good value|Overpriced|Worth it|"
        "Not worth it|Would come back|Will buy again|Fits well|Too small|Runs large|Fast delivery|Arrived broken|Works "
        "great|Stopped working|Excellent!!!|5 stars|Five stars!|Thank you!|Perfect gift|My son loves it|As described|"
        "Not as pictured|Cheap plastic|Good price|Do not buy|Waste of money|Free wifi was slow|The coupon did not work|"
        "They never called back|Refund took weeks|Yum|Wow|Terrible|Amazing 😍|very very good|no no no|Bad smell|"
        "Comfy bed|Loud music|Nothing special|It's fine|I like it|Highly recommended|Battery dies fast|Love the colour"
    ),
    "zh": (
        "好吃|不错|很好|还行|一般|难吃|太贵了|便宜|满意|喜欢|好评|差评|五星好评|味道好|服务差|服务态度好|上菜慢|环境不错|位置好找|"
        "房间干净|房间太小|隔音差|早餐丰富|物流快|送货慢|包装破了|质量好|质量差|做工粗糙|尺码偏小|颜色好看|很合身|性价比高|不值这个价|"
        "下次再来|不会再来|推荐|不推荐|棒|赞|可以|很好很好|好吃好吃好吃|太慢了太慢了|味道一般般|优惠券不能用|客服不理人|退款太慢|电话没人接|"
        "老板热情|孩子喜欢|妈妈说好用|送的东西坏了|和图片一样|有色差|信号不好|电池不耐用|屏幕清晰|手感不错|量太少|很新鲜|有点咸|"
        "快递小哥不错|哈哈好吃|东西收到了，很满意|团购很划算|双十一买的，便宜"
    ),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_adverts_are_told(lang: str) -> None:
    missed = [text for text in ADVERTS[lang] if not ((found := judge([text], lang)[0]) and found.kind == "advert")]
    assert not missed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_filler_and_noise_are_told(lang: str) -> None:
    missed = [text for text in NOISE[lang] if not ((found := judge([text], lang)[0]) and found.kind == "noise")]
    assert not missed


@pytest.mark.parametrize(
    "text",
    ["Women have 24 hours to chat with you.", "You have to pay to see who likes you.", "No trial, just hidden fees"],
)
def test_facts_about_a_product_are_no_adverts(text: str) -> None:
    assert judge([text], "en")[0] is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_short_honest_reviews_stay(lang: str) -> None:
    texts = HONEST[lang].split("|")
    assert len(texts) > 60
    assert [text for text in texts if judge([text], lang)[0] or low_quality(text)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    ["", " ", "\0", "\0" * 50, "👍" * 40, "\ud800", "İ" * 30, "。", "1", "a\u0301" * 9, "ﬁ" * 5000, "好" * 100_000],
)
def test_hostile_texts_get_a_verdict_or_none(text: str, lang: str) -> None:
    found = judge([text], lang)[0]
    assert found is None or found.kind in KINDS


@given(st.text(max_size=300), st.sampled_from(sorted(LANGUAGES)))
def test_the_same_text_gets_the_same_verdict(text: str, lang: str) -> None:
    found = judge([text], lang)[0]
    assert found == judge([text], lang)[0]
    if found:
        assert found.kind in KINDS
        assert 0 < found.chance <= 1
        assert 0 <= found.start < len(text)
        assert found.reason(text).startswith("It looks like ")


def test_other_languages_are_not_judged() -> None:
    assert judge(["Vendo relojes baratos, llama ahora 555-0142"], "es")[0] is None
    assert judge([ADVERTS["en"][0]], "zh")[0] is None
    assert judge([ADVERTS["zh"][0]], "en")[0] is None


def test_the_reason_says_how_sure_and_never_more_than_it_can_be() -> None:
    reason = QualityVerdict("advert", 1.0, 3).reason("So buy  now!")
    assert reason == "It looks like an advert (0.99), most of all “buy now!”."


def test_the_evidence_is_the_stretch_that_alone_says_so_most() -> None:
    review = "The soup was warm and the bread fresh. "
    found = judge([review + " ".join(ADVERTS["en"][:2])], "en")[0]
    assert found
    assert found.start > len(review) - SHOWN // 2


def curated(text: str, **steps: bool) -> Review | Rejected:
    (item,) = Curator(Settings(curation=Curation(**steps)))([Review(id="1", text=text)])
    return item


def test_curation_names_the_step_covers_contacts_and_can_be_told_to_let_it_be() -> None:
    text = "Hello neighbours, house painting at fair rates, ask for a free quote, write to paint@example.com today"
    item = curated(text)
    assert isinstance(item, Rejected)
    assert item.step == "advert"
    assert item.reason.startswith("It looks like an advert (0.")
    assert "paint@" not in item.reason
    assert isinstance(curated(text, adverts=False), Review)
    noise = curated(NOISE["zh"][1])
    assert isinstance(noise, Rejected)
    assert noise.step == "quality"
    assert isinstance(curated(NOISE["zh"][1], low_quality=False), Review)


def test_weights_that_know_nothing_find_nothing() -> None:
    nothing = np.zeros((2, 1 << BITS), np.float32), np.zeros((2, len(TRAITS)), np.float32), np.zeros(2, np.float32)
    weights = QualityFilter("en", *nothing, np.zeros(1 << KEY_BITS, bool))
    assert weights.chances(["anything"])[0].tolist() == pytest.approx([1 / 3, 1 / 3])


@pytest.mark.parametrize(
    ("name", "lang", "column"), [("copycat/test.csv", "en", "rev1"), ("asap/dev_sample.csv", "zh", "review")]
)
def test_real_reviews_of_sources_it_never_saw_stay(data_dir: Path, name: str, lang: str, column: str) -> None:
    with (data_dir / name).open(encoding="utf-8-sig", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t" if lang == "en" else ",")
        texts = [next(v for k, v in row.items() if k and k.lower().startswith(column)) for row in rows]
    assert len(texts) >= 30
    assert [text for text in texts if judge([text], lang)[0]] == []
