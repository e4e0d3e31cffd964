"""What edits make of a table: rows, and where opinions go."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.aggregate.edited_layout import arrange, layout
from voxpop.aggregate.operations import OPERATIONS, operate
from voxpop.aggregate.table_edits import AspectEdit, TableEdits
from voxpop.errors import OptionError
from voxpop.types import Aspect


def aspect(name: str, *terms: str, reviews: int = 3, category: str | None = None, parent: str | None = None) -> Aspect:
    id = f"en:{name}" if category is None else f"en>{category}" + (f">{name}" if parent else "")
    return Aspect(id, name, terms or (name,), reviews, reviews, 1, 1, 1, 0.0, -1.0, 1.0, "en", (), category, parent)


FOUND = [aspect("room", "room", "rooms", "suite", reviews=9), aspect("bed", "bed", "beds"), aspect("staff")]
TREE = [
    aspect("service", "staff", category="service", reviews=9),
    aspect("staff", category="service", parent="en>service"),
    aspect("food", "soup", category="food", reviews=8),
    aspect("staff", category="food", parent="en>food"),
    aspect("soup", category="food", parent="en>food"),
]


def edited(found: list[Aspect], *edits: tuple[str, dict[str, object]]) -> TableEdits:
    table_edits = TableEdits()
    for kind, args in edits:
        table_edits = operate(table_edits, layout(found, table_edits), kind, args)
    return table_edits


def test_without_edits_all_is_as_found() -> None:
    made = layout(FOUND, TableEdits())
    assert list(made.slots) == ["en:room", "en:bed", "en:staff"]
    assert [(slot.name, slot.terms, slot.parts) for slot in made.shown] == [
        (aspect.name, aspect.terms, (aspect.id,)) for aspect in FOUND
    ]
    assert made.place("en", "room", "rooms", "suite") == ("room", "rooms")
    assert made.place("en", None, "food") == (None, "food")


def test_a_merged_aspect_goes_into_the_other_and_comes_out_again() -> None:
    table_edits = edited(FOUND, ("merge", {"ids": ["en:bed", "en:room"], "into": "en:room"}))
    made = layout(FOUND, table_edits)
    assert list(made.slots) == ["en:room", "en:staff"]
    assert made.slots["en:room"].parts == ("en:room", "en:bed")
    assert made.slots["en:room"].terms == ("room", "rooms", "suite", "bed", "beds")
    assert made.place("en", "bed", None, "beds") == ("room", None)
    apart = operate(table_edits, made, "part", {"id": "en:bed"})
    assert layout(FOUND, apart).place("en", "bed", None, "beds") == ("bed", None)


def test_merges_follow_each_other() -> None:
    first = ("merge", {"ids": ["en:bed"], "into": "en:room"})
    made = layout(FOUND, edited(FOUND, first, ("merge", {"ids": ["en:room"], "into": "en:staff"})))
    assert list(made.slots) == ["en:staff"]
    assert made.place("en", "bed", None) == ("staff", None)


def test_words_are_split_off_by_themselves() -> None:
    table_edits = edited(FOUND, ("split", {"id": "en:room", "terms": ["suite"], "name": "Suites"}))
    made = layout(FOUND, table_edits)
    assert made.slots["en:suite"].name == "Suites"
    assert made.slots["en:room"].terms == ("room", "rooms")
    assert made.place("en", "room", None, "suite") == ("Suites", None)
    assert made.place("en", "room", None, "rooms") == ("room", None)
    back = operate(table_edits, made, "merge", {"ids": ["en:suite"], "into": "en:room"})
    assert layout(FOUND, back).place("en", "room", None, "suite") == ("room", None)


def test_splitting_off_the_word_that_names_it_leaves_the_others() -> None:
    made = layout(FOUND, edited(FOUND, ("split", {"id": "en:room", "terms": ["room"], "name": "the room"})))
    assert made.place("en", "room", None, "room") == ("the room", None)
    assert made.place("en", "room", None, "rooms") == ("room", None)


def test_words_of_what_was_merged_can_be_split_off() -> None:
    merged = ("merge", {"ids": ["en:bed"], "into": "en:room"})
    made = layout(FOUND, edited(FOUND, merged, ("split", {"id": "en:room", "terms": ["beds", "suite"]})))
    assert made.place("en", "bed", None, "beds") == ("beds", None)
    assert made.place("en", "room", None, "suite") == ("beds", None)
    assert made.place("en", "bed", None, "bed") == ("room", None)


def test_hidden_aspects_are_nowhere_and_come_back() -> None:
    table_edits = edited(FOUND, ("hide", {"id": "en:bed"}))
    made = layout(FOUND, table_edits)
    assert [slot.id for slot in made.shown] == ["en:room", "en:staff"]
    assert made.place("en", "bed", "rooms") == (None, "rooms")
    assert operate(table_edits, made, "show", {"id": "en:bed"}) == TableEdits()


def test_pins_come_first_in_their_order() -> None:
    table_edits = edited(FOUND, ("pin", {"id": "en:staff"}), ("pin", {"id": "en:bed", "place": 0}))
    made = layout(FOUND, table_edits)
    assert [row.name for row in arrange(FOUND, made.slots)] == ["bed", "staff", "room"]
    moved = operate(table_edits, made, "pin", {"id": "en:staff", "place": 0})
    assert [row.name for row in arrange(FOUND, layout(FOUND, moved).slots)] == ["staff", "bed", "room"]
    assert operate(table_edits, made, "unpin", {"id": "en:bed"}).pinned() == ["en:staff"]


def test_a_category_takes_what_stands_under_it_along() -> None:
    made = layout(TREE, edited(TREE, ("merge", {"ids": ["en>service"], "into": "en>food"})))
    assert list(made.slots) == ["en>food", "en>food>staff", "en>food>soup"]
    assert made.place("en", "staff", "service") == ("staff", "food")
    renamed = layout(TREE, edited(TREE, ("rename", {"id": "en>food", "name": "Meals"})))
    assert renamed.place("en", "soup", "food") == ("soup", "Meals")
    assert renamed.place("en", None, "food") == (None, "Meals")


def test_an_aspect_of_one_category_can_be_counted_in_anothers() -> None:
    made = layout(TREE, edited(TREE, ("merge", {"ids": ["en>service>staff"], "into": "en>food>staff"})))
    assert made.place("en", "staff", "service") == ("staff", "food")
    assert made.place("en", None, "service") == (None, "service")


def test_a_hidden_category_hides_what_stands_under_it() -> None:
    made = layout(TREE, edited(TREE, ("hide", {"id": "en>food"})))
    assert [slot.id for slot in made.shown] == ["en>service", "en>service>staff"]
    assert made.place("en", "soup", "food") == ("soup", None)


def test_one_name_is_one_aspect() -> None:
    table_edits = TableEdits((AspectEdit(id="en:room", name="staff"),))
    made = layout(FOUND, table_edits)
    assert list(made.slots) == ["en:room", "en:bed"]
    assert made.place("en", "staff", None) == ("staff", None)


def test_what_is_not_found_waits() -> None:
    table_edits = TableEdits(
        (AspectEdit(id="en:pool", hidden=True), AspectEdit(id="en:bath", split="en:pool", terms=("bath",)))
    )
    assert layout(FOUND, table_edits).waiting == ["en:pool", "en:bath"]


def test_something_can_be_counted_in_what_nobody_speaks_of() -> None:
    table_edits = TableEdits((AspectEdit(id="en:bed", into="en:sleep"), AspectEdit(id="en:sleep", name="Sleep")))
    made = layout(FOUND, table_edits)
    assert made.place("en", "bed", None) == ("Sleep", None)
    assert made.slots["en:sleep"].parts == ("en:sleep", "en:bed")


def test_an_aspect_described_by_its_words_takes_them() -> None:
    made = layout(FOUND, TableEdits((AspectEdit(id="en:suites", terms=("suite", "suites")),)))
    assert made.place("en", "room", None, "suite") == ("suites", None)


@pytest.mark.parametrize(
    ("kind", "args", "says"),
    [
        ("merge", {"ids": ["en:room"], "into": "en:room"}, "at least one"),
        ("merge", {"ids": ["en:rooom"], "into": "en:bed"}, "Did you mean 'en:room'"),
        ("rename", {"id": "en:room", "name": "bed"}, "another aspect called"),
        ("rename", {"id": "en:room", "name": " \n "}, "1 to 80"),
        ("rename", {"id": "en:room", "name": "x" * 81}, "1 to 80"),
        ("split", {"id": "en:room", "terms": []}, "Choose the words"),
        ("split", {"id": "en:room", "terms": ["room", "rooms", "suite"]}, "nothing would be left"),
        ("split", {"id": "en:room", "terms": ["bed"]}, "Unknown word"),
        ("part", {"id": "en:room"}, "was not merged"),
        ("explode", {}, "Unknown edit"),
        ("hide", {"name": "x"}, "takes id"),
    ],
)
def test_what_cannot_be_done_is_said(kind: str, args: dict[str, object], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        edited(FOUND, (kind, args))


def test_languages_and_kinds_do_not_mix() -> None:
    with pytest.raises(OptionError, match="one language"):
        edited([*FOUND, *TREE], ("merge", {"ids": ["en:bed"], "into": "en>food"}))


ID = st.sampled_from([row.id for row in FOUND] + ["en:suite", "en:beds"])
EDIT = st.one_of(
    st.tuples(st.just("merge"), st.fixed_dictionaries({"ids": st.lists(ID, max_size=2), "into": ID})),
    st.tuples(st.sampled_from(["hide", "show", "pin", "unpin", "part"]), st.fixed_dictionaries({"id": ID})),
    st.tuples(st.just("rename"), st.fixed_dictionaries({"id": ID, "name": st.sampled_from("xyz")})),
    st.tuples(
        st.just("split"),
        st.fixed_dictionaries({"id": ID, "terms": st.lists(st.sampled_from(["suite", "beds", "room"]), max_size=2)}),
    ),
)
EDITS = st.lists(EDIT, max_size=12)


@given(EDITS)
def test_every_opinion_has_one_place_whatever_is_done(edits: list[tuple[str, dict[str, object]]]) -> None:
    table_edits = TableEdits()
    for kind, args in edits:
        try:
            table_edits = operate(table_edits, layout(FOUND, table_edits), kind, args)
        except OptionError:
            continue
    made = layout(FOUND, table_edits)
    names = [slot.name for slot in made.slots.values()]
    assert len(names) == len(set(names))
    assert not made.waiting
    for row in FOUND:
        for term in row.terms:
            home = made.slots[made.final(row.id, [term])]
            assert made.place("en", row.name, None, term) == (None if home.hidden else home.name, None)
            assert term in home.terms
    held = [term for slot in made.slots.values() for term in slot.terms]
    assert sorted(held) == sorted(term for row in FOUND for term in row.terms)


def test_every_edit_is_explained() -> None:
    assert all(operation.__doc__ for operation in OPERATIONS.values())


def test_what_is_pinned_comes_first_even_if_the_file_pins_much_that_these_reviews_do_not_mention() -> None:
    entries = [AspectEdit(id=f"en:thing {n}", pinned=True) for n in range(10)]
    made = layout(FOUND, TableEdits((*entries, AspectEdit(id="en:bed", pinned=True))))
    assert arrange(FOUND, made.slots)[0].name == "bed"
