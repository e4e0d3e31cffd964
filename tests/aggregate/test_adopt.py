"""The user's aspects found again in other reviews."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from voxpop.aggregate.adopt import adopt
from voxpop.aggregate.table_edits import AspectEdit, TableEdits

OURS = TableEdits(
    (AspectEdit(id="en:room", terms=("room", "rooms")), AspectEdit(id="zh:菜", terms=("菜",)), AspectEdit(id="en>food"))
)


def test_a_group_that_is_called_by_one_of_the_words_joins_with_all_it_means() -> None:
    assert adopt({"rooms": ("rooms", "room", "suite")}, OURS, lang="en") == {"room": ("rooms", "room", "suite")}


def test_words_move_out_of_other_groups() -> None:
    found = adopt({"hotel": ("hotel", "rooms", "place")}, OURS, lang="en")
    assert found == {"hotel": ("hotel", "place"), "room": ("rooms", "room")}


def test_a_group_that_lost_its_name_is_called_by_what_is_left() -> None:
    table_edits = TableEdits(
        (AspectEdit(id="en:desk", terms=("desk",)), AspectEdit(id="en:front", terms=("front desk",)))
    )
    assert adopt({"desk": ("desk", "front desk")}, table_edits, lang="en") == {
        "desk": ("desk",),
        "front": ("front desk",),
    }


def test_what_nobody_found_is_looked_for() -> None:
    assert adopt({}, OURS, lang="en") == {"room": ("room", "rooms")}
    assert adopt({"x": ("x",)}, OURS, lang="zh") == {"x": ("x",), "菜": ("菜",)}


WORDS = st.sampled_from("abcdefg")


@given(
    st.lists(st.lists(WORDS, min_size=1, unique=True), max_size=3),
    st.dictionaries(WORDS, st.lists(WORDS, unique=True), max_size=3),
)
def test_no_word_is_lost_or_in_two_groups(found: list[list[str]], own: dict[str, list[str]]) -> None:
    taken: set[str] = set()
    groups: dict[str, tuple[str, ...]] = {}
    for terms in found:
        if fresh := tuple(term for term in terms if term not in taken):
            groups[fresh[0]] = fresh
            taken.update(fresh)
    table_edits = TableEdits(tuple(AspectEdit(id=f"en:{name}", terms=tuple(terms)) for name, terms in own.items()))
    adopted = adopt(groups, table_edits, lang="en")
    held = [term for terms in adopted.values() for term in terms]
    assert len(held) == len(set(held))
    assert set(held) == taken | {term for terms in own.values() for term in terms}
