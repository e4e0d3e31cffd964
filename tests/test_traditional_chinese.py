"""Reviews in traditional characters are read as those in simplified ones, and shown as they were written."""

from __future__ import annotations

from pathlib import Path

import pytest

import voxpop
from voxpop.check import Checker
from voxpop.lang import language
from voxpop.pipeline import with_categories
from voxpop.settings import Settings
from voxpop.summarize.summary import Wording
from voxpop.types import AspectGroup

from .extract.fake import install

TRADITIONAL = [
    "這間餐廳的服務態度很好，餐點也很好吃。",
    "價格太貴了，份量又少，不會再來。",
    "房間很乾淨，但是隔音很差。",
    "店員態度惡劣，等了一個小時還沒上菜！",
    "螢幕很清晰，電池不耐用。",
    "護理師很親切，醫師講解詳細，環境舒適。",
    "這個App常常當機，購物車也打不開，爛透了",
    "鞋子穿著很舒服，品質不錯，價格合理。",
    "湯頭濃郁，麵條彈牙，蝦子新鮮。",
    "比起華為，小米的相機差多了。",
    "速度慢，客服態度差，退貨很麻煩。",
    "環境優雅，氣氛浪漫，適合約會。",
]
SIMPLIFIED = list(map(language("zh").normalize, TRADITIONAL))
Found = set[tuple[str | int | float | None, ...]]


def opinions(analysis: voxpop.Analysis) -> Found:
    return {
        (found.review_id, found.start, found.end, round(found.polarity, 4), found.category, found.about)
        for found in analysis.opinions
    }


@pytest.mark.parametrize("fast", [False, True])
def test_opinions_are_the_same_in_both_scripts(fast: bool) -> None:
    with (
        voxpop.analyze(TRADITIONAL, fast=fast, workers=1) as traditional,
        voxpop.analyze(SIMPLIFIED, fast=fast, workers=1) as simplified,
    ):
        assert len(opinions(traditional)) > 10
        assert opinions(traditional) == opinions(simplified)
        stars = [[review.predicted_stars for review in analysis.reviews] for analysis in (traditional, simplified)]
        assert stars[0] == stars[1]
        assert len(traditional.aspects) == len(simplified.aspects)


def test_everything_is_shown_as_it_was_written() -> None:
    with voxpop.analyze(TRADITIONAL, workers=1) as analysis:
        text_of = {review.id: review.text for review in analysis.reviews}
        assert sorted(text_of.values()) == sorted(TRADITIONAL)
        for opinion in analysis.opinions:
            assert opinion.text == text_of[opinion.review_id][opinion.start : opinion.end]
        named = [aspect for aspect in analysis.aspects if aspect.terms]  # the others have the name of their category
        assert len(named) > 3
        for aspect in named:
            assert any(term in "".join(TRADITIONAL).lower() for term in aspect.terms)
            assert aspect.name in "".join(TRADITIONAL).lower()
            for quote in aspect.quotes:
                assert quote.text == text_of[quote.review_id][quote.start : quote.end]


def test_the_words_of_a_summary_are_in_the_characters_of_the_reviews() -> None:
    with voxpop.analyze(TRADITIONAL * 2, workers=1, curation=voxpop.Settings().curation.off()) as analysis:
        (summary,) = analysis.summaries()
        assert "條評論" in summary.heading
        assert "条" not in summary.heading + summary.text + "".join(claim.text for claim in summary.claims)
    with voxpop.analyze(SIMPLIFIED * 2, workers=1, curation=voxpop.Settings().curation.off()) as analysis:
        (summary,) = analysis.summaries()
        assert "条评论" in summary.heading
        assert not language("zh").variants.is_variant(summary.text)


def test_all_words_of_summaries_can_be_written_in_traditional_characters() -> None:
    ours, theirs = Wording("zh").texts, Wording("zh", beside=["價格"]).texts
    assert theirs["frames"]["praise"] == "大家滿意的是{all}。"
    normalize = language("zh").normalize
    for name in ("frames", "titles", "notes", "sides"):
        for key, text in theirs[name].items():
            assert normalize(text) == ours[name][key]
    same = set("不同出多家年抱更留表")  # both scripts write them so in these words
    simplified = {normalize(chr(code)) for code in range(0x4E00, 0xA000) if normalize(chr(code)) != chr(code)} - same
    assert not simplified & set(str({**theirs, "variant_characters": ""}))


@pytest.mark.parametrize(("simplified", "name"), [(3, "價格"), (12, "价格")])
def test_a_term_in_two_scripts_is_one_aspect_named_as_most_reviews_write_it(simplified: int, name: str) -> None:
    texts = [f"價格{word}，這點我覺得沒話說" for word in ("很貴", "太貴了", "很高", "很合理", "不高", "有點貴")]
    texts += [f"第{number}次来了，价格很贵，这点我觉得不行" for number in range(simplified)]
    with voxpop.analyze(texts, workers=1, curation=voxpop.Settings().curation.off()) as analysis:
        (prices,) = [aspect for aspect in analysis.aspects if set(aspect.terms) & {"價格", "价格"}]
        assert prices.name == name
        assert {"價格", "价格"} <= set(prices.terms)
        assert prices.reviews == len(texts)
        assert {opinion.aspect for opinion in analysis.opinions if opinion.text in ("價格", "价格")} == {name}


def test_a_product_is_known_in_either_script_and_named_as_the_user_does() -> None:
    with voxpop.analyze(["華為的相機很好，比三星強。"], product="华为", workers=1) as analysis:
        ours = {found.entity for found in analysis.opinions if found.about in ("main", "part_of_main")}
        assert ours == {"华为"}


def test_a_rival_is_named_as_the_review_writes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    texts = ["小米的相機很好，胜过華為。", "小米的屏幕很亮，胜过華為。"]
    with voxpop.analyze(texts, product="小米", workers=1) as analysis:
        assert {compared.entity for compared in analysis.comparisons} == {"華為"}


@pytest.mark.parametrize("sentence", ["房間很乾淨。", "房间很干净。"])
def test_a_sentence_in_either_script_is_checked_and_quotes_are_as_written(sentence: str) -> None:
    checked = Checker(TRADITIONAL).check(sentence)
    assert (checked.text, checked.verdict) == (sentence, "supported")
    assert checked.quotes
    for quote in checked.quotes:
        assert quote.text == TRADITIONAL[int(quote.review_id) - 1][quote.start : quote.end]


def test_columns_and_stars_in_traditional_characters(tmp_path: Path) -> None:
    path = tmp_path / "reviews.csv"
    rows = ["評論內容,評分,評論時間", "服務態度很好,5顆星,2024年3月3日", "價格太貴了,兩顆星,2024年3月4日"]
    path.write_text("\n".join(rows), "utf-8")
    with voxpop.analyze(path, workers=1) as analysis:
        reviews = [(review.text, review.stars) for review in analysis.reviews]
        assert reviews == [("服務態度很好", 5.0), ("價格太貴了", 2.0)]
        assert all(review.date for review in analysis.reviews)


def test_an_aspect_in_traditional_characters_is_the_row_of_its_category() -> None:
    groups, of_category = with_categories([AspectGroup("服務", ("服務",))], "zh", Settings())
    assert of_category["服务"] == "服務"
    assert [group.name for group in groups].count("服务") == 0
