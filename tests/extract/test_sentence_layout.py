from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.extract.lexicon_tables import lexicon_tables
from voxpop.extract.sentence_layout import SentenceLayout
from voxpop.lang import language
from voxpop.types import Span


def layout(text: str, lang: str = "en") -> SentenceLayout:
    return SentenceLayout(language(lang).parse([text])[0][0], lexicon_tables(lang))


def span(text: str, words: str) -> Span:
    start = text.index(words)
    return Span(start, start + len(words))


def test_half_words_become_whole_ones_and_marks_fall_away() -> None:
    text = "Great dumplings, really."
    (found,) = layout(text).fit([Span(text.index("plings"), text.index(", really") + 1)])
    assert text[slice(*found.span)] == "dumplings"


def test_chinese_keeps_the_characters() -> None:
    text = "性价比很高"
    found = layout(text, "zh").fit([Span(1, 3)])
    assert [text[slice(*one.span)] for one in found] == ["价比"]
    assert not layout(text, "zh").whole(found[0])


def test_an_opinion_belongs_to_its_own_clause() -> None:
    text = "The soup was great but the waiter was rude."
    page = layout(text)
    things = page.fit([span(text, "soup"), span(text, "waiter")])
    great, rude = page.fit([span(text, "great"), span(text, "rude")])
    assert page.nearest(great, things) == 0
    assert page.nearest(rude, things) == 1
    assert page.nearest(rude, things[:1], far=False) is None
    assert text[slice(*page.evidence([things[1], rude]))] == "but the waiter was rude"


NAMES = ("food", "waiters", "staff", "place", "soup", "生鱼片", "三文鱼", "金枪鱼", "嫩豆腐", "苕皮", "份量", "价格")


@pytest.mark.parametrize(
    ("text", "lang", "opinion", "about"),
    [
        ("The food is so cheap and the waiters are nice.", "en", "cheap", "food"),
        (
            "The staff was accomodating, the food was absolutely delicious and the place is lovely.",
            "en",
            "delicious",
            "food",
        ),
        ("I loved the soup.", "en", "loved", "soup"),
        ("生鱼片不错，三文鱼吃过多次没感觉了，还算鲜嫩，金枪鱼里面有筋", "zh", "还算鲜嫩", "三文鱼"),
        ("嫩豆腐不推荐，太普通，不香不嫩不好煮，苕皮不错", "zh", "不香", "嫩豆腐"),
        ("份量足价格实惠", "zh", "足", "份量"),
    ],
)
def test_what_an_opinion_is_about(text: str, lang: str, opinion: str, about: str) -> None:
    page = layout(text, lang)
    things = page.fit(sorted(span(text, name) for name in NAMES if name in text))
    (said,) = page.fit([span(text, opinion)])
    assert text[slice(*things[page.nearest(said, things) or 0].span)] == about


def test_an_adjective_goes_to_the_noun_after_it() -> None:
    text = "friendly staff cold soup"
    page = layout(text)
    things = page.fit([span(text, "staff"), span(text, "soup")])
    (cold,) = page.fit([span(text, "cold")])
    assert page.nearest(cold, things) == 1


@given(st.text(max_size=50), st.sampled_from(["en", "zh"]), st.data())
def test_whatever_is_fitted_lies_in_the_sentence(text: str, lang: str, data: st.DataObject) -> None:
    for sentence in language(lang).parse([text])[0]:
        page = SentenceLayout(sentence, lexicon_tables(lang))
        start = data.draw(st.integers(sentence.start, sentence.end - 1))
        end = data.draw(st.integers(start + 1, len(text)))
        for found in page.fit([Span(start, end)]):
            assert sentence.start <= found.start < found.end <= sentence.end
            evidence = page.evidence([found])
            assert sentence.start <= evidence.start <= found.start
            assert found.end <= evidence.end <= sentence.end
