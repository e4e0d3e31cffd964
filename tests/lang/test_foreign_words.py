"""Words of one language in a text of the other are what they are in their own."""

from __future__ import annotations

import pytest

from voxpop.lang import language, parse_foreign


def tags(lang: str, text: str) -> dict[str, str]:
    (sentences,) = language(lang).parse([text])
    return {token.text: token.tag for sentence in sentences for token in sentence.tokens}


def terms(lang: str, text: str) -> set[str]:
    (sentences,) = language(lang).parse([text])
    return {phrase.term for sentence in sentences for phrase in language(lang).parser.noun_phrases(sentence)}


def test_a_stretch_is_read_by_its_own_language() -> None:
    assert [token.tag for token in parse_foreign("very good", "en")[0].tokens] == ["ADV", "ADJ"]
    assert [token.text for token in parse_foreign("很好吃", "zh")[0].tokens] == ["很", "好吃"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The 小笼包 were amazing but the 服务 was terrible.", {"小笼包", "服务"}),
        ("味道 very good，环境 so so", {"味道", "环境"}),
        ("just slow，我don’t like it", set()),
        ("性价比高, highly recommend", {"性价比"}),
        ("VERY GOOD的酒店", {"酒店"}),
        ("wifi、app、logo、type-c、KTV、ipad都有", {"wifi", "app", "logo", "type-c", "ktv", "ipad"}),
        ("midea的vivo", {"midea", "vivo"}),
        ("check in很慢", {"check"}),
    ],
)
def test_only_english_nouns_and_unknown_words_are_terms_in_chinese(text: str, wanted: set[str]) -> None:
    assert terms("zh", text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The food was 很好吃, staff 很热情", {"food", "staff"}),
        ("The 服务 was terrible", {"服务"}),
        ("Love the 奶茶 here，今天 again", {"奶茶"}),
        ("this手机 is fine", {"手机"}),
    ],
)
def test_only_chinese_nouns_are_terms_in_english(text: str, wanted: set[str]) -> None:
    assert terms("en", text) == wanted


def test_words_have_their_own_tags() -> None:
    assert tags("zh", "房间so small") == {"房间": "NOUN", "so": "ADV", "small": "ADJ"}
    assert tags("en", "Room 太小，really") == {"Room": "NOUN", "太": "ADV", "小": "ADJ", ",": "PUNCT", "really": "ADV"}
