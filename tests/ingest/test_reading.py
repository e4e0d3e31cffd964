from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from voxpop.errors import ColumnError, OptionError, VoxpopError
from voxpop.ingest import READERS, read_reviews
from voxpop.settings import Columns, Settings
from voxpop.types import Rejected, Review

Given = Callable[..., Any]

REAL = [
    (
        "yelp-10k/yelp.csv.xz",
        10_000,
        0,
        {"text": "text", "stars": "stars", "date": "date", "product": "business_id", "id": "review_id"},
    ),
    (
        "womens-clothing/reviews.csv.xz",
        22_642,  # one has a title only
        844,
        {"text": "Review Text", "stars": "Rating", "product": "Clothing ID", "id": ""},
    ),
    (
        "lara-hotels/reviews.jsonl.xz",
        30_121,
        0,
        {"text": "text", "stars": "stars", "date": "date", "product": "hotel", "id": "id"},
    ),
    ("zh-reviews/reviews.jsonl.xz", 122_670, 0, {"text": "text"}),
    ("aichallenger-zh/labelled.csv.xz", 3000, 0, {"text": "text"}),
    ("aichallenger-zh/unlabelled.jsonl.xz", 2000, 0, {"text": "text"}),
]


@pytest.mark.parametrize(("name", "kept", "empty", "columns"), REAL)
def test_real_sets_are_read_without_any_option(
    data_dir: Path, read: Given, name: str, kept: int, empty: int, columns: dict[str, str]
) -> None:
    found = read(data_dir / name)
    assert found.choice.columns == columns
    assert (len(found.reviews), len(found.rejected)) == (kept, empty)
    assert all(rejected.step == "text" for rejected in found.rejected)
    assert len({review.id for review in found.reviews}) == kept
    assert all(review.stars is None or 1 <= review.stars <= 5 for review in found.reviews)
    assert ("date" in columns) == any(review.date for review in found.reviews)


def test_every_format_of_the_contract_is_there() -> None:
    assert set(READERS) == {"csv", "tsv", "json", "jsonl", "parquet", "xlsx", "txt"}


def test_limit_counts_rows(tmp_path: Path) -> None:
    path = tmp_path / "reviews.csv"
    path.write_text("text,stars\na b,5\n,4\nc d,3\ne f,2\n")
    items = list(read_reviews(path, settings=Settings(limit=3)))
    assert [type(item) for item in items] == [Review, Rejected, Review]


def test_says_what_it_chose_before_the_first_review(tmp_path: Path) -> None:
    path = tmp_path / "reviews.csv"
    path.write_text("Kommentar;Rating (of 10)\nGood food;8\nBad food;1\nFine food;10\n")
    said: list[object] = []
    first = next(iter(read_reviews(path, settings=Settings(columns=Columns(stars="2")), on_choice=said.append)))
    assert isinstance(first, Review)
    assert "Rating (of 10)" in repr(said)


def test_columns_can_be_overruled(given: Given) -> None:
    text = "text,note,stars,alt\nGood food,a note here,5,1\n"
    assert given("x.csv", text, columns={"text": "note", "stars": "alt"}).reviews[0].stars == 1
    with pytest.raises(ColumnError, match="Did you mean 'note'"):
        given("x.csv", text, columns={"text": "notes"})


def test_a_list_of_strings_is_texts_unless_all_are_files(tmp_path: Path, read: Given) -> None:
    path = tmp_path / "a.csv"
    path.write_text("text\nGood food\n")
    assert read([str(path)]).texts == ["Good food"]
    assert read([str(path), "a text"]).texts == [str(path), "a text"]


def test_streams_without_holding_rows(tmp_path: Path) -> None:
    path = tmp_path / "reviews.csv"
    with path.open("w") as file:
        file.write("text,stars\n")
        file.writelines(f"{n} {'word ' * 200},{n % 5 + 1}\n" for n in range(20_000))
    tracemalloc.start()
    for _ in read_reviews(path):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert path.stat().st_size > 20_000_000
    assert peak < 10_000_000


def test_nothing_is_read_beyond_what_is_asked_for() -> None:
    def endless() -> Any:
        yield from iter(lambda: "good food", None)

    assert len(list(islice(read_reviews(endless()), 5000))) == 5000


NAMES = ["x.csv", "x.tsv", "x.json", "x.jsonl", "x.txt", "x.xml", "x.parquet", "x.xlsx", "x", "x.csv.gz", "x.zip"]
HEADS = [
    b"",
    b"text,stars\n",
    b'{"text": "a"}\n',
    b"[",
    b"\x1f\x8b\x08\0",
    b"PK\x03\x04",
    b"PAR1",
    b"<sentences>",
    b"\xff\xfe",
    b"\xfe\xff",
    b"\xef\xbb\xbf",
    b"BZh9",
    b"\xfd7zXZ\0",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    b'id,text\n1,"',
]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=400)
@given(st.sampled_from(NAMES), st.sampled_from(HEADS), st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_arbitrary_bytes_raise_only_our_errors(tmp_path: Path, name: str, head: bytes, rest: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(head + rest)
    with suppress(VoxpopError):
        for item in read_reviews(path):
            if isinstance(item, Review):
                item.text.encode()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.sampled_from(sorted(READERS)),
    st.binary(max_size=200),
    st.sampled_from([None, "utf-8", "utf-16", "gb18030", "cp1252", "utf-7"]),
)
def test_any_format_and_encoding_forced_on_any_bytes(tmp_path: Path, format_: str, data: bytes, encoding: str) -> None:
    path = tmp_path / "x"
    path.write_bytes(data)
    with suppress(VoxpopError):
        list(read_reviews(path, settings=Settings(format=format_, encoding=encoding)))


def test_a_wrong_format_is_told_at_once(given: Given) -> None:
    with pytest.raises(OptionError):
        given("x.csv", "text\na\n", format="word")
