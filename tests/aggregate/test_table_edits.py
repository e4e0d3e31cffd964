"""Ids taken apart, and the list of what was edited."""

from __future__ import annotations

import pytest

from voxpop.aggregate.table_edits import AspectEdit, Key, TableEdits, key_of
from voxpop.errors import OptionError


@pytest.mark.parametrize(
    ("id", "key", "kind"),
    [
        ("en:room", Key("en", "room", None), "aspect"),
        ("en:a:b > c", Key("en", "a:b > c", None), "aspect"),
        ("zh>服务", Key("zh", None, "服务"), "category"),
        ("en>service>staff", Key("en", "staff", "service"), "both"),
    ],
)
def test_an_id_says_what_it_stands_for(id: str, key: Key, kind: str) -> None:
    assert (key_of(id), key_of(id).kind, key_of(id).id) == (key, kind, id)


@pytest.mark.parametrize("id", ["", "room", "english:room", "en:", "en-room", ":room"])
def test_what_is_no_id_is_said(id: str) -> None:
    with pytest.raises(OptionError, match="look like en:room"):
        key_of(id)


def test_what_was_never_edited_says_nothing() -> None:
    assert TableEdits()["en:room"] == AspectEdit(id="en:room")
    assert TableEdits()["en:room"].plain


def test_pins_keep_their_order() -> None:
    table_edits = TableEdits().set("en:x", hidden=True).pin("en:a").pin("en:b").pin("en:c", 1)
    assert table_edits.pinned() == ["en:a", "en:c", "en:b"]
    assert table_edits.pin("en:b", 0).pinned() == ["en:b", "en:a", "en:c"]
    assert table_edits.pin("en:a", 99).pinned() == ["en:c", "en:b", "en:a"]
    assert table_edits["en:x"].hidden
