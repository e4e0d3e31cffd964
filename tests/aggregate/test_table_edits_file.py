"""Files of aspects: what is written is read again, and what makes no sense is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voxpop.aggregate.table_edits import AspectEdit, TableEdits, clean_name
from voxpop.aggregate.table_edits_file import load, read, write
from voxpop.errors import InputError, OptionError

NAMES = st.text(min_size=1, max_size=30).filter(lambda text: text.encode("utf-8", "replace").decode() == text)
ENTRIES = st.builds(
    AspectEdit,
    id=NAMES.map(lambda name: f"en:{name}"),
    terms=st.lists(NAMES, max_size=3, unique=True).map(tuple),
    hidden=st.booleans(),
    pinned=st.booleans(),
)


@given(st.lists(ENTRIES, unique_by=lambda entry: entry.id))
def test_what_is_written_is_read_again(entries: list[AspectEdit]) -> None:
    kept = [entry for entry in entries if entry.terms or not entry.plain]
    assert read(write(TableEdits(tuple(entries))).encode(), where="x") == TableEdits(tuple(kept))


@given(st.text(max_size=100))
def test_a_name_is_one_line_or_refused(text: str) -> None:
    try:
        name = clean_name(text)
    except OptionError:
        return
    assert name.isprintable()
    assert 0 < len(name) <= 80
    assert clean_name(name) == name


def test_all_fields_come_back(tmp_path: Path) -> None:
    table_edits = TableEdits((
        AspectEdit(id="zh:菜", name="菜品", terms=("菜", 'a "b"\\c'), pinned=True),
        AspectEdit(id="zh:味道", into="zh:菜"),
        AspectEdit(id="zh:汤", split="zh:菜", terms=("汤",)),
    ))  # fmt: skip
    path = tmp_path / "my.toml"
    path.write_text(write(table_edits), encoding="utf-8")
    assert load(path) == table_edits


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x = [", "not valid TOML"),
        ('format = "voxpop-aspects/9"', "does not know"),
        ("aspect = 3", "list of"),
        ("[[aspects]]", "aspects cannot stand there"),
        ('[[aspect]]\nname = "x"', "aspect 1: it has no id"),
        ('[[aspect]]\nid = "room"', "no id of an aspect"),
        ('[[aspect]]\nid = "en:room"\nnme = "x"', "Did you mean 'name'"),
        ('[[aspect]]\nid = "en:room"\nhidden = "yes"', "true or false"),
        ('[[aspect]]\nid = "en:room"\nterms = [1]', "list of strings"),
        ('[[aspect]]\nid = "en:room"\nname = ""', "1 to 80"),
        ('[[aspect]]\nid = "en:a"\n[[aspect]]\nid = "en:a"', "twice"),
        ('[[aspect]]\nid = "en:a"\ninto = "en:b"\n[[aspect]]\nid = "en:b"\ninto = "en:a"', "into itself"),
        ('[[aspect]]\nid = "en:a"\ninto = "en:a"', "into itself"),
        ('[[aspect]]\nid = "en:a"\ninto = "zh:b"', "different languages"),
        ('[[aspect]]\nid = "en:a"\nfrom = "en:b"', "no terms"),
        ('[[aspect]]\nid = "en:a"\nname = "x"\n[[aspect]]\nid = "en:b"\nname = "x"', "one name"),
    ],
)
def test_what_makes_no_sense_is_said(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        read(text.encode(), where="my.toml")
    assert str(caught.value).startswith("my.toml")


def test_bytes_that_are_no_text_are_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not UTF-8"):
        read(b"\xff\xfe", where="my.toml")
    with pytest.raises(InputError, match="Cannot read"):
        load(tmp_path / "none.toml")
    with pytest.raises(InputError, match="Cannot read"):
        load(tmp_path)


def test_a_mark_before_the_text_is_nothing() -> None:
    assert len(read(b'\xef\xbb\xbf[[aspect]]\nid = "en:a"', where="x")) == 1
