"""Numbers in someone else's sentences: the right ones, of the right thing, on the right side, for the right time."""

from __future__ import annotations

from datetime import date

import pytest

from voxpop.summarize.number_check import find_wrong_number, passes_judgement
from voxpop.types import Claim

ENGLISH = [
    Claim("90 of the 115 who comment on the breakfast praise it.", "breakfast", 90, 24, kind="praise", of=115),
    Claim("Since September 2024 84 of 90 praise the breakfast, before that 6 of 25 did.", "breakfast", 84, 5,
          kind="improved", of=90, earlier=6, earlier_of=25, first=date(2024, 9, 1)),
    Claim("Opinions on the service are divided: of 1,123, 70 praise it, 46 criticise it.", "service", 70, 46,
          kind="mixed", of=1123),
    Claim("54 of the 173 who comment on the room call it clean.", "room", 54, 3, kind="says", word="clean", of=173),
]  # fmt: skip
CHINESE = [Claim("谈到价格的50条评论中，33条批评。", "价格", 33, 17, kind="blame", of=50, lang="zh")]


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("The breakfast was praised by 90 out of 115 customers, but criticized by 24 of 115.", None),
        ("90 of the 115 liked the breakfast.", None),
        ("78 % praise the breakfast.", None),
        ("The breakfast was praised by 90 of 115, but criticized by 5 out of 23.", "5 out of 23"),
        ("The breakfast was criticised by 90 of 115.", "90 of 115"),
        ("78 % complain about the breakfast.", "78"),
        ("Since September 2024 84 of 90 praise the breakfast.", None),
        ("84 of 90 praise the breakfast.", "84 of 90"),
        ("Since May 2023 84 of 90 praise the breakfast.", "2023"),
        ("70 of 1,123 praise the service, while 46 of 1,123 criticise it.", None),
        ("70 of 115 praise the service.", "70 of 115"),
        ("54 of the 173 call the room clean.", None),
        ("54 people love the sauna.", "54"),
        ("The 288 reviews give 3.9 stars.", None),
        ("The reviews give 4.9 stars.", "4.9"),
        ("Ninety guests praise the breakfast.", "Ninety"),
        ("Two thirds praise the breakfast.", None),
        ("Guests praise the breakfast.", None),
    ],
)
def test_english(sentence: str, wrong: str | None) -> None:
    heading = "288 reviews from January 2024 to June 2025, 3.9 stars on average."
    assert find_wrong_number(sentence, ENGLISH, heading, "en") == wrong


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("50条评论中33条批评价格。", None),
        ("50条评论中33条称赞价格。", "50条评论中33"),
        ("66%的人批评价格。", None),
        ("三分之二的人批评价格。", None),
        ("三十三人批评价格。", "三十三"),
        ("共306条评论，平均3.8星。", None),
    ],
)
def test_chinese(sentence: str, wrong: str | None) -> None:
    heading = "共306条评论（2024年1月至2025年6月），平均3.8星。"
    assert find_wrong_number(sentence, CHINESE, heading, "zh") == wrong


def test_a_sentence_without_a_judgement() -> None:
    assert not passes_judgement("顾客对餐厅的评价主要集中在味道、环境和价格方面。", "zh")
    assert passes_judgement("环境很干净。", "zh")
    assert not passes_judgement("Reviewers mostly comment on the room and the lift.", "en")
    assert passes_judgement("The lift is slow.", "en")
    assert passes_judgement("Most praise the room.", "en")
