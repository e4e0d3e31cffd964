from __future__ import annotations

import voxpop
from voxpop.lang import language
from voxpop.lang.detect import detect
from voxpop.lang.full_width import narrow
from voxpop.settings import Curation, Settings


def wide(text: str) -> str:
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)


def test_letters_are_narrowed_where_they_stand_and_chinese_marks_stay() -> None:
    assert narrow("Ｗｉｆｉ５，很慢！", marks=False) == "Wifi5，很慢！"
    assert narrow("Ｇｏｏｄ！\u3000Ｙｅｓ～", marks=True) == "Good! Yes~"
    plain = "".join(map(chr, range(33, 127)))
    assert narrow(wide(plain), marks=True) == plain
    assert narrow("ünï 好", marks=True) == "ünï 好"


def test_english_in_wide_letters_is_english() -> None:
    assert detect(wide("The screen is terrible.")) == "en"
    assert detect("屏幕很好，Ｗｉｆｉ很慢") == "zh"


def test_english_in_wide_letters_is_parsed_as_in_plain_ones() -> None:
    text = "The screen isn't bad. But the battery is great!"
    (first,), (other,) = (language("en").parse([each]) for each in (text, wide(text)))
    assert [(token.start, token.end, token.lemma, token.tag) for sentence in first for token in sentence.tokens] == [
        (token.start, token.end, token.lemma, token.tag) for sentence in other for token in sentence.tokens
    ]


def test_wide_letters_count_under_the_plain_name_and_are_quoted_as_written() -> None:
    texts = ["The screen is terrible.", wide("The screen is terrible.")]
    for fast in (False, True):
        settings = Settings(fast=fast, curation=Curation.off())
        with voxpop.analyze(texts, settings=settings, workers=1) as analysis:
            (row,) = [row for row in analysis.document()["aspects"] if row["name"] == "screen"]
            assert {quote["text"].rstrip(".．") for quote in row["evidence"]} == {each[:-1] for each in texts}
            assert all(quote["polarity"] < 0 for quote in row["evidence"])
