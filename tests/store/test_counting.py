"""The one definition of a count, worked out by hand."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from voxpop.aggregate.aspect_table import MEMBERS, empty_row
from voxpop.aggregate.table_edits import Key
from voxpop.store import Draft, Store, counting
from voxpop.store.change import changing
from voxpop.store.counting import of_side, row_opinions, votes
from voxpop.store.edit_log import do
from voxpop.store.views import Views
from voxpop.summarize.findings import TopicCounts
from voxpop.types import Opinion, Review, Span

from .edited import analysis
from .opinion_rows import opinion_rows


def filled(*said: tuple[int, str, str | None, float], stars: tuple[float, ...] = (), texts: str = "soup") -> Draft:
    """A file with opinions: review, aspect, category, polarity; each has a place of its own in its review."""
    draft = Draft()
    count = max(review for review, *_ in said) + 1
    draft.add_reviews([
        Review(id=f"r{n}", text=f"{texts} " * 60, lang="en", stars=stars[n] if stars else None) for n in range(count)
    ])  # fmt: skip
    opinions: dict[int, list[Opinion]] = {}
    for at, (review, aspect, category, polarity) in enumerate(said):
        span = Span(5 * at, 5 * at + 4)
        opinion = Opinion(f"r{review}", *span, "soup", aspect, polarity, category, (), Span(span.start, span.end + 5))
        opinions.setdefault(review, []).append(opinion)
    draft.add_opinions(opinion_rows(opinions))
    return draft


def test_counts_by_hand() -> None:
    draft = filled((0, "room", None, 1.0), (0, "room", None, 0.5), (1, "room", None, -0.5), (2, "room", None, 0.0))
    (room,) = draft.fill_rows([empty_row(Key("en", "room", None))], about="main")
    assert room is not None
    assert (room.mentions, room.reviews, room.positive, room.neutral, room.negative) == (4, 3, 2, 1, 1)
    assert room.mean == pytest.approx((0.75 - 0.5) / 2)  # each review that says something weighs the same
    assert room.low < room.mean < room.high
    assert [quote.polarity > 0 for quote in room.quotes] == [True, False]


def test_an_aspect_of_which_nothing_is_said_and_one_that_nobody_speaks_of() -> None:
    draft = filled((0, "room", None, 0.0))
    room, bar = draft.fill_rows([empty_row(Key("en", name, None)) for name in ("room", "bar")], about="main")
    assert room is not None
    assert (room.mean, room.low, room.high, room.quotes) == (0.0, -1.0, 1.0, ())
    assert bar is None


def test_an_opinion_stands_behind_its_aspect_its_category_and_the_one_in_the_other() -> None:
    draft = filled((0, "soup", "food", 1.0), (1, "soup", "price", -1.0), (2, "", "food", 1.0))
    keys = [Key("en", "soup", None), Key("en", None, "food"), Key("en", "soup", "food")]
    counts = draft.count_rows([empty_row(key) for key in keys], about="main")
    assert [(counts[n].positive, counts[n].negative) for n in range(3)] == [(1, 1), (2, 0), (1, 0)]


def test_a_category_lists_what_people_name_in_it() -> None:
    draft = filled(*((n, f"dish {n % 30}", "food", 1.0) for n in range(40)))
    (food,) = draft.fill_rows([empty_row(Key("en", None, "food"))], about="main")
    assert food is not None
    assert len(food.terms) == MEMBERS
    assert set(food.terms) <= {f"dish {n}" for n in range(10)}  # said twice


def test_complaints_are_reviews_and_have_stars() -> None:
    said = [(0, "room", None, -1.0), (0, "room", None, -0.5), (1, "room", None, -0.5), (2, "room", None, 1.0)]
    draft = filled(*said, stars=(1.0, 2.5, 5.0))
    counts = draft.count_rows([empty_row(Key("en", "room", None))], about="main")[0]
    assert (counts.complaints, counts.rated_complaints, counts.complaint_stars) == (2, 2, 3.5)


def test_numbers_are_the_same_however_many_reviews_are_counted_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [
        (n // 2, name, "food", polarity) for n in range(20) for name, polarity in (("soup", n / 20), ("rice", -0.3))
    ]
    draft = filled(*said, stars=tuple(1 + n % 5 for n in range(10)))
    rows = [empty_row(Key("en", name, None)) for name in ("soup", "rice")]
    at_once = draft.count_rows(rows, about="main")
    monkeypatch.setattr(counting, "COUNTED", 3)
    assert draft.count_rows(rows, about="main") == at_once


def test_opinions_on_aspects_that_few_speak_of_go_to_their_category() -> None:
    draft = filled(
        (0, "soup", "food", 1.0), (1, "soup", "food", 1.0), (2, "rice", "food", 1.0), (3, "bread", None, 1.0)
    )
    draft.drop_rare_aspects(fewest=2)
    assert [(opinion.aspect, opinion.category) for opinion in draft.opinions] == [
        ("soup", "food"), ("soup", "food"), ("food", "food"),
    ]  # fmt: skip


def test_praise_and_blame_of_aspects_that_few_speak_of_count_for_the_row_of_their_category() -> None:
    draft = filled(
        (0, "soup", "food", 1.0), (1, "soup", "food", 1.0), (2, "rice", "food", -1.0), (3, "bread", "food", 0.0),
        (4, "lamp", "rooms", 1.0), (5, "bed", "rooms", 1.0), (6, "key", "safety", 1.0),
    )  # fmt: skip
    draft.drop_rare_aspects(fewest=2, of_category={"en": {"food": "soup", "rooms": "rooms", "safety": "safety"}})
    aspects = draft._all("SELECT aspect FROM opinions ORDER BY review")
    assert [aspect for (aspect,) in aspects] == ["soup", "soup", "soup", None, "rooms", "rooms", None]


# A hidden aspect leaves its category behind, and a row takes the name of a category or of another aspect.
RENAMED = {"terms": ("bed", "rooms"), "categories": ("food", "soup"), "tree": ("food", "soup")}


@pytest.mark.parametrize("by", RENAMED)
@pytest.mark.parametrize("edited", [False, True])
def test_a_summary_counts_the_reviews_of_each_row(tmp_path: Path, by: str, edited: bool) -> None:
    file = analysis(tmp_path / "x.voxpop", by=by)
    if edited:
        with changing(file) as store:
            ids = {row.name: row.id for row in store.aspects if row.parent is None}
            old, new = RENAMED[by]
            do(store, "hide", {"id": ids["room" if by == "terms" else "rooms"]}, who="ann")
            do(store, "rename", {"id": ids[old], "name": new}, who="ann")
    with closing(Store.open(file)) as store:
        topics = store.summary_counts("en").topics
        judged = votes(store._connection.cursor(), row_opinions(), where=of_side("main")).to_pylist()
        for place, row in enumerate(store.aspects):
            for sign, side in ((1, "good"), (-1, "bad")):
                if row.parent is None:
                    counted = topics.get((row.name, sign), TopicCounts()).reviews
                    assert counted == sum(vote["row"] == place and vote[side] for vote in judged), (row.name, side)
        assert ("room", 1) not in topics or not edited


@pytest.mark.parametrize("by", ["terms", "categories", "tree"])
def test_pages_count_what_the_table_holds(tmp_path: Path, by: str) -> None:
    with_file = Store.open(analysis(tmp_path / "x.voxpop", by=by))
    rows = list(with_file.aspects)
    assert with_file.fill_rows(rows, about="main") == rows
    with Views.over(with_file) as views:
        assert {place: n.row_numbers() for place, n in views.row_numbers().items()} == {
            place: n.row_numbers() for place, n in with_file.numbers(row_opinions(), "row").items()
        }
        for place, counts in views.row_numbers().items():
            assert all(getattr(rows[place], name) == value for name, value in counts.row_numbers().items())
    with_file.close()


def test_terms_stand_by_frequency(tmp_path: Path) -> None:
    store = Store.open(analysis(tmp_path / "x.voxpop"))
    room = next(row for row in store.aspects if row.name == "room")
    again, nobody = store.fill_rows([room, replace(room, name="nobody")], about="main")
    assert again is not None
    assert again.terms == ("rooms", "room")  # said twice, said once
    assert nobody is None
    store.close()
