"""Traditional characters are read as simplified ones in the same places, and Cantonese is recognised."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.lang.data import read_lines
from voxpop.lang.scripts import SCRIPTS
from voxpop.lang.zh import variants

PAIRS = [pair for line in read_lines("zh", "traditional.txt") for pair in line.split()]
LISTS = [
    "aspect_hints.toml", "brands.txt", "clause_rules.toml", "meanings.tsv", "negation.toml", "product_lines.txt",
    "product_words.toml", "reporting.toml", "stop_words.txt",
    "table_words.toml", "topic_names.toml", "vocabulary.txt",
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "simplified"),
    [
        ("這間餐廳的價格很貴，味道普通。", "这间餐厅的价格很贵，味道普通。"),
        ("護理師態度親切，醫師講解詳細", "护理师态度亲切，医师讲解详细"),
        ("妳說甚麼都對", "你说什么都对"),
        ("看著菜單等著，這家店很著名", "看着菜单等着，这家店很著名"),
        ("效果顯著，名著", "效果显著，名著"),
        ("乾淨的房間後面", "干净的房间后面"),
        ("iPhone 13 螢幕👍", "iPhone 13 萤幕👍"),
        ("这家店很好", "这家店很好"),
        ("", ""),
    ],
)
def test_normalize(text: str, simplified: str) -> None:
    assert variants.normalize(text) == simplified


@given(st.text(alphabet=st.one_of(st.sampled_from([pair[0] for pair in PAIRS] + ["著", "甚"]), st.characters())))
def test_every_place_stays_where_it_is_and_once_is_enough(text: str) -> None:
    normal = variants.normalize(text)
    assert len(normal) == len(text)
    assert variants.normalize(normal) == normal


def test_the_table_holds_pairs_and_no_result_is_replaced_again() -> None:
    assert len(PAIRS) > 5000
    assert all(len(pair) == 2 for pair in PAIRS)
    firsts = [pair[0] for pair in PAIRS]
    assert len(set(firsts)) == len(firsts)
    assert not set(firsts) & {pair[1] for pair in PAIRS}


@pytest.mark.parametrize("name", LISTS)
def test_word_lists_are_written_as_texts_are_read(name: str) -> None:
    lines = read_lines("zh", name)
    assert [variants.normalize(line) for line in lines] == lines


def test_is_variant() -> None:
    assert variants.is_variant("這間餐廳的服務態度很好")
    assert not variants.is_variant("这家餐厅的服务态度很好，环境也干净，就是徵收停车费")
    assert not variants.is_variant("味道好")
    assert not variants.is_variant("Great!")


@pytest.mark.parametrize(
    "text",
    [
        "呢間餐廳嘅嘢食好好味，但係服務態度好差，等咗好耐",
        "佢哋唔識做嘢",
        "房间size OK嘅，就系厕所应该啲渠位有啲味",
        "冇咩好睇，唔會再嚟",
    ],
)
def test_cantonese(text: str) -> None:
    assert variants.dialect(text) == "Cantonese"


@pytest.mark.parametrize(
    "text", ["這間餐廳的服務態度很好", "没什么关系，味道不错", "他係好人", "Good value", "", "我很喜欢这家店，还会再来"]
)
def test_other_texts_are_not_cantonese(text: str) -> None:
    assert variants.dialect(text) == ""


def test_the_table_is_of_chinese_characters() -> None:
    letters = re.compile(f"[{SCRIPTS['zh'].LETTERS}]{{2}}")
    assert all(letters.fullmatch(pair) for pair in PAIRS)
