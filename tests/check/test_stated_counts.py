"""Sentences that count, as our own summaries put it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from voxpop import examples
from voxpop.analysis import Analysis, analyze
from voxpop.check import split
from voxpop.check.stated_counts import read_stated_counts
from voxpop.settings import Settings


def read(text: str, lang: str = "en") -> list[tuple[str, list[tuple[int, str]]]]:
    return [(one.topic, [(part.sign, part.word) for part in one.parts]) for one in read_stated_counts(text, lang)]


@pytest.mark.parametrize(
    ("text", "lang", "thing", "parts"),
    [
        ("Of the 9 who comment on the bar, 8 criticise it; 2 call it dear.", "en", "bar", [(-1, ""), (0, "dear")]),
        ("Opinions on the pool are divided: of 20, 13 praise it, 7 criticise it.", "en", "pool", [(1, ""), (-1, "")]),
        ("Fix first: Of those who judge it as a whole, most are dissatisfied.", "en", "", [(-1, "")]),
        ("Lift: 15 of 20 criticise it; “slow” (3); 5 praise it", "en", "Lift", [(-1, ""), (0, "slow"), (1, "")]),
        ("Wi-fi: about half praise it; since May most praise it, before that some did", "en", "Wi-fi",
         [(1, ""), (1, "")]),
        ("谈到价格的39条评论中，26条批评，9条说“贵”；自2024年起大多数批评。", "zh", "价格",
         [(-1, ""), (0, "贵"), (-1, "")]),
        ("Lift: 5 praise it, 10 criticise.", "en", "Lift", [(1, ""), (-1, "")]),
        ("Bar: 9 praise it; some call it quiet and a few dark.", "en", "Bar", [(1, ""), (0, "quiet"), (0, "dark")]),
        ("Bar: about 80% of guests praise it", "en", "Bar", [(1, "")]),
        ("空调：80%不喜欢。", "zh", "空调", [(-1, "")]),
        ("优先改进：上菜褒贬不一：半数以上称赞，不到一半批评。", "zh", "上菜", [(1, ""), (-1, "")]),
        ("上菜：33条中18条称赞；“快”（13）；但也有“慢”（8）", "zh", "上菜", [(1, ""), (0, "快"), (0, "慢")]),
    ],
)  # fmt: skip
def test_the_thing_and_what_is_said_of_it(text: str, lang: str, thing: str, parts: list[tuple[int, str]]) -> None:
    assert read(text, lang) == [(thing, parts)]


def test_lists_of_things() -> None:
    assert read("Praise also goes to the room (most) and the staff (nearly all).") == [
        ("room", [(1, "")]),
        ("staff", [(1, "")]),
    ]
    assert [thing for thing, _ in read("受批评的还有排队（23条中20条）、空调（全部）。", "zh")] == ["排队", "空调"]


def test_shares_are_of_those_that_the_head_names() -> None:
    (tally,) = read_stated_counts("Of the 20 who comment on the lift, 15 criticise it.", "en")
    (part,) = tally.parts
    assert part.quantity is not None
    assert part.quantity.low == pytest.approx(0.7)
    assert not part.quantity.holds(5, 15, 20)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("Of the 1,200 who comment on the bar, 900 praise it.", "en"),
        ("Opinions on the bar are divided: of 1,600, 1,200 praise it.", "en"),
        ("Bar: 1,200 of 1,600 praise it", "en"),
        ("Praise goes to the bar (1,200 of 1,600).", "en"),
        ("谈到价格的1,600条评论中，1,200条批评。", "zh"),
        ("价格：1,600条中1,200条批评", "zh"),
        ("受批评的有价格（1,600条中1,200条）。", "zh"),
    ],
)
def test_thousands(text: str, lang: str) -> None:
    (tally,) = read_stated_counts(text, lang)
    (part,) = tally.parts
    assert part.quantity is not None
    assert part.quantity.low == pytest.approx(0.7)
    assert tally.of in (1200, 1600)


def test_words_said_a_thousand_times() -> None:
    for text, lang in (("Bar: “quiet” (1,200); “dark” (20)", "en"), ("酒吧：“安静”（1,200）；“暗”（20）", "zh")):
        (tally,) = read_stated_counts(text, lang)
        assert [part.quantity and part.quantity.least for part in tally.parts] == [1080, 18]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("The rooms are clean.", "en"),
        ("Note: the rooms are clean and most praise them.", "en"),
        ("Lift: 15 of 20 criticise it because it is slow", "en"),
        ("Praise goes to the room.", "en"),
        ("Bar: 10 of 10 do not praise it", "en"),
        ("Bar: 80% do not praise it", "en"),
        ("Bar: not all praise it", "en"),
        ("Praise goes to the coffee (100% arabica).", "en"),
        ("Bar: 2 minutes", "en"),
        ("Location: 5 minutes.", "en"),
        ("Bar: 9 of 10 praise it, 2 minutes", "en"),
        ("Bar: all praise it; since it burned down", "en"),
        ("Bar: all praise it; before that it was a shop", "en"),
        ("酒吧：10条不称赞", "zh"),
        ("酒吧：全部称赞；自2024年起关门了", "zh"),
        ("", "en"),
        ("价格：有点贵。", "zh"),
        ("房间很干净。", "zh"),
    ],
)
def test_what_says_anything_else_is_not_counted_so(text: str, lang: str) -> None:
    assert read_stated_counts(text, lang) == []


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("The room is praised by 142 of the 172 who comment on it; 56 call it clean.",
         "Of the 172 who comment on the room, 142 praise it; 56 call it clean."),
        ("The beds are criticised by about half of those who comment on them.",
         "Of those who comment on the beds, about half criticise it."),
        ("The bar is praised by all 12 who comment on it.", "Of the 12 who comment on the bar, all praise it."),
        ("Since May 2024 30 of 35 praise the wi-fi, before that 2 of 40 did; of 75 in all, 32 praise it and 42 "
         "criticise it.",
         "Opinions on the wi-fi are divided: of 75, 32 praise it, 42 criticise it; since May 2024 30 of 35 praise it, "
         "before that 2 of 40 did."),
        ("Since 2024 most praise the pool, before that some did; in all, about half praise it; a few call it cold.",
         "Of those who comment on the pool, about half praise it; a few call it cold; since 2024 most praise it, "
         "before that some did."),
    ],
)  # fmt: skip
def test_a_change_or_what_is_done_may_stand_before_the_thing(text: str, plain: str) -> None:
    assert read_stated_counts(text, "en") == read_stated_counts(plain, "en") != []


def test_parts_after_a_semicolon_stay_with_their_head() -> None:
    text = "价格：39条中26条批评；“贵”（12）；但也有“合理”（6）"
    assert split(text) == [text]
    assert split("味道很好；服务很差。") == ["味道很好；", "服务很差。"]


@pytest.fixture(scope="module", params=["en-lexicon", "zh-lexicon", "en-auto", "zh-auto"])
def analysis(request: pytest.FixtureRequest) -> Iterator[Analysis]:
    lang, sentiment = request.param.split("-")
    with analyze(examples.path(lang), lang=lang, settings=Settings(sentiment=sentiment), workers=1) as found:
        yield found


@pytest.mark.parametrize("numbers", ["words", "figures"])
def test_our_summaries_are_supported_as_bare_text(analysis: Analysis, numbers: str) -> None:
    for audience in ("general", "merchant", "customer"):
        summary = analysis.summarize(audience=audience, numbers=numbers)
        found = analysis.check(summary.text)
        assert found
        assert [(one.text, one.reason) for one in found if one.verdict != "supported"] == []


def test_turned_round_they_are_not(analysis: Analysis) -> None:
    turned = {
        "praise": "criticise",
        "criticise": "praise",
        "are satisfied": "are dissatisfied",
        "条满意": "条不满意",
        "称赞": "批评",
        "批评": "称赞",
    }
    tried = 0
    for sentence in split(analysis.summarize(numbers="figures").text):
        made = read_stated_counts(sentence, "zh" if "条" in sentence else "en")
        word = next((word for word in turned if word in sentence and "受批评" not in sentence), None)
        if len(made) == 1 and not made[0].mixed and word is not None:
            (found,) = analysis.check([sentence.replace(word, turned[word])])
            assert found.verdict == "contradicted", sentence
            tried += 1
    assert tried
