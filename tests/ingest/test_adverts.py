from __future__ import annotations

from pathlib import Path

import pytest

from voxpop.ingest import read_reviews
from voxpop.ingest.quality_filter import judge
from voxpop.ingest.text_features import signals
from voxpop.lang import detect
from voxpop.types import Review


@pytest.mark.parametrize(
    "text",
    [
        "Best deals on watches! Click here: http://cheap.example/watches",
        "Use promo code SAVE20 at www.deals-example.com and get 20% off today",
        "WhatsApp me for cheap followers",
        "Make money online, work from home, visit our website www.example.org",
        "Call now! 555-123-4567, order now!",
        "加微信 abc12345 领取优惠券",
        "刷单兼职日赚300，加我微信",
        "专业代购，低价出，微信：daigou888",
        "厂家直销，订购热线400-123-4567",
        "点击链接领取大额优惠券 https://t.example/abc",
    ],
)
def test_an_advert_has_several_signals_and_is_told(text: str) -> None:
    verdict = judge([text], detect(text))[0]
    assert len(signals([text])[0]) > 1
    assert verdict is not None
    assert verdict.kind == "advert"


@pytest.mark.parametrize(
    "text",
    [
        "I found the rate on www.goldspike.com and the room was fine.",
        "The promo code did not work, disappointing.",
        "Called 480-312-2669 three times, nobody answered.",
        "They should text me when the table is ready.",
        "商家好评返现，感觉都是刷单的",
        "客服让我加微信，然后就不理人了",
        "优惠券不能用，差评",
        "The casino downstairs is loud.",
        "My order now takes an hour.",
    ],
)
def test_a_review_that_mentions_such_things_is_no_advert(text: str) -> None:
    assert judge([text], detect(text))[0] is None


@pytest.mark.parametrize("name", ["yelp-10k/yelp.csv.xz", "zh-reviews/reviews.jsonl.xz"])
def test_fewer_than_two_in_a_thousand_real_reviews_have_two_signals(data_dir: Path, name: str) -> None:
    texts = [item.text for item in read_reviews(data_dir / name) if isinstance(item, Review)]
    assert sum(len(signals([text])[0]) > 1 for text in texts) / len(texts) < 0.002
