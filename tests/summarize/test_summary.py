"""Summaries tell key points with their counts, in frames that are used once, in as many words as asked."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from voxpop.errors import OptionError
from voxpop.lang import LANGUAGES
from voxpop.summarize import AUDIENCES, Summary, SummaryOptions, summaries
from voxpop.summarize.summary import Wording

from .made import MadeSource, hotel


def test_what_people_like_what_goes_wrong_and_what_costs_stars() -> None:
    summary = hotel().summary()
    assert summary.text == (
        "On the whole, 30 of 100 reviews praise it (“great hotel”). What people like most is “delicious breakfast” "
        "(41), followed by “friendly staff” (22). What goes wrong: “wifi keeps dropping” (23) and "
        "“room was tiny” (12). Ratings are low where people write “bed bugs” (6): 1.2 stars on average, 4.2 "
        "elsewhere. Some have a wish: “wish there was a pool” (3)."
    )
    wifi = next(claim for claim in summary.claims if claim.word == "wifi keeps dropping")
    assert (wifi.kind, wifi.supporting, wifi.opposing, wifi.of, wifi.aspect) == ("complaint", 23, 5, 100, "wifi")
    assert (len(wifi.quotes), len(wifi.against)) == (23, 5)
    assert wifi.low < wifi.share == 0.23 < wifi.high
    assert wifi.text == "23 of 100 reviews say: “wifi keeps dropping”"


def test_a_key_point_that_is_not_sure_is_not_told() -> None:
    made = hotel()
    made.point_chances = {point.id: 0.55 if point.text == "room was tiny" else 0.8 for point in made.points}
    words = {claim.word for claim in made.summary().claims}
    assert "room was tiny" not in words
    assert "bed bugs" in words


def test_a_second_point_on_a_topic_counts_half() -> None:
    made = MadeSource().add("praise", "works fine", 40, aspect="speed").add("praise", "fast", 20, aspect="speed")
    for n, topic in enumerate(("price", "size", "look")):
        made.add("praise", f"good {topic}", 9 + 2 * n, aspect=topic)
    told = [claim.word for claim in made.summary().claims]
    assert told == ["works fine", "fast", "good look", "good size"]


def test_in_chinese() -> None:
    made = MadeSource("zh", 50).add("praise", "物流很快", 20, aspect="物流").add("praise", "味道好", 9, aspect="味道")
    made.add("complaint", "客服不理人", 7, aspect="客服")
    assert (
        made.summary().text
        == "大家最满意的是“物流很快”（50条中20条），其次是“味道好”（9条）。顾客抱怨的有“客服不理人”（7条）。"
    )


def test_fix_first_holds_complaints_alone_the_most_damaging_first() -> None:
    summary = hotel().summary(audience="merchant")
    first, second, *_ = summary.sentences
    assert first.text == "Fix first: “wifi keeps dropping” (23 of 100), “room was tiny” (12) and “bed bugs” (6)."
    assert {summary.claims[place].kind for place in first.claims} == {"complaint"}
    assert second.text.startswith("Keep up: “delicious breakfast”")
    assert [line.section for line in summary.bullets][:3] == ["Fix first"] * 3
    cheap = hotel().add("complaint", "lift broken", 11, aspect="lift", stars=1.0).summary(audience="merchant")
    assert cheap.sentences[0].text.startswith("Fix first: “lift broken” (11 of 100), “wifi keeps dropping” (23)")


def test_changes_are_told_with_both_periods() -> None:
    made = MadeSource(months=Counter({"2024-01": 50, "2024-02": 50, "2024-03": 50, "2024-04": 50}), reviews=200)
    made.complaints = {
        "lift": Counter({"2024-01": 1, "2024-02": 2, "2024-03": 20, "2024-04": 18}),
        "food": Counter({"2024-01": 5, "2024-02": 5, "2024-03": 5, "2024-04": 6}),
        "wifi": Counter({"2024-01": 25, "2024-02": 22, "2024-03": 1}),
    }
    summary = made.summary()
    assert summary.text == (
        "Complaints have become more frequent about the lift (38 of 100 reviews since March 2024, 3 of 100 before). "
        "Complaints have become rarer about the wifi (1 of 100 reviews since March 2024, 47 of 100 before)."
    )
    worse, improved = summary.claims
    assert (worse.kind, worse.supporting, worse.of, worse.earlier, worse.earlier_of) == ("worse", 38, 100, 3, 100)
    assert (len(improved.quotes), len(improved.against)) == (1, 47)
    assert summary.heading == "200 reviews from January 2024 to April 2024."


def test_groups_that_differ_are_told() -> None:
    made = MadeSource(groups=Counter({"North": 40, "South": 60}))
    made.add("complaint", "rude staff", 20, aspect="staff", groups=Counter({"North": 17, "South": 3}))
    made.add("complaint", "cold food", 10, aspect="food", groups=Counter({"North": 4, "South": 6}))
    last = made.summary().sentences[-1]
    assert last.text == "North stands out with “rude staff” (17 of 40 reviews, elsewhere 3 of 60)."


def many() -> MadeSource:
    made = MadeSource(reviews=1000)
    for n in range(12):
        made.add("praise", f"good thing number {n}", 90 - n, aspect=f"thing {n}")
        made.add("complaint", f"bad thing number {n}", 60 - n, aspect=f"thing {n}", stars=2.0)
    return made


@pytest.mark.parametrize("audience", AUDIENCES)
@pytest.mark.parametrize("words", [None, 12, 30, 60, 300])
def test_no_longer_than_asked_and_no_frame_twice(audience: str, words: int | None) -> None:
    summary = many().summary(audience=audience, words=words)
    assert 0 < len(summary.text.split()) <= (words or 120)
    frames = [re.sub(r"“.*?” \(.*?\)", "…", line.text) for line in summary.sentences]
    assert len(set(frames)) == len(frames)
    check_clauses(summary)


def check_clauses(summary: Summary) -> None:
    """Every number of a clause is that of its claim, and every claim has its quotes."""
    told = Counter(place for line in summary.sentences for clause in line.clauses for place in clause.claims)
    assert set(told) == set(range(len(summary.claims)))
    for line in summary.sentences:
        for text, places in line.clauses:
            if not places:
                assert not re.search(r"\d", text), text  # what is counted is a claim
                continue
            (claim,) = (summary.claims[place] for place in places)
            assert (f"“{claim.word}”" in text and f"{claim.supporting:,}" in text) or re.fullmatch(r"\d\.\d", text)
            assert len({quote.review_id for quote in claim.quotes}) == min(claim.supporting, 200)


def test_one_aspect_alone() -> None:
    summary = hotel().add("praise", "lovely breakfast room", 4, aspect="breakfast").summary(aspect="breakfast")
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
