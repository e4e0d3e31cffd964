"""Summaries tell what is praised and criticised, with counts and examples, no frame twice, no longer than asked."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from voxpop.aggregate.compare import StarSums
from voxpop.aggregate.whole_phrases import stands_alone
from voxpop.errors import OptionError
from voxpop.lang import LANGUAGES
from voxpop.summarize import AUDIENCES, Summary, SummaryOptions, summaries
from voxpop.summarize.examples import TopicStatement, choose_examples
from voxpop.summarize.findings import SummaryCounts
from voxpop.summarize.summary import Wording

from .made import MadeSource, direction, hotel


def test_what_people_like_and_what_they_complain_about() -> None:
    summary = hotel().summary()
    assert summary.text == (
        "On the whole, 30 of the 35 reviews that judge it as a whole praise it and 5 criticise it. What people like: "
        "breakfast (41 reviews, e.g. “delicious breakfast”, “fresh fruit”), staff (22, e.g. “friendly staff”) and "
        "wifi (5). What they complain about: wifi (23 reviews, e.g. “wifi keeps dropping”, “wifi was slow”), room (12, "
        "e.g. “room was tiny”) and bed (6, e.g. “bed bugs”)."
    )
    wifi = next(claim for claim in summary.claims if claim.word == "wifi keeps dropping")
    assert (wifi.kind, wifi.supporting, wifi.opposing, wifi.of, wifi.aspect) == ("complaint", 23, 5, 100, "wifi")
    assert (len(wifi.quotes), len(wifi.against)) == (23, 5)
    assert wifi.low < wifi.share == 0.23 < wifi.high
    assert wifi.text == "23 of 100 reviews complain about wifi, e.g. “wifi keeps dropping”, “wifi was slow”."


def test_an_example_is_typical_and_says_more_than_good_or_bad() -> None:
    text = hotel().summary().text
    assert "hot pillow" not in text  # one of twelve
    assert "bad bed" not in text
    assert "would stay again" not in text  # of the whole


def test_a_side_that_few_take_may_be_misread_from_the_other() -> None:
    text = MadeSource(reviews=100).add(-1, "bills", 40).add(1, "bills", 6).add(1, "fees", 6).summary().text
    assert "fees (6" in text
    assert "bills (40" in text
    assert "bills (6" not in text
    assert "bills (8" in MadeSource(reviews=100).add(-1, "bills", 40).add(1, "bills", 8).summary().text


def test_a_side_of_a_category_is_told_only_if_many_take_it() -> None:
    def text(praise: int) -> str:
        return MadeSource(reviews=100).add(-1, "billing", 40).add(1, "billing", praise).summary().text

    assert "billing (24" not in text(24)
    assert "billing (28" in text(28)


def test_the_smaller_side_of_a_category_is_told_if_it_says_one_thing() -> None:
    def text(*said: tuple[str, int]) -> str:
        return MadeSource(reviews=100).add(-1, "billing", 40).add(1, "billing", 10, *said).summary().text

    assert "billing (10 of 100 reviews, e.g. “fast refund”)" in text(
        ("fast refund", 6), ("free trial", 1), ("fair fees", 1)
    )
    assert "billing (10" not in text(("fast refund", 3), ("free trial", 3), ("fair fees", 3))


def test_the_complaints_that_cost_most_are_told_beside_more_praise() -> None:
    """They lead the line "Hurts most" of the first screen, which would otherwise name what the summary does not."""
    source = MadeSource(reviews=100).add(1, "quality", 50).add(1, "staff", 50)
    for topic, stars in (("quality", 1.0), ("features", 2.0), ("price", 2.0), ("staff", 3.9)):
        source.add(-1, topic, 20, stars=stars)
    text = source.summary().text
    assert "quality (20" in text
    assert "staff (20" not in text  # costs less than the other three
    few = MadeSource(reviews=100).add(1, "quality", 60).add(-1, "quality", 2, stars=1.0).summary().text
    assert "quality (2" not in few


@pytest.mark.parametrize(
    ("before", "words", "after", "lang"),
    [
        ("There are ", "lots of", " careers.", "en"), ("", "management has always", " treated me well", "en"),
        ("It's ", "ridiculous how much content", " is not in English", "en"), ("It ", "keeps crash", "ing after", "en"),
        ("I cannot think of any ", "features that need improvement", ". Great.", "en"), ("Is it ", "legit", "?", "en"),
        ("我", "没回复", "吗？", "zh"), ("", "服务很", "好。", "zh"),
    ],
)  # fmt: skip
def test_words_that_say_something_else_alone_are_no_example(before: str, words: str, after: str, lang: str) -> None:
    assert not stands_alone(before, words, after, lang)


@pytest.mark.parametrize(
    ("before", "words", "after", "lang"),
    [
        ("It has ", "friendly staff", " and good food.", "en"), ("I will not lie. ", "friendly staff", ".", "en"),
        ("", "wifi didn't work", " at all", "en"), ("", "上菜慢", "，不会再来。", "zh"),
    ],
)  # fmt: skip
def test_words_that_say_the_same_alone_are_an_example(before: str, words: str, after: str, lang: str) -> None:
    assert stands_alone(before, words, after, lang)


def statement(text: str, review: int, number: int, before: str = "") -> TopicStatement:
    return TopicStatement(text, before, "", text, review, 0, direction(number))


def test_examples_are_chosen_by_how_many_other_reviews_say_nearly_the_same() -> None:
    said = [statement("lid broke", review, 0) for review in range(5)]
    said += [statement("motor died", review, 1) for review in range(5, 8)]
    said += [statement("it leaks everywhere", 8, 2) for _ in range(9)]  # one review that repeats itself
    assert [example.text for example in choose_examples(said, -1, "en")] == ["lid broke", "motor died"]
    assert [round(example.share, 2) for example in choose_examples(said, -1, "en")] == [0.56, 0.33]


def test_the_order_of_the_statements_chooses_no_example() -> None:
    said = [
        statement(text, place, place % 3) for place, text in enumerate(["slow app", "app crashes", "no answer"] * 5)
    ]
    chosen = {example.text for example in choose_examples(said, -1, "en")}
    assert {example.text for example in choose_examples(said[::-1], -1, "en")} == chosen


def test_what_no_other_review_says_is_no_example() -> None:
    assert choose_examples([statement("lid broke", place, place) for place in range(5)], -1, "en") == ()
    assert choose_examples([], -1, "en") == ()


def test_a_statement_that_can_stand_alone_is_preferred() -> None:
    said = [
        statement("lid broke off a couple of years ago with 3", 0, 0),
        *(statement("lid broke", n, 0) for n in (1, 2)),
    ]
    (example,) = choose_examples(said, -1, "en")
    assert example.text == "lid broke"


def test_an_example_that_many_give_comes_before_a_topic_of_few() -> None:
    made = MadeSource(reviews=200).add(1, "speed", 60, ("works fine", 40), ("fast", 20)).add(1, "look", 9)
    made.add(1, "price", 30, ("cheap", 9))
    assert made.summary(words=18).text == (
        "What people like: speed (60 of 200 reviews, e.g. “works fine”, “fast”) and price (30, e.g. “cheap”)."
    )
    assert "look (9)" in made.summary().text


def test_what_few_say_is_not_told_unless_it_is_asked_for() -> None:
    made = MadeSource(reviews=200).add(1, "lift", 7).add(-1, "lift", 4)
    assert [claim.kind for claim in made.summary().claims] == ["praise"]
    assert [claim.kind for claim in made.summary(aspect="lift").claims] == ["praise", "complaint"]


def test_what_the_reader_is_not_sure_of_is_told_only_if_many_say_it() -> None:
    def text(praise: int, confidence: float) -> str:
        made = MadeSource(reviews=100).add(1, "wifi", praise)
        made.topics["wifi", 1].confidence = confidence
        return made.summary().text

    assert "wifi (9" in text(9, 0.8)
    assert "wifi (9" not in text(9, 0.79)
    assert "wifi (10" in text(10, 0.64)


def test_a_complaint_that_costs_the_most_stars_is_told_if_half_as_many_say_it() -> None:
    def text(complaints: int, stars: float) -> str:
        made = MadeSource(reviews=100)
        for topic in ("room", "staff", "noise"):
            made.add(-1, topic, 20, stars=3.7)
        made.add(-1, "wifi", complaints, stars=stars)
        made.topics["wifi", -1].confidence = 0.7
        return made.summary().text

    assert "wifi (9" in text(9, 1.0)
    assert "wifi (9" not in text(9, 3.9)
    assert "wifi (4" not in text(4, 1.0)


def test_in_chinese() -> None:
    made = MadeSource("zh", 50).add(1, "物流", 20, ("物流很快", 18)).add(1, "味道", 9, ("味道好", 9))
    made.add(-1, "客服", 7, ("客服不理人", 3)).add(1, "总体", 30).add(-1, "总体", 4)
    assert made.summary().text == (
        "总的来说，作出总体评价的34条评论中30条表示满意、4条表示不满。大家满意的是物流（20条，如“物流很快”）、味道（9条）。"
        "顾客抱怨的是客服（7条，如“客服不理人”）。"
    )


def test_fix_first_holds_complaints_alone_the_most_damaging_first() -> None:
    summary = hotel().summary(audience="merchant")
    first, second, *_ = summary.sentences
    assert first.text == (
        "Fix first: wifi (23 of 100 reviews, e.g. “wifi keeps dropping”, “wifi was slow”), room (12, e.g. “room was "
        "tiny”) and bed (6, e.g. “bed bugs”)."
    )
    assert {summary.claims[place].kind for place in first.claims} == {"complaint"}
    assert second.text.startswith("Keep up: breakfast (41 reviews, ")
    assert [line.section for line in summary.bullets][:3] == ["Fix first"] * 3
    cheap = hotel().add(-1, "lift", 11, ("lift broken", 9), stars=1.0).summary(audience="merchant")
    assert cheap.sentences[0].text.startswith("Fix first: lift (11 of 100 reviews, e.g. “lift broken”), wifi (23, ")


def test_changes_are_told_with_both_periods() -> None:
    made = MadeSource(months=Counter({"2024-01": 50, "2024-02": 50, "2024-03": 50, "2024-04": 50}), reviews=200)
    for topic, *complaints in (("lift", 1, 2, 20, 18), ("food", 5, 5, 5, 6), ("wifi", 25, 22, 1)):
        months = Counter({f"2024-0{n}": reviews for n, reviews in enumerate(complaints, start=1)})
        made.add(-1, topic, months.total(), months=months)
    _, worse_line, improved_line = made.summary().sentences
    assert worse_line.text == (
        "Complaints have become more frequent about lift (38 of 100 reviews since March 2024, 3 of 100 before)."
    )
    assert improved_line.text == (
        "Complaints have become rarer about wifi (1 of 100 reviews since March 2024, 47 of 100 before)."
    )
    *_, worse, improved = made.summary().claims
    assert (worse.kind, worse.supporting, worse.of, worse.earlier, worse.earlier_of) == ("worse", 38, 100, 3, 100)
    assert (len(improved.quotes), len(improved.against), improved.opposing) == (1, 47, 0)
    assert made.summary().heading == "200 reviews from January 2024 to April 2024."


def test_groups_that_differ_are_told() -> None:
    made = MadeSource(groups=Counter({"North": 40, "South": 60}))
    made.add(-1, "staff", 20, groups=Counter({"North": 17, "South": 3}))
    made.add(-1, "food", 10, groups=Counter({"North": 4, "South": 6}))
    last = made.summary().sentences[-1]
    assert last.text == "Some stand out: North with complaints about staff (17 of 40 reviews, elsewhere 3 of 60)."
    assert len(made.summary().claims[-1].quotes) == 17


def many() -> MadeSource:
    made = MadeSource(reviews=1000)
    for n in range(12):
        made.add(1, f"thing {n}", 90 - n, (f"runs for {n} years", 30), (f"quiet at {n} degrees", 20))
        made.add(-1, f"thing {n}", 60 - n, (f"broke in {n} days", 30), stars=2.0)
    return made


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("words", [None, 12, 30, 60, 300])
def test_no_longer_than_asked_and_no_frame_twice(audience: str, words: int | None) -> None:
    summary = many().summary(audience=audience, words=words)
    assert 0 < len(summary.text.split()) <= (words or 120)
    frames = [re.sub(r"thing \d+ \(.*?\)", "…", line.text) for line in summary.sentences]
    assert len(set(frames)) == len(frames)
    check_clauses(summary)


def check_clauses(summary: Summary) -> None:
    """Every number of a clause is that of its claim, and its examples stand in the quotes."""
    told = [place for line in summary.sentences for clause in line.clauses for place in clause.claims]
    assert told == list(range(len(summary.claims)))
    for line in summary.sentences:
        for text, places in line.clauses:
            if not places:
                assert not re.search(r"\d", text), text  # what is counted is a claim
                continue
            (claim,) = (summary.claims[place] for place in places)
            assert f"{claim.supporting:,}" in text
            assert len({quote.review_id for quote in claim.quotes}) == min(claim.supporting, 200)
            examples = re.findall("“(.*?)”", text)
            assert claim.word == (examples[0] if examples else None)
            for example in examples:
                assert any(example in quote.text for quote in claim.quotes), example


def test_one_aspect_alone() -> None:
    summary = hotel().summary(aspect="breakfast")
    assert {claim.aspect for claim in summary.claims} == {"breakfast"}
    assert hotel().summary(aspect="lift").notes == ("Nothing that is said about 'lift' has 2 reviews behind it.",)


def test_what_cannot_be_told_is_said() -> None:
    assert "too few reviews (0)" in MadeSource(reviews=0).summary().notes[0]
    assert MadeSource().summary().notes[0].startswith("No two statements")
    assert many().summary(words=5).notes == ("No finding fits into 5 words.",)
    assert not hotel().summary(min_quotes=42).claims
    for wrong in ({"audience": "nobody"}, {"words": 3}, {"min_quotes": 0}):
        with pytest.raises(OptionError):
            SummaryOptions(**wrong)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="There are no reviews in Chinese here; there are reviews in English"):
        summaries(hotel(), SummaryOptions(), lang="zh")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_every_text(lang: str) -> None:
    texts, english = Wording(lang).texts, Wording("en").texts
    assert texts.keys() == english.keys()
    for name, value in english.items():
        if isinstance(value, dict):
            assert texts[name].keys() == value.keys(), name
        elif isinstance(value, str):
            fields = re.findall(r"{(\w+)}", value)
            assert name == "period_one" or sorted(fields) == sorted(re.findall(r"{(\w+)}", texts[name])), name
    for name, frame in english["frames"].items():
        assert sorted(re.findall(r"{(\w+)}", frame)) == sorted(re.findall(r"{(\w+)}", texts["frames"][name])), name


@pytest.mark.parametrize(
    ("lang", "rated", "expected"),
    [
        ("en", 200, "200 reviews, 4.0 stars on average."), ("zh", 200, "共200条评论，平均4.0星。"),
        ("en", 67, "200 reviews, 67 of them with stars, 4.0 on average."),
        ("zh", 67, "共200条评论，其中67条有星级，平均4.0星。"),
    ],
)  # fmt: skip
def test_the_heading_says_how_many_reviews_have_stars(lang: str, rated: int, expected: str) -> None:
    stars = StarSums(rated, 4.0 * rated, 16.0 * rated)
    assert Wording(lang).heading(SummaryCounts(lang=lang, reviews=200, stars=stars)) == expected
