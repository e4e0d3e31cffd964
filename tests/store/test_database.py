"""Opening a file never writes it, and never lets it reach anything else."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from voxpop.errors import StoreError
from voxpop.store import SCHEMA_VERSION, Draft, Store
from voxpop.store.change import changing
from voxpop.store.database import connect, spill_folder
from voxpop.store.file_schema import MIGRATIONS
from voxpop.store.listing import Listing
from voxpop.types import Review

from .edited import analysis

REACHING_OUT = {
    "view": "SELECT * FROM read_text('{secret}')",
    "csv": "SELECT * FROM read_csv('{secret}', header = false)",
    "glob": "SELECT * FROM glob('{folder}/*')",
    "file": "SELECT * FROM '{secret}'",
}


def older_file(path: Path, version: int) -> Path:
    """A file with the tables of an older version, and one review."""
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE voxpop (version INTEGER NOT NULL)")
        for number, migration in enumerate(MIGRATIONS[:version], start=1):
            connection.execute(migration.read_text(encoding="utf-8"))
            connection.execute("INSERT INTO voxpop VALUES (?)", [number])
        connection.execute("INSERT INTO reviews (seq, id, text, lang) VALUES (0, 'a', 'The room was clean.', 'en')")
        connection.execute("INSERT INTO run VALUES ('settings', '{}')")
    return path


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION))
def test_an_older_file_is_read_but_not_written(version: int, tmp_path: Path) -> None:
    file = older_file(tmp_path / "old.voxpop", version)
    before, written = file.read_bytes(), file.stat().st_mtime_ns
    file.chmod(0o400)
    for kind in (Store, Listing):
        store = kind.open(file)
        assert [review.id for review in store.reviews] == ["a"]
        assert (len(store.claims), len(store.comparisons), store.path) == (0, 0, file)
        store.close()
    assert (file.read_bytes(), file.stat().st_mtime_ns) == (before, written)
    assert os.listdir(tmp_path) == ["old.voxpop"]


def test_an_older_file_is_migrated_when_it_is_changed(tmp_path: Path) -> None:
    file = older_file(tmp_path / "old.voxpop", 2)
    with changing(file) as store:
        store.put({"note": 1})
    with duckdb.connect(str(file), read_only=True) as connection:
        assert connection.execute("SELECT max(version) FROM voxpop").fetchall() == [(SCHEMA_VERSION,)]
    assert Store.open(file).facts()["note"] == 1


def test_an_older_file_that_is_damaged_is_called_so(tmp_path: Path) -> None:
    file = older_file(tmp_path / "old.voxpop", 2)
    duckdb.connect(str(file)).execute("DROP TABLE mentions").close()
    with pytest.raises(StoreError, match=r"old\.voxpop is damaged"):
        Store.open(file)


def test_what_a_crash_left_beside_a_file_is_read_but_not_written(tmp_path: Path) -> None:
    file = analysis(tmp_path / "x.voxpop")
    code = f"""
import duckdb, os
connection = duckdb.connect({str(file)!r})
connection.execute("INSERT INTO reviews (seq, id, text, lang) VALUES (6, 'late', 'Late.', 'en')")
os._exit(0)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    names = sorted(os.listdir(tmp_path))
    assert names == ["x.voxpop", "x.voxpop.wal"]
    before = [(tmp_path / name).read_bytes() for name in names]
    store = Store.open(file)
    assert len(store.reviews) == 7
    store.close()
    assert [(tmp_path / name).read_bytes() for name in names] == before
    with changing(file) as writable:
        writable.put({"note": 1})
    assert len(Store.open(file).reviews) == 7
    assert os.listdir(tmp_path) == ["x.voxpop"]


@pytest.mark.parametrize("table", ["reviews", "run", "rejected"])
@pytest.mark.parametrize("kind", REACHING_OUT)
def test_a_foreign_file_cannot_read_other_files(kind: str, table: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("password\n")
    file = analysis(tmp_path / "x.voxpop")
    query = REACHING_OUT[kind].format(secret=secret, folder=tmp_path)
    with duckdb.connect(str(file)) as connection:
        connection.execute(f"ALTER TABLE {table} RENAME TO hidden; CREATE VIEW {table} AS {query}")
    with pytest.raises(StoreError, match="damaged") as refused:
        list(getattr(Store.open(file), table))
    assert "password" not in str(refused.value)


def test_neither_views_nor_macros_nor_statements_reach_out(tmp_path: Path) -> None:
    file = analysis(tmp_path / "x.voxpop")
    with duckdb.connect(str(file)) as connection:
        connection.execute("CREATE MACRO leak() AS TABLE SELECT * FROM read_csv('/etc/passwd', header = false)")
        connection.execute("CREATE MACRO lower(t) AS (SELECT max(content) FROM read_text('/etc/passwd'))")
    connection = connect(file)
    statements = (
        "FROM leak()", "SELECT main.lower('x')", "INSTALL httpfs", "LOAD httpfs",
        f"COPY reviews TO '{tmp_path}/out.csv'",
        f"ATTACH '{tmp_path}/other.db'", "SET enable_external_access = true", "SET temp_directory = '/tmp'",
        "SET lock_configuration = false", "CREATE PERSISTENT SECRET s (TYPE http, BEARER_TOKEN 'x')",
    )  # fmt: skip
    for statement in statements:
        with pytest.raises(duckdb.Error):
            connection.execute(statement).fetchall()
    assert os.listdir(tmp_path) == ["x.voxpop"]
    secret = Path("/etc/passwd").read_text(encoding="utf-8").splitlines()[0]
    try:
        shown = repr(list(Listing.open(file).reviews))
    except StoreError as error:
        shown = str(error)
    assert secret not in shown


def test_spilling_goes_to_a_private_folder_and_works_in_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    code = """
import os, pathlib, stat, sys
from voxpop.store import Draft
from voxpop.store.database import spill_folder
from voxpop.types import Review
draft = Draft()
draft.add_reviews([Review(id=str(n), text=str(n) * 400) for n in range(80_000)])
assert len(draft.reviews) == 80_000
folder = pathlib.Path(spill_folder(os.getpid()))
print(folder, oct(stat.S_IMODE(folder.stat().st_mode)), len(list(folder.iterdir())) > 0)
"""
    temporary, here = tmp_path / "temporary", tmp_path / "here"
    temporary.mkdir()
    here.mkdir()
    here.chmod(0o500)
    environment = {**os.environ, "TMPDIR": str(temporary)}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=here, env=environment, capture_output=True, text=True, check=True
    )
    folder, mode, spilled = run.stdout.split()
    assert (Path(folder).parent, mode, spilled) == (temporary, "0o700", "True")
    assert not os.listdir(here)
    assert not os.listdir(temporary)


def test_a_process_has_one_spill_folder() -> None:
    folder = Path(spill_folder(os.getpid()))
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    draft = Draft()
    draft.add_reviews([Review(id="a", text="x")])
    assert draft._all("SELECT current_setting('temp_directory')") == [(str(folder),)]


def test_the_spill_folder_of_a_killed_process_is_removed_by_the_next(tmp_path: Path) -> None:
    code = "import os; from voxpop.store.database import connect; connect(None); print('ready', flush=True); input()"
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "ready\n"
        (folder,) = tmp_path.iterdir()
        subprocess.run(command, env=environment, input="\n", check=True, text=True, capture_output=True)
        assert [*tmp_path.iterdir()] == [folder]  # it is in use
        first.kill()
    subprocess.run(command, env=environment, input="\n", check=True, text=True, capture_output=True)
    assert [*tmp_path.iterdir()] == []


def test_files_open_in_older_versions_of_duckdb(tmp_path: Path) -> None:
    connect(tmp_path / "new.voxpop", read_only=False).close()
    header = (tmp_path / "new.voxpop").read_bytes()[8:20]
    assert header[:4] == b"DUCK"
    assert int.from_bytes(header[4:], "little") == 65  # the storage version of DuckDB 1.2; docs/assistants.md says so


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text elsewhere")
def test_a_name_that_is_no_text_is_said(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xc6.voxpop")
    with pytest.raises(StoreError, match="a name that is text in UTF-8"):
        Draft(path)
    path.write_bytes(b"x")
    with pytest.raises(StoreError, match="a name that is text in UTF-8"):
        Store.open(path)
