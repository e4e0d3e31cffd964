"""Edits in a file: rows are counted anew from the opinions, and undoing brings back what was found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from voxpop.aggregate.aspect_table import empty_row
from voxpop.aggregate.select_opinions import opinion_on
from voxpop.aggregate.table_edits import AspectEdit, Key, TableEdits
from voxpop.aggregate.table_edits_file import write
from voxpop.arrow_tables import comparison_table, mention_table, sentence_table, statement_table
from voxpop.errors import OptionError
from voxpop.part_files import pack
from voxpop.store import Draft, Store, copy
from voxpop.store.change import changing
from voxpop.store.edit_log import add, apply, do, found_aspects, history, layout_of, redo, table_edits_of, undo
from voxpop.store.page_tables import PAGE_TABLES, fill_page_tables
from voxpop.types import ExtractedPart, Mention, Review, Sentence, Span

from .edited import analysis
from .opinion_rows import opinion_rows


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return analysis(tmp_path / "x.voxpop")


def tables(file: Path) -> tuple[list[Any], list[Any]]:
    store = Store.open(file)
    try:
        return list(store.aspects), sorted(store.opinions, key=repr)
    finally:
        store.close()


def pages(store: Store) -> list[list[Any]]:
    """What is counted for the pages."""
    return [store._all(f"FROM {table} ORDER BY ALL") for table in PAGE_TABLES]


def edit(file: Path, kind: str, **args: object) -> None:
    with changing(file) as store:
        do(store, kind, args, who="ann")


def rows(file: Path) -> dict[str, tuple[int, int, int, int]]:
    return {row.name: (row.mentions, row.reviews, row.positive, row.negative) for row in tables(file)[0]}


def test_every_row_counts_what_was_found(file: Path, tmp_path: Path) -> None:
    for found in (
        file,
        analysis(tmp_path / "tree.voxpop", by="tree"),
        analysis(tmp_path / "c.voxpop", by="categories"),
    ):
        store = Store.open(found)
        assert store.aspects
        assert store.fill_rows(list(store.aspects), about="main") == list(store.aspects)
        store.close()


def test_merging_counts_reviews_once(file: Path) -> None:
    before = rows(file)
    edit(file, "merge", ids=["en:bed"], into="en:room")
    after = rows(file)
    assert before["room"] == (3, 3, 2, 1)
    assert before["bed"] == (3, 3, 2, 1)
    assert after["room"] == (6, 4, 4, 2)  # reviews 0, 1, 2, 4
    assert "bed" not in after
    assert after["staff"] == before["staff"]


def test_the_mean_weighs_each_review_the_same(file: Path) -> None:
    edit(file, "merge", ids=["en:bed"], into="en:room")
    row = next(row for row in tables(file)[0] if row.name == "room")
    assert row.mean == pytest.approx((0.8 + (0.6 - 0.7) / 2 + 0.9 + (-0.9 + 0.1) / 2) / 4, abs=1e-5)
    assert row.low < row.mean < row.high
    assert {quote.polarity > 0 for quote in row.quotes} == {True, False}


def test_names_change_everywhere_and_ids_nowhere(file: Path) -> None:
    edit(file, "rename", id="en:room", name="The Rooms")
    aspects, opinions = tables(file)
    assert [row.id for row in aspects if row.name == "The Rooms"] == ["en:room"]
    assert sum(opinion.aspect == "The Rooms" for opinion in opinions) == 3
    assert not any(opinion.aspect == "room" for opinion in opinions)


def test_split_words_are_counted_apart(file: Path) -> None:
    edit(file, "split", id="en:room", terms=["rooms"], name="many rooms")
    assert rows(file)["many rooms"] == (2, 2, 1, 1)
    assert rows(file)["room"] == (1, 1, 1, 0)
    with pytest.raises(OptionError, match="all the words"):
        edit(file, "split", id="en:rooms", terms=["rooms"])


def test_hidden_aspects_are_not_told_of(file: Path) -> None:
    edit(file, "hide", id="en:staff")
    aspects, opinions = tables(file)
    assert "staff" not in [row.name for row in aspects]
    assert [opinion.aspect for opinion in opinions if opinion.text == "staff"] == ["service"]  # its category
    edit(file, "show", id="en:staff")
    assert sum(opinion.aspect == "staff" for opinion in tables(file)[1]) == 2


def test_pinned_rows_come_first(file: Path) -> None:
    edit(file, "pin", id="en:staff")
    edit(file, "pin", id="en:soup", place=0)
    assert list(rows(file))[:2] == ["soup", "staff"]


def test_everything_can_be_undone_and_done_again(file: Path) -> None:
    states = [tables(file)]
    for kind, args in (
        ("merge", {"ids": ["en:bed"], "into": "en:room"}), ("rename", {"id": "en:room", "name": "Rooms"}),
        ("split", {"id": "en:soup", "terms": ["soups"]}), ("hide", {"id": "en:staff"}), ("pin", {"id": "en:soup"}),
    ):  # fmt: skip
        edit(file, kind, **args)
        states.append(tables(file))
    for state in reversed(states[:-1]):
        with changing(file) as store:
            undo(store, who="bob")
        assert tables(file) == state
    for state in states[1:]:
        with changing(file) as store:
            redo(store, who="bob")
        assert tables(file) == state
    with changing(file) as store, pytest.raises(OptionError, match="nothing to do again"):
        redo(store, who="bob")


def test_nothing_done_nothing_undone(file: Path) -> None:
    with pytest.raises(OptionError, match="nothing to undo"), changing(file) as store:
        undo(store, who="ann")
    with pytest.raises(OptionError, match="already has this edit"):
        edit(file, "unpin", id="en:room")
    assert Store.open(file).count("edits") == 0


def test_a_new_edit_ends_what_could_be_done_again(file: Path) -> None:
    edit(file, "hide", id="en:staff")
    with changing(file) as store:
        undo(store, who="bob")
    edit(file, "hide", id="en:soup")
    with changing(file) as store, pytest.raises(OptionError, match="nothing to do again"):
        redo(store, who="bob")
    store = Store.open(file)
    first, second = history(store)
    assert (first.who, first.undone_by, second.undone) == ("ann", "bob", None)
    assert first.made.tzinfo is not None
    store.close()


def test_what_was_found_stays(file: Path) -> None:
    found = tables(file)[0]
    edit(file, "merge", ids=["en:bed", "en:staff"], into="en:room")
    store = Store.open(file)
    assert found_aspects(store) == found
    store.close()


@pytest.mark.parametrize("by", ["categories", "tree"])
def test_categories_take_their_opinions_along(tmp_path: Path, by: str) -> None:
    file = analysis(tmp_path / "x.voxpop", by=by)
    before = tables(file)
    edit(file, "merge", ids=["en>comfort"], into="en>rooms")
    edit(file, "rename", id="en>rooms", name="Where you sleep")
    aspects, opinions = tables(file)
    row = next(row for row in aspects if row.id == "en>rooms")
    assert (row.name, row.category, row.mentions) == ("Where you sleep", "Where you sleep", 5)
    assert sum(opinion.category == "Where you sleep" for opinion in opinions) == 5
    if by == "tree":
        bed = next(row for row in aspects if row.id == "en>rooms>bed")
        assert (bed.mentions, bed.parent, bed.category) == (3, "en>rooms", "Where you sleep")
    for _ in range(2):
        with changing(file) as store:
            undo(store, who="ann")
    assert tables(file) == before


def test_a_file_of_aspects_replaces_what_was_edited(file: Path) -> None:
    edit(file, "hide", id="en:soup")
    table_edits = TableEdits(
        (
            AspectEdit(id="en:bed", into="en:room"),
            AspectEdit(id="en:room", name="Rooms"),
            AspectEdit(id="en:pool", hidden=True),
        )
    )
    with changing(file) as store:
        assert apply(store, table_edits, who="my.toml").waiting == ["en:pool"]
    assert list(rows(file)) == ["Rooms", "soup", "staff"]
    store = Store.open(file)
    assert write(table_edits_of(store)) == write(table_edits)  # what waits is not lost
    assert layout_of(store).waiting == ["en:pool"]
    store.close()


def test_a_copy_has_the_edits_too(file: Path, tmp_path: Path) -> None:
    edit(file, "merge", ids=["en:bed"], into="en:room")
    store = Store.open(file)
    copy(store, tmp_path / "y.voxpop")
    store.close()
    assert tables(tmp_path / "y.voxpop") == tables(file)
    with changing(tmp_path / "y.voxpop") as store:
        undo(store, who="ann")
    assert "bed" in rows(tmp_path / "y.voxpop")


IDS = [
    "en>rooms",
    "en>service",
    "en>food",
    "en>comfort",
    "en>place",
    "en>rooms>bed",
    "en>service>staff",
    "en>food>soup",
]
EDIT = st.one_of(
    st.builds(lambda a, b: ("merge", {"ids": [a], "into": b}), st.sampled_from(IDS), st.sampled_from(IDS)),
    st.builds(lambda a: ("hide", {"id": a}), st.sampled_from(IDS)),
    st.builds(
        lambda a, b: ("rename", {"id": a, "name": b}), st.sampled_from(IDS), st.sampled_from(["x", "food", "bed"])
    ),
    st.builds(lambda a, b: ("split", {"id": a, "terms": [b]}), st.sampled_from(IDS), st.sampled_from(["soups", "bed"])),
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=st.lists(EDIT, min_size=1, max_size=4))
def test_rows_always_count_the_opinions_behind_them(
    edits: list[tuple[str, dict[str, Any]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    file = analysis(tmp_path_factory.mktemp("tree") / "x.voxpop", by="tree")
    before = tables(file)
    done = 0
    for kind, args in edits:
        try:
            with changing(file) as store:  # one that is refused leaves nothing behind
                do(store, kind, args, who="ann")
        except OptionError:
            continue
        done += 1
    store = Store.open(file)
    for again, row in zip(store.fill_rows(list(store.aspects), about="main"), store.aspects, strict=True):
        assert again is not None
        assert (again.mentions, again.reviews, again.mean) == (row.mentions, row.reviews, row.mean)
    table_edits = table_edits_of(store)
    store.close()
    fresh = analysis(file.with_name("fresh.voxpop"), by="tree")
    with changing(fresh) as store:
        apply(store, table_edits, who="my.toml")
    assert tables(fresh) == tables(file)  # step by step or all at once
    with changing(file) as store:
        for undone in range(done + 1):
            counted = pages(store)
            fill_page_tables(store._connection, store.side)
            assert pages(store) == counted
            if undone < done:
                undo(store, who="ann")
    assert tables(file) == before


def test_what_is_said_once_is_not_counted_twice_and_comes_back(tmp_path: Path) -> None:
    """Two categories are read from the same words; merged, they are one opinion."""
    file = analysis(tmp_path / "x.voxpop", by="categories")
    with changing(file) as store:
        store._connection.execute(
            "INSERT INTO opinions SELECT * REPLACE ('service' AS category) FROM opinions WHERE text = 'view'"
        )
    before = tables(file)
    edit(file, "merge", ids=["en>place"], into="en>service")
    assert sum(opinion.text == "view" for opinion in tables(file)[1]) == 1
    edit(file, "rename", id="en>service", name="People")
    assert sum(opinion.text == "view" for opinion in tables(file)[1]) == 1
    edit(file, "part", id="en>place")
    assert sorted(opinion.category for opinion in tables(file)[1] if opinion.text == "view") == ["People", "place"]
    for _ in range(3):
        with changing(file) as store:
            undo(store, who="ann")
    assert tables(file) == before


def test_a_row_is_made_from_a_word_and_taken_back(file: Path) -> None:
    before = rows(file)
    found = tables(file)
    with changing(file) as store:
        add(store, "comfort", ["beds", "view"], who="ann")
    after = rows(file)
    assert after["comfort"] == (4, 4, 2, 1)  # the bed of three reviews, and the view, which had no row
    assert "bed" not in after
    assert {name: numbers for name, numbers in after.items() if name != "comfort"} == {
        name: numbers for name, numbers in before.items() if name != "bed"
    }
    with changing(file) as store:
        undo(store, who="ann")
    assert tables(file) == found
    with changing(file) as store:
        redo(store, who="ann")
    assert rows(file) == after


def test_a_row_from_words_that_nobody_uses_or_with_a_name_that_is_taken(file: Path) -> None:
    for name, words in (("spa", ["sauna"]), ("room", ["view"]), ("", ["view"])):
        with pytest.raises(OptionError), changing(file) as store:
            add(store, name, words, who="ann")
    assert len(history(Store.open(file))) == 0


def test_a_row_is_made_from_words_of_opinions_on_something_else(tmp_path: Path) -> None:
    text = "The phone drains its battery. The case is so."
    review, words = Review(id="r", text=text, lang="en"), Span(10, 28)
    mentions = [
        Mention("r", 4, 9, "phone", "phone", -0.9, (words,), Span(0, 28), lemmas=("phone",)),
        Mention("r", 34, 38, "case", "case", 0.9, (Span(42, 44),), Span(30, 44), lemmas=("case",)),
    ]
    tables = mention_table([mentions]), comparison_table([[]]), statement_table([[]])
    draft = Draft(tmp_path / "x.voxpop")
    draft.add_part(pack(ExtractedPart([review], sentence_table([[Sentence(0, 45, ())]]), *tables)))
    draft.add_opinions(opinion_rows({0: [opinion_on(mentions[0], "phone")]}))
    draft.add_aspects([row for row in draft.fill_rows([empty_row(Key("en", "phone", None))], about="main") if row])
    draft.put({"settings": {"by": "terms", "about": "main"}})
    draft.commit()
    draft.close()
    with changing(tmp_path / "x.voxpop") as store:
        add(store, "battery", ["battery"], who="ann")
        add(store, "case", ["case"], who="ann")
    assert rows(tmp_path / "x.voxpop") == {"phone": (1, 1, 0, 1), "battery": (1, 1, 0, 1), "case": (1, 1, 1, 0)}
