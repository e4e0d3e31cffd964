"""Chinese without numbers."""

from __future__ import annotations

from datetime import date

import pytest

from voxpop.lang.summary_parts import TopicClaims
from voxpop.lang.zh import plain_wording as plain
from voxpop.types import Claim, Finding


def claim(aspect: str, supporting: int, opposing: int = 0, kind: Finding = "praise", **facts: object) -> Claim:
    of = supporting + opposing
    return Claim("", aspect, supporting, opposing, kind=kind, of=of, lang="zh", **facts)  # type: ignore[arg-type]


def says(aspect: str, word: str) -> Claim:
    return claim(aspect, 5, 0, "says", word=word)


@pytest.mark.parametrize(
    ("main", "said", "but", "expected"),
    [
        (claim("环境", 9), ["好看", "安静"], ["小"], "环境好看、安静，但有人说小。"),
        (claim("环境", 9), [], [], "大家喜欢环境。"),
        (claim("空调", 9, kind="blame"), ["冷"], [], "空调冷。"),
        (claim("停车", 9, kind="blame"), [], [], "大家对停车不满。"),
        (claim("上菜", 9, 9, "mixed"), ["快"], ["慢"], "有人说上菜快，也有人说慢。"),
        (claim("停车", 9, 9, "mixed"), [], [], "大家对停车看法不一。"),
        (claim("总体", 9), [], [], "总体上大家满意。"),
        (claim("半亩塘", 9, kind="beats", word="半亩塘"), [], [], "大家觉得比半亩塘好。"),
    ],
)
def test_sentences(main: Claim, said: list[str], but: list[str], expected: str) -> None:
    words = [tuple(says(main.aspect, word) for word in side) for side in (said, but)]
    clauses = plain.write_topic(TopicClaims(main, *words), numbers="none", place=0)
    assert "".join(clause.text for clause in clauses) == expected


def test_change_and_several_things() -> None:
    worse = claim("价格", 9, 1, "worse", first=date(2025, 1, 1))
    clauses = plain.write_topic(
        TopicClaims(claim("价格", 9, kind="blame"), (says("价格", "贵"),), change=worse), numbers="none", place=0
    )
    assert "".join(clause.text for clause in clauses) == "价格贵，自2025年1月起变差了。"
    assert "".join(
        c.text for c in plain.write_list([claim("环境", 9), claim("卫生", 9)], numbers="none", again=True)
    ) == ("大家还喜欢环境、卫生。")
    blamed = [claim("停车", 9, kind="blame"), claim("空调", 9, kind="blame")]
    assert "".join(c.text for c in plain.write_list(blamed, numbers="none", again=False)) == "大家对停车、空调不满。"
