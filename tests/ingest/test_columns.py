from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import voxpop
from voxpop.errors import ColumnError
from voxpop.ingest.columns import find_columns, text_columns
from voxpop.ingest.headers import looks_like_header
from voxpop.settings import Columns

TEXT = "The staff were kind and the room was clean."


def found(sample: list[dict[str, object]], *, named: bool = True, **asked: str) -> dict[str, str]:
    return find_columns(sample, Columns(**asked), source="reviews.csv", named=named)


@pytest.mark.parametrize(
    ("cells", "columns"),
    [
        (
            {"Review Text": TEXT, "Rating": "4", "Date": "2020-01-01", "Product Name": "x", "Review ID": "r1"},
            {"text": "Review Text", "stars": "Rating", "date": "Date", "product": "Product Name", "id": "Review ID"},
        ),
        (
            {
                "reviewText": TEXT,
                "overall": 4.0,
                "unixReviewTime": 1400000000,
                "asin": "B0",
                "reviewerID": "A1",
                "summary": "ok then",
            },
            {"text": "reviewText", "stars": "overall", "date": "unixReviewTime", "product": "asin"},
        ),
        (
            {
                "评论内容": "味道很好，服务也不错",
                "评分": "5",
                "评论时间": "2023年5月1日",
                "店名": "小馆",
                "编号": "1",
                "用户名": "张三",
            },
            {"text": "评论内容", "stars": "评分", "date": "评论时间", "product": "店名", "id": "编号"},
        ),
        (
            {"user": "bob the builder and friends", "comment": TEXT, "score": "8/10"},
            {"text": "comment", "stars": "score"},
        ),
        ({"review": "12", "content": TEXT}, {"text": "content"}),
        ({"foo": "x1", "bar": TEXT, "url": "http://example.com/a b"}, {"text": "bar"}),
        (
            {"author": "A long name that is longer than all the rest of it together", "notes here": TEXT},
            {"text": "notes here"},
        ),
        ({"title": "Great stay", "rating": 5}, {"text": "title", "stars": "rating"}),
        (
            {"title": "Great stay overall, really", "text": "short text", "rating": 5},
            {"text": "text", "stars": "rating"},
        ),
        ({"x": TEXT, "y": "★★★★☆"}, {"text": "x", "stars": "y"}),
        ({"x": TEXT, "when it was": "May 1, 2020"}, {"text": "x", "date": "when it was"}),
    ],
)
def test_finds_columns_by_name_then_by_content(cells: dict[str, object], columns: dict[str, str]) -> None:
    assert found([cells]) == columns


def test_a_column_of_authors_is_never_the_text() -> None:
    with pytest.raises(ColumnError):
        found([{"author": "Jane Q. Public of Springfield", "stars": 5}])


def test_an_id_that_is_the_same_for_most_rows_is_no_id() -> None:
    sample: list[dict[str, object]] = [{"id": "hotel-1", "text": TEXT} for _ in range(10)]
    assert found(sample) == {"text": "text"}


def test_a_yes_no_column_is_no_rating() -> None:
    sample: list[dict[str, object]] = [{"rating": n % 2, "text": f"{TEXT} {n}"} for n in range(10)]
    assert found(sample) == {"text": "text"}


def test_the_columns_asked_for_are_taken_by_name_case_or_number() -> None:
    cells: dict[str, object] = {"Body": TEXT, "Other Text": "something else here", "N": 3}
    assert found([cells], text="Other Text")["text"] == "Other Text"
    assert found([cells], text="other_text", stars="n") == {"text": "Other Text", "stars": "N"}
    assert found([cells], text="2")["text"] == "Other Text"


def test_a_column_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(
        ColumnError, match=r"no column 'reviw' for the text\. Did you mean 'review'\? Its columns: 'review', 'stars'"
    ):
        found([{"review": TEXT, "stars": 5}], text="reviw")
    with pytest.raises(ColumnError, match=r"no column '999"):
        found([{"review": TEXT, "stars": 5}], text="9" * 5000)


def test_without_a_text_column_the_error_says_what_to_pass() -> None:
    with pytest.raises(ColumnError, match=r"Its columns: 'a', 'b'\. Name the right one with --text-column NAME"):
        found([{"a": 1, "b": "2020-01-01"}, {"a": 2, "b": "2020-01-02"}])


@pytest.mark.parametrize(
    ("cells", "header"),
    [
        (["id", "text"], True),
        (["评论", "评分"], True),
        (["foo", "bar"], True),
        (["", "Age", "Review Text"], True),
        (["5", "Great place to stay"], False),
        (["2020-01-01", "fine"], False),
        (["The room was very clean and the staff kind", "x"], False),
        (["味道很好服务也不错下次还会再来"], False),
        ([""], False),
    ],
)
def test_tells_a_header_from_a_row(cells: list[str], header: bool) -> None:
    assert looks_like_header(cells, [], Columns()) is header


@pytest.mark.parametrize(
    ("first", "below", "header"),
    [
        (["Please tell us in your own words how it was", "How many of ten"], [["Good", "9"], ["Bad", "2"]], True),
        (["Good food", "5"], [["Bad food", "1"]], False),
        (["Good food"], [["Bad, very bad food"]], False),
        (["verbatim_q3"], [["Bad food"]], True),
    ],
)
def test_what_stands_below_helps_to_tell_a_header(first: list[str], below: list[list[str]], header: bool) -> None:
    assert looks_like_header(first, below, Columns()) is header


def test_words_in_longer_names_help_where_no_name_is_known() -> None:
    cells: dict[str, object] = {"Hotel_Name": "x", "Reviewer_Score": "7.5", "What is your opinion of us?": TEXT}
    assert found([cells]) == {"text": "What is your opinion of us?", "stars": "Reviewer_Score", "product": "Hotel_Name"}


def test_a_share_between_zero_and_one_is_no_rating() -> None:
    sample: list[dict[str, object]] = [{"text": TEXT, "sentiment_score": score} for score in ("0.93", "0", "1")]
    assert found(sample) == {"text": "text"}


def test_plus_and_minus_one_are_stars_where_one_column_alone_has_them() -> None:
    sample: list[dict[str, object]] = [{"text": TEXT, "label": n, "plus": 1} for n in ("1", "-1", "0")]
    assert found(sample) == {"text": "text", "stars": "label"}
    assert found([{**cells, "food": cells["label"]} for cells in sample]) == {"text": "text"}
    assert found([{"text": TEXT, "score": n} for n in ("1", "-1", "-2")]) == {"text": "text"}


def test_a_rank_is_no_rating() -> None:
    sample: list[dict[str, object]] = [{"text": f"{TEXT} {n}", "rank": n} for n in range(1, 6)]
    assert found(sample) == {"text": "text"}


def test_of_several_promising_columns_a_word_is_not_the_review() -> None:
    body = "The room was clean and the staff could not have been friendlier."
    rows = [{"title": "Stay", "comment": "ok", "body": f"{body} {i}"} for i in range(20)]
    (first, *_) = voxpop.read_reviews(rows)
    assert first.text == f"{body} 0"


def test_a_name_that_stands_in_many_rows_is_a_product_and_another_is_a_person() -> None:
    hotels = [{"name": f"Hotel {n % 3}", "review": f"{TEXT} {n}"} for n in range(30)]
    guests = [{"name": f"Guest {n}", "review": f"{TEXT} {n}"} for n in range(30)]
    mostly_nameless = [row | {"name": "Anonymous"} if n % 4 else row for n, row in enumerate(guests)]
    assert found(hotels) == {"text": "review", "product": "name"}
    assert found(guests) == found(mostly_nameless) == {"text": "review"}


def test_the_name_of_a_hotel_is_kept_beside_its_id() -> None:
    rows = [
        {"hotel_id": n % 3, "name": f"Hotel {n % 3}", "author": f"Guest {n}", "review": f"{TEXT} {n}"}
        for n in range(30)
    ]
    review = next(iter(voxpop.read_reviews(rows)))
    assert (review.product, review.extra) == ("0", {"name": "Hotel 0"})


@pytest.mark.parametrize("name", ["subject", "title", "summary", "cons"])
def test_ids_under_the_name_of_a_text_are_not_joined_with_it(name: str) -> None:
    rows = [{name: f"S-{n:04}", "answer": f"{TEXT} {n}"} for n in range(30)]
    assert text_columns(found(rows), rows, Columns(), "survey.csv") == ["answer"]
    titled = [row | {name: f"Not bad {n}"} for n, row in enumerate(rows)]
    assert name in text_columns(found(titled), titled, Columns(), "survey.csv")


def test_exports_of_steam_trustpilot_and_taobao(given: Callable[..., Any], read: Callable[..., Any]) -> None:
    votes = [
        {
            "recommendationid": str(n),
            "author": {"steamid": f"7{n}"},
            "review": f"Great game {n}",
            "voted_up": n % 2 == 0,
        }
        for n in range(6)
    ]
    found = read(votes)
    assert [(review.id, review.stars) for review in found.reviews][:2] == [("0", 5), ("1", 1)]
    people = given(
        "t.csv", "Consumer ID,Consumer name,Requester,Review text\n1,Ann,Bob,Good food\n2,Eve,Joe,Bad food\n"
    )
    assert people.choice.left_out == ("Consumer ID", "Consumer name", "Requester")
    shop = given("s.csv", "商品标题,评价类型,初次评价,SKU\n连衣裙,好评,质量很好,红色\nT恤,差评,掉色严重,白色\n")
    assert [(review.product, review.stars) for review in shop.reviews] == [("连衣裙", 5), ("T恤", 1)]


def test_a_row_of_answer_labels_belongs_to_the_header(given: Callable[..., Any]) -> None:
    rows = ["Respondent,What do you think?", ",Open-Ended Response", "1,The staff was nice", "2,Waiting takes too long"]
    found = given("survey.csv", "\n".join(rows))
    assert found.texts == ["The staff was nice", "Waiting takes too long"]
    assert found.choice.columns["text"] == "What do you think?"
