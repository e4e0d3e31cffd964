"""What pages show is counted when a file is written, and is what counting all opinions gives."""

from __future__ import annotations

import random
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from threading import Event

import duckdb
import pytest

import voxpop
from voxpop.analysis import Analysis
from voxpop.cli.serve import check_files
from voxpop.file_updates import refresh
from voxpop.store import Store
from voxpop.store.counting import of_side, row_opinions
from voxpop.store.filters import ReviewFilter
from voxpop.store.listing import Listing
from voxpop.store.page_tables import bring_up_to_date
from voxpop.web.app import ServerOptions, create_app, warm
from voxpop.web.state import Library

from .dated import Said, dated_file

FIRST = date(2024, 1, 1)
WORDS = ("room", "staff", "soup")


@pytest.fixture(scope="module")
def dated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    chance = random.Random(3)
    said: list[Said] = [
        (
            None if n % 7 == 0 else FIRST + timedelta(days=chance.randrange(400)),
            chance.choice(("US", "FR")),
            [(word, chance.choice((-0.7, 0.0, 0.4, 1.0))) for word in chance.sample(WORDS, chance.randrange(3))],
        )
        for n in range(120)
    ]
    return dated_file(tmp_path_factory.mktemp("pages") / "x.voxpop", said)


@pytest.mark.parametrize(
    "chosen",
    [
        ReviewFilter(),
        ReviewFilter(since=FIRST + timedelta(days=100)),
        ReviewFilter(since=FIRST + timedelta(days=30), until=FIRST + timedelta(days=200)),
        ReviewFilter(stars=(2,)),
        ReviewFilter(text="room"),
    ],
)
def test_numbers_are_those_of_all_opinions(dated: Path, chosen: ReviewFilter) -> None:
    where, params = chosen.opinions()
    with closing(Listing.open(dated)) as views:
        expected = views.numbers(row_opinions(), "row", where=f"{where} AND {of_side('main')}", params=params)
        assert views.row_numbers(chosen) == expected
        assert views.opinions_behind(1, chosen).counts == expected[1]
        by_month = views.numbers(row_opinions(), "row", "month", where=f"{where} AND {of_side('main')}", params=params)
        assert views.opinions_behind(1, chosen).months == {month: n for (row, month), n in by_month.items() if row == 1}
        months = {(row, month): n for row, found in views.months().items() for month, n in found.items()}
        assert chosen != ReviewFilter() or months == {key: n for key, n in by_month.items() if key[1] is not None}


@pytest.fixture(scope="module")
def hotel(tmp_path_factory: pytest.TempPathFactory) -> Analysis:
    texts = [f"The staff were rude on day {n}. The room was clean." for n in range(4)]
    texts += ["Rude staff, but a clean room.", "The breakfast was cold.", "Breakfast was cold again."]
    path = tmp_path_factory.mktemp("hotel") / "hotel.voxpop"
    return voxpop.analyze(texts, lang="en", workers=1, output=path)


def test_key_points_are_the_same_whether_counted_before_or_now(hotel: Analysis) -> None:
    store = hotel._store
    counted = store.key_points(quotes=60)
    assert counted
    assert counted == store.key_points()  # all quotes of each: not from what was counted
    assert store.key_points(only=counted[0].id) == counted[:1]


def file_of_version_10(hotel: Analysis, folder: Path) -> Path:
    old = folder / "old.voxpop"
    hotel.save(old)
    with duckdb.connect(str(old)) as file:
        file.execute("""CREATE OR REPLACE TABLE key_point_statements AS SELECT DISTINCT key_point, review, target_start,
            words_start, closeness FROM key_point_statements""")
        for table in ("row_opinions", "row_days", "key_point_counts", "key_point_quotes"):
            file.execute(f"DROP TABLE {table}")
        file.execute("""CREATE OR REPLACE TABLE mentions AS SELECT * EXCLUDE (lemmas, is_name), true AS tagged
            FROM mentions; CREATE TABLE learning_sentences (lang VARCHAR)""")
        file.execute("DELETE FROM voxpop WHERE version > 10; DELETE FROM run WHERE key = 'segments'")
    return old


def test_refresh_writes_a_file_of_before_anew(
    hotel: Analysis, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Who serves such a file is told so, because it is converted each time it is opened."""
    old = file_of_version_10(hotel, tmp_path)
    with closing(Library()) as library:
        check_files([old], library)
    assert "--refresh" in capfd.readouterr().err
    notes: list[str] = []
    refresh(old, on_note=notes.append)
    assert not notes  # all was read again: what aspects are learned from was not there
    with closing(Library()) as library:
        check_files([old], library)
    assert capfd.readouterr().err == ""
    with closing(Store.open(old)) as store:
        assert store.key_points(quotes=60) == hotel._store.key_points(quotes=60)


def test_who_serves_a_file_of_before_has_it_converted_once(
    hotel: Analysis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    converted: list[int] = []

    def counted(connection: duckdb.DuckDBPyConnection, version: int) -> None:
        converted.append(version)
        bring_up_to_date(connection, version)

    monkeypatch.setattr("voxpop.store.store.bring_up_to_date", counted)
    old = file_of_version_10(hotel, tmp_path)
    app = create_app([old], ServerOptions(folder=tmp_path / "up"))
    with closing(app.state.library) as library:
        check_files([old], library)
        warm(library, Event())
        with library["old"].reading() as open_file:
            assert open_file.views.row_numbers()
    assert converted == [10]


def test_a_file_of_before_has_the_same_pages(hotel: Analysis, tmp_path: Path) -> None:
    """Version 10 had no tables for pages, and found which opinion holds a statement whenever it was asked."""
    old = file_of_version_10(hotel, tmp_path)
    with closing(Store.open(old)) as store:
        assert store.key_points() == hotel._store.key_points()
        assert store.key_points(quotes=60) == hotel._store.key_points(quotes=60)
    with closing(Listing.open(old)) as was, closing(Listing.open(hotel._store.path or "")) as now:
        assert was.row_numbers() == now.row_numbers()
        places = [(row, 0, 4) for row in range(2)]
        assert was.opinions_at(places) == now.opinions_at(places) != []
