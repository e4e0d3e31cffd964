from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

Given = Callable[..., Any]


def test_stars_in_every_form_and_what_cannot_be_understood_costs_the_stars_alone(given: Given) -> None:
    rows = [
        "Good food,4/5",
        "Fine food,four",
        "Nice food,★★★★",
        "Best food,8.5/10",
        "Bad food,lots",
        "Odd food,0",
        "No stars,",
    ]
    found = given("reviews.csv", "text,stars\n" + "\n".join(rows) + "\n")
    assert [r.stars for r in found.reviews] == [4, 4, 4, 4.25, None, None, None]
    assert [r.unread for r in found.reviews] == [(), (), (), (), ("stars",), ("stars",), ()]
    assert [r.extra.get("stars") for r in found.reviews] == [None, None, None, "8.5/10", "lots", "0", None]
    assert not found.rejected


def test_a_scale_of_ten_or_hundred_is_found_and_said(given: Given) -> None:
    found = given("reviews.csv", "text,score\nGood food,10\nFine food,8\nBad food,1\n")
    assert [r.stars for r in found.reviews] == [5, 4, 1]
    assert found.choice.star_scale == "1–10"
    assert "dividing by 2" in found.choice.notes[0]
    assert [r.stars for r in given("x.csv", "text,score\nGood food,95\nBad food,40\n").reviews] == [4.75, 2]


@pytest.mark.parametrize(
    "name", ["Rating (out of 7)", "Rating (1 = very poor, 7 = excellent)", "Rating 1-7", "Rating/7"]
)
def test_a_scale_of_seven_is_read_in_the_name_of_its_column(given: Given, name: str) -> None:
    found = given("reviews.csv", f'text,"{name}"\nGood food,7\nFine food,3.5\nBad food,1\n')
    assert [r.stars for r in found.reviews] == [5, 2.5, 1]
    assert found.choice.star_scale == "1–7"


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("Positive feedback", "Negative feedback"),
        ("What do you like most?", "What should we improve?"),
        ("喜欢什么", "改进建议"),
    ],
)
def test_two_sides_of_a_review_in_two_columns_are_both_read(given: Given, good: str, bad: str) -> None:
    rows = '"The room was clean.",\n,"The bar was far too loud."\n"Good food at breakfast.","Slow lift to our floor."\n'
    found = given("reviews.csv", f"{good},{bad}\n{rows}")
    assert found.choice.texts == (good, bad)
    assert found.texts[1].endswith("The bar was far too loud.")
    assert [len(review.sections) for review in found.reviews] == [1, 1, 2]


def test_text_in_other_columns_of_a_survey_is_reported_with_what_reads_it(given: Given) -> None:
    header = "Please tell us about the wait,Please tell us about the nurses,score"
    rows = '"We waited for an hour.","All were kind.",4\n"Nobody told us why it took so long.","They had no time.",1\n'
    (note,) = given("survey.csv", f"{header}\n{rows}").choice.notes
    assert "'Please tell us about the nurses': more text" in note
    assert "--text-column 'Please tell us about the wait' --text-column 'Please tell us about the nurses'" in note


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("How satisfied are you?", ["Very satisfied", "neutral", "Very dissatisfied"]),
        ("sentiment", ["positive", "neutral", "negative"]),
        ("评价等级", ["好评", "中评", "差评"]),
    ],
)
def test_answers_in_words_are_stars_under_a_name_for_stars(given: Given, name: str, answers: list[str]) -> None:
    found = given("reviews.csv", f"text,{name}\n" + "".join(f"The soup was cold.,{word}\n" for word in answers))
    assert [review.stars for review in found.reviews] == [5, 3, 1]
    other = given("other.csv", "text,mood\n" + "".join(f"The soup was cold.,{word}\n" for word in answers))
    assert [review.stars for review in other.reviews] == [None, None, None]


def test_a_number_beyond_the_scale_later_on_is_not_understood(given: Given) -> None:
    rows = "".join(f"review number {n},{n % 5 + 1}\n" for n in range(1200))
    found = given("reviews.csv", f"text,stars\n{rows}too many,7\n")
    assert (found.reviews[-1].stars, found.reviews[-1].unread, found.reviews[-1].extra) == (
        None,
        ("stars",),
        {"stars": "7"},
    )


def test_dates_in_six_formats_and_one_that_is_none(given: Given) -> None:
    dates = [
        "2012-04-14",
        "2012-04-14T10:00:00Z",
        '"April 14, 2012"',
        "14 Apr 2012",
        "2012年4月14日",
        "2012/4/14",
        "2012.04.14",
        "1334400000",
    ]
    found = given(
        "reviews.csv", "text,date\n" + "".join(f"Good food,{day}\n" for day in dates) + "Good,whenever\nNo date,\n"
    )
    assert [r.date for r in found.reviews] == [date(2012, 4, 14)] * 8 + [None, None]
    assert [(r.unread, r.extra) for r in found.reviews[-2:]] == [(("date",), {"date": "whenever"}), ((), {})]


def test_the_order_of_day_and_month_is_decided_by_the_file(given: Given) -> None:
    found = given("reviews.csv", "text,date\nGood food,3/4/2020\nBad food,25/4/2020\n")
    assert [r.date for r in found.reviews] == [date(2020, 4, 3), date(2020, 4, 25)]
    assert "day/month/year" in found.choice.notes[0]


def test_a_second_row_with_the_same_id_is_set_aside(given: Given) -> None:
    found = given("reviews.csv", "id,text\na,Good food\nb,Bad food\na,Other food\n")
    assert [r.id for r in found.reviews] == ["a", "b"]
    assert (found.rejected[0].step, found.rejected[0].reason) == ("id", "The id 'a' was already used in row 2.")


def test_a_row_set_aside_does_not_use_up_its_id(given: Given) -> None:
    found = given("reviews.csv", "id,text,stars\na,,5\na,Good food,5\nb,x y,5\nc,x z,4\n")
    assert [r.id for r in found.reviews] == ["a", "b", "c"]


def test_names_of_authors_are_kept_nowhere(given: Given) -> None:
    found = given(
        "reviews.csv", "author,text,stars\nJane Public,Good food,5\nJohn Public,Bad food,lots\nJim Public,x,y,z,w\n"
    )
    assert "Public" not in repr(found.reviews) + repr(found.rejected)


def test_the_text_is_exactly_as_given(given: Given) -> None:
    text = "  Tabs\t\r\n  e\u0301moji 👩‍👩‍👧 \u3000 end  "
    assert given("reviews.csv", f'text,stars\n"{text}",5\n').texts == [text]


def test_numbers_of_a_sheet_are_names_without_a_point(read: Any) -> None:
    found = read([{"id": 17.0, "text": "Good food", "product": 3.0}])
    assert [(r.id, r.product) for r in found.reviews] == [("17", "3")]


def test_a_row_without_an_id_never_takes_that_of_another(given: Given) -> None:
    found = given("reviews.csv", "id,text\n,Good food\n2,Bad food\nrow 5,Odd food\n,Nice food\n")
    assert [r.id for r in found.reviews] == ["row 2", "2", "row 5", "row 5 (no id)"]
    assert not found.rejected
    assert [r.id for r in given("plain.csv", "text\nGood food\nBad food\n").reviews] == ["2", "3"]


def test_a_row_set_aside_says_its_id(given: Given) -> None:
    found = given(
        "reviews.csv", "id,text,stars,date\na,Good,lots,\nb,,5,\nc,Fine,5,never\n,Bad,many,\nd,Nice,5,2020-01-02\n"
    )
    assert [(r.step, r.id) for r in found.rejected] == [("text", "b")]
