"""Every column of a file is used, kept or named, and what was found wrong in version 0.1 (findings D) stays right."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import voxpop
from voxpop.cli.console import ChoicePrinter, print_choice, run_summary
from voxpop.errors import ContentError
from voxpop.ingest import Curator, FileChoice, read_reviews
from voxpop.settings import Curation, Settings
from voxpop.types import Review, Section

Given = Callable[..., Any]
TEXT = "The staff were kind and the room was clean"


def test_the_other_columns_are_kept_and_those_of_people_are_named_as_left_out(
    given: Given, capsys: pytest.CaptureFixture[str]
) -> None:
    found = given("app.csv", f"reviewId,content,userName,score,thumbsUpCount,version\ngp:1,{TEXT},Jane,5,12,2.1\n")
    (review,) = found.reviews
    assert (review.id, review.stars) == ("gp:1", 5)
    assert review.extra == {"thumbsUpCount": "12", "version": "2.1"}
    assert found.choice.columns == {"text": "content", "stars": "score", "id": "reviewId", "version": "version"}
    assert (found.choice.kept, found.choice.left_out) == (("thumbsUpCount", "version"), ("userName",))
    print_choice(found.choice)
    said = " ".join(capsys.readouterr().err.split())
    assert "kept with each review: 'thumbsUpCount'; left out because they name people: 'userName'" in said


def test_without_masking_columns_of_people_are_kept_too(read: Given) -> None:
    rows = [{"text": TEXT, "author": "Jane", "mail": "jane@example.com"}]
    assert read(rows, curation=Curation.off()).reviews[0].extra == {"author": "Jane", "mail": "jane@example.com"}


def test_personal_data_in_other_columns_is_covered_but_plain_numbers_stay() -> None:
    extra = {"answer": "Call 138 0013 8000 or jane@example.com", "order": "123456789012", "when": "2023-05-28 10:00"}
    (review,) = Curator(Settings())([Review(id="1", text=TEXT, extra=extra)])
    assert isinstance(review, Review)
    assert review.extra["answer"] == f"Call {'█' * 13} or {'█' * 16}"
    assert review.extra["order"] == "123456789012"


def test_values_of_any_type_are_kept_as_text(read: Given) -> None:
    rows = [
        {
            "text": TEXT,
            "date": None,
            "n": 17.0,
            "ok": True,
            "tags": ["a", "b"],
            "born": date(2020, 1, 2),
            "none": None,
            "x": b"1",
        }
    ]
    assert read(rows).reviews[0].extra == {"n": "17", "ok": "true", "tags": '["a", "b"]', "born": "2020-01-02"}


def test_objects_inside_a_row_are_kept_without_people(given: Given) -> None:
    row = (
        '{"text": "Good food", "user": {"name": "Jane", "geo": {"city": "Rome", "email": "j@x.org"}}, "a": {"b": 1}}\n'
    )
    assert given("x.jsonl", row).reviews[0].extra == {"user.geo": '{"city": "Rome"}', "a.b": "1"}


@pytest.mark.parametrize(
    ("header", "row", "texts", "text"),
    [
        ("title,body,stars", f"Great stay,{TEXT},5", ("title", "body"), f"Great stay\n{TEXT}"),
        (
            "pros,cons,rating",
            "Kind staff and free tea,Long hours for all,4",
            ("pros", "cons"),
            "Pros: Kind staff and free tea\nCons: Long hours for all",
        ),
        (
            "benefitsReview,sideEffectsReview",
            "No pain at all,Dry mouth in the night",
            None,
            "Benefits review: No pain at all\nSide effects review: Dry mouth in the night",
        ),
        (
            "优点,缺点,评分",
            "屏幕清晰，声音也不错,电池不耐用，充电很慢,4",
            ("优点", "缺点"),
            "优点：屏幕清晰，声音也不错\n缺点：电池不耐用，充电很慢",
        ),
        (
            "评论内容,追评",
            "屏幕清晰，声音也不错,用了一个月后电池不耐用",
            ("评论内容", "追评"),
            "屏幕清晰，声音也不错\n追评：用了一个月后电池不耐用",
        ),
    ],
)
def test_columns_of_text_that_belong_together_are_joined(
    given: Given, header: str, row: str, texts: tuple[str, ...] | None, text: str
) -> None:
    found = given("x.csv", f"{header}\n{row}\n")
    (review,) = found.reviews
    columns = dict(zip(header.split(","), row.split(","), strict=True))
    assert found.choice.texts == (texts or tuple(columns))
    assert review.text == text
    assert {s.column: review.text[s.start : s.end] for s in review.sections} == {
        t: columns[t] for t in found.choice.texts
    }


def test_a_part_that_is_empty_or_says_that_there_is_nothing_is_no_section(given: Given) -> None:
    rows = 'Tiny room and noisy street,No Positive\nNo Negative,Kind staff and good food\n"",\n'
    found = given("x.csv", f"Negative_Review,Positive_Review\n{rows}")
    assert found.texts == ["Negative review: Tiny room and noisy street", "Positive review: Kind staff and good food"]
    assert [r.sections for r in found.reviews] == [
        (Section("Negative_Review", 17, 43),),
        (Section("Positive_Review", 17, 41),),
    ]


def test_titles_of_products_and_titles_that_the_text_begins_with_are_not_joined(given: Given) -> None:
    rows = "".join(f"Acme Wireless Mouse M{n % 2},{TEXT} {n}\n" for n in range(8))
    found = given("x.csv", f"title,review\n{rows}")
    assert found.choice.texts == ("review",)
    assert found.reviews[0].extra == {"title": "Acme Wireless Mouse M0"}
    assert given("y.csv", f"title,review\nThe staff were…,{TEXT}\n").texts == [TEXT]


def test_the_columns_of_text_that_are_asked_for_are_joined_and_no_others(read: Given) -> None:
    rows = [{"title": "Great", "body": TEXT, "tip": "Ask for tea"}]
    assert read(rows, columns={"text": ["body", "tip"]}).texts == [f"{TEXT}\nAsk for tea"]
    assert read(rows, columns={"text": "body"}).texts == [TEXT]
    assert read(rows, columns={"text": "body"}).reviews[0].extra == {"title": "Great", "tip": "Ask for tea"}


@pytest.mark.parametrize(
    ("name", "cells", "stars"),
    [
        ("rating", ["s-star5", "s-star2", "allstar40"], [5, 2, 4]),
        ("评分星级", ["五星", "3星", "1星"], [5, 3, 1]),
        ("thumb", ["👍", "👎", "👍🏽"], [5, 1, 5]),
        ("anything", ["👍", "👎", "👍"], [5, 1, 5]),
        ("vote", ["1", "-1", "0"], [5, 1, 3]),
        ("recommended", ["+1", "−1", "+1"], [5, 1, 5]),
        ("NPS", ["0", "5", "4"], [1, 2.5, 2]),
        ("How likely are you to recommend us (0-10)", ["10", "3", "2"], [5, 1.5, 1]),
        ("Overall rating (1-10)", ["4", "2", "5"], [2, 1, 2.5]),
    ],
)
def test_ratings_of_every_kind_are_stars(read: Given, name: str, cells: list[str], stars: list[float]) -> None:
    found = read([{"text": f"{TEXT} {n}", name: cell} for n, cell in enumerate(cells)])
    assert found.choice.columns["stars"] == name
    assert [r.stars for r in found.reviews] == stars


@pytest.mark.parametrize(
    ("name", "cells", "scale"),
    [
        ("NPS", [7, 9, 10], "0–10"),
        ("How likely are you to recommend us (0-10)?", [7, 9, 10], "0–10"),
        ("score", [0, 9, 10], "0–10"),
        ("Rating (1-10)", [1, 4, 5], "1–10"),
        ("score", [3, 9, 10], "1–10"),
        ("score", [3, 60, 100], "1–100"),
        ("stars", [3, 4, 5], "1–5"),
    ],
)
def test_the_scale_is_told_as_it_is(read: Given, name: str, cells: list[int], scale: str) -> None:
    choice = read([{"text": f"Good food number {cell}", name: cell} for cell in cells]).choice
    assert choice.star_scale == scale
    assert [f"stars from {scale.replace('–', ' to ')} were" in note for note in choice.notes] == [True] * (
        scale != "1–5"
    )


@pytest.mark.parametrize(
    ("cell", "day", "country"),
    [
        ("Reviewed in the United States 🇺🇸 on May 28, 2023", date(2023, 5, 28), "United States"),
        ("Reviewed in India on 28 May 2023", date(2023, 5, 28), "India"),
        ("2023年5月28日在中国审核", date(2023, 5, 28), "中国"),
        ("Reviewed 28 May 2023", date(2023, 5, 28), None),
        ("Date of stay: March 2019", date(2019, 3, 1), None),
    ],
)
def test_dates_with_words_around_them_are_read(read: Given, cell: str, day: date, country: str | None) -> None:
    found = read([{"text": TEXT, "date": cell}])
    assert found.reviews[0].date == day
    assert found.reviews[0].extra == ({"country": country, "date": cell} if country else {})
    assert found.choice.columns.get("country") == ("country" if country else None)


def test_a_location_is_no_product_and_country_and_version_are_recognised(read: Given) -> None:
    found = read([{"text": TEXT, "location": "Boston", "Country": "US", "App Version": "1.2"}])
    assert found.choice.columns == {"text": "text", "version": "App Version", "country": "Country"}
    assert found.reviews[0].product is None
    assert found.reviews[0].extra == {"location": "Boston", "Country": "US", "App Version": "1.2"}


def test_what_cannot_be_understood_is_counted_and_said() -> None:
    rows = [{"text": f"{TEXT} {n}", "stars": "lots" if n == 3 else 4, "date": "2020-02-30"} for n in range(2, 5)]
    rows += [{"text": "Breakfast was awful and cold", "stars": 2, "date": "2020-02-28"}] * 3
    with voxpop.analyze(rows, fast=True, workers=1, curation=Curation.off()) as analysis:
        document = analysis.document()
        kept = [(review.stars, review.unread, review.extra) for review in analysis.reviews][:2]
    assert document["counts"]["unread"] == {"stars": 1, "date": 3}
    assert document["counts"]["reviews"] == 6
    assert kept == [
        (4, ("date",), {"date": "2020-02-30"}),
        (None, ("stars", "date"), {"stars": "lots", "date": "2020-02-30"}),
    ]
    assert "not understood: 3 cells of column 'date'" in run_summary(document)


def test_html_and_nuls_are_cleaned_and_the_cell_is_kept_as_it_was(read: Given) -> None:
    cell = "Great &amp; cheap!<br /><b>Don&#39;t</b> miss\0 it <3"
    (review,) = read([{"text": cell}]).reviews
    assert review.text == "Great & cheap!\nDon't miss it <3"
    assert review.extra == {"text": cell.replace("\0", "\ufffd")}


def test_quotes_of_cleaned_and_joined_texts_stand_where_they_say() -> None:
    rows = [
        {"title": "Lovely &amp; clean", "body": f"The staff were kind.<br>The breakfast was cold, table {n}."}
        for n in range(6)
    ]
    with voxpop.analyze(rows, fast=True, workers=1, curation=Curation.off()) as analysis:
        texts = {review.id: review.text for review in analysis.reviews}
        opinions = list(analysis.opinions)
        quotes = [quote for aspect in analysis.document()["aspects"] for quote in aspect["evidence"]]
    assert opinions
    assert quotes
    assert all(texts[o.review_id][o.start : o.end] == o.text for o in opinions)
    assert all(texts[q["review_id"]][q["start"] : q["end"]] == q["text"] for q in quotes)
    assert quotes[0]["extra"] == {
        name: rows[0][name] if name == "title" else quotes[0]["extra"][name] for name in rows[0]
    }


def test_all_columns_survive_the_file(tmp_path: Path) -> None:
    rows = [{"title": "Good", "body": f"{TEXT} {n}", "country": "US" if n % 2 else "", "stars": "x"} for n in range(3)]
    path = tmp_path / "x.voxpop"
    columns = {"text": ("title", "body"), "stars": "stars"}
    settings = Settings(columns=voxpop.settings.Columns(**columns), curation=Curation.off(), fast=True)  # type: ignore[arg-type]
    voxpop.analyze(rows, settings=settings, output=path, workers=1).close()
    with voxpop.open(path) as analysis:
        reviews = list(analysis.reviews)
        run = analysis.document()["run"]
        assert analysis.reviews.to_arrow().column("extra").to_pylist()[1] == [("country", "US"), ("stars", "x")]
    assert [review.extra for review in reviews] == [{"stars": "x"}, {"country": "US", "stars": "x"}, {"stars": "x"}]
    assert reviews[0].sections == (Section("title", 0, 4), Section("body", 5, len(reviews[0].text)))
    assert run["columns"] == [
        {
            "roles": {"text": "title", "stars": "stars", "country": "country"},
            "texts": ["title", "body"],
            "kept": ["country"],
            "left_out": [],
        }
    ]
    assert [review.extra for review in read_reviews(reviews)] == [review.extra for review in reviews]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "content",
    [
        '[["id", "text", "stars"], ["a", "Good food", 5], ["b", "Bad food", 1]]',
        '{"columns": ["id", "text", "stars"], "index": [0, 1], "data": [["a", "Good food", 5], ["b", "Bad food", 1]]}',
        '[[{"id": "a", "text": "Good food", "stars": 5}], [{"id": "b", "text": "Bad food", "stars": 1}]]',
    ],
)
def test_lists_of_lists_are_tables_or_pages(given: Given, content: str) -> None:
    assert [(r.id, r.text, r.stars) for r in given("x.json", content).reviews] == [
        ("a", "Good food", 5),
        ("b", "Bad food", 1),
    ]


def test_lists_without_names_are_a_table_without_a_header(given: Given) -> None:
    found = given("x.jsonl", '["Good food here", 5]\n["Bad food here", 1]\n')
    assert [(r.text, r.stars) for r in found.reviews] == [("Good food here", 5), ("Bad food here", 1)]
    assert found.choice.notes == ("the lists have no row of names",)


def test_a_file_of_another_language_is_refused_even_where_half_could_be_read() -> None:
    french = [f"La chambre {n} était très belle mais le personnel impoli" for n in range(6)]
    with pytest.raises(ContentError, match="6 of 10 rows are in another language"):
        voxpop.analyze([*french, *(f"{TEXT} on day {n}, truly" for n in range(4))], workers=1)


def test_files_that_are_read_alike_are_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    printer = ChoicePrinter()
    for choice in (FileChoice("a.txt", "txt", "utf-8"), FileChoice("b.txt", "txt", "utf-8")):
        printer(choice)
    printer(FileChoice("c.csv", "csv", "utf-8"))
    printer.finish()
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["a.txt: txt; utf-8", "1 more file read in the same way", "c.csv: csv; utf-8"]
