"""Chinese that names its base and says no more than was counted."""

from __future__ import annotations

from datetime import date

import pytest

from voxpop.lang.summary_parts import TopicClaims
from voxpop.lang.zh import summary_wording as zh
from voxpop.types import Claim, Finding


def claim(aspect: str, supporting: int, of: int, kind: Finding = "praise", **facts: object) -> Claim:
    return Claim("", aspect, supporting, of - supporting, kind=kind, of=of, lang="zh", **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("main", "numbers", "expected"),
    [
        (claim("味道", 80, 100), "words", "谈到味道的评论中，大多数称赞。"),
        (claim("味道", 80, 100), "figures", "谈到味道的100条评论中，80条称赞。"),
        (claim("停车", 3, 4, "blame"), "words", "谈到停车的4条评论中，3条批评。"),
        (claim("上菜", 50, 100, "mixed"), "words", "上菜褒贬不一：约一半称赞，约一半批评。"),
        (claim("总体", 95, 100), "words", "谈到总体的评论中，几乎全部满意。"),
        (claim("半亩塘", 8, 10, "prefers", word="半亩塘"), "words", "与半亩塘比较的评论中，大多数更喜欢半亩塘。"),
        (claim("半亩塘", 8, 10, "beats", word="半亩塘"), "figures", "与半亩塘比较的10条评论中，8条认为更好。"),
    ],
)
def test_verdicts(main: Claim, numbers: str, expected: str) -> None:
    assert "".join(c.text for c in zh.write_topic(TopicClaims(main), numbers=numbers, place=0)) == expected


def test_a_whole_sentence() -> None:
    said = (claim("价格", 12, 50, "says", word="贵"),)
    but = (claim("价格", 8, 50, "says", word="合理"),)
    change = claim("价格", 28, 33, "worse", earlier=5, earlier_of=17, first=date(2025, 1, 1))
    clauses = zh.write_topic(
        TopicClaims(claim("价格", 33, 50, "blame"), said, but, change=change), numbers="words", place=0
    )
    assert "".join(c.text for c in clauses) == (
        "谈到价格的评论中，约三分之二批评，约四分之一说“贵”；但部分说“合理”；自2025年1月起大多数批评，此前约三分之一。"
    )
    assert [c.claims[0].kind for c in clauses] == ["blame", "says", "says", "worse"]


def test_lists_and_lengths() -> None:
    things = [claim("环境", 43, 45), claim("卫生", 3, 4)]
    assert (
        "".join(c.text for c in zh.write_list(things, numbers="words", again=True))
        == "受好评的还有环境（几乎全部）、卫生（4条中3条）。"
    )
    line = zh.write_bullet(
        TopicClaims(claim("味道", 80, 100), (claim("味道", 9, 100, "says", word="鲜"),)), numbers="figures"
    )
    assert "".join(c.text for c in line) == "味道：100条中80条称赞；“鲜”（9）"
    assert zh.measure_length("味道 好。\n") == 4
    assert (
        zh.write_heading(306, date(2024, 1, 2), date(2025, 6, 1), 3.84)
        == "共306条评论（2024年1月至2025年6月），平均3.8星。"
    )
