"""Reviews are read from a remote store, and the files of a run are kept there: S3 as a local server speaks it."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import voxpop
from voxpop import shards
from voxpop.errors import InputError, VoxpopError
from voxpop.ingest.download import download
from voxpop.remote_paths import remote_path
from voxpop.settings import Curation
from voxpop.store.run_folder import folder_of

pytest.importorskip("upath", reason="universal-pathlib is not installed: pip install 'voxpop[remote]'")
pytestmark = pytest.mark.filterwarnings("ignore")  # those of the client and of the server
ROWS = [
    f"The {('room', 'pool', 'bar')[n % 3]} was {('clean', 'cold')[n % 2]} in number {n}{n % 13}." for n in range(150)
]
OPTIONS: dict[str, Any] = {"fast": True, "domain": "hotel", "workers": 1, "curation": Curation(near_duplicates=0)}


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """The address of an empty bucket on a server of this machine."""
    pytest.importorskip("s3fs", reason="s3fs is not installed: pip install 'voxpop[remote]'")
    moto = pytest.importorskip("moto.server", reason="no local S3 server: pip install 'moto[server]'")
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        patch.setenv("AWS_ACCESS_KEY_ID", "test")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "test")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        remote_path("s3://reviews").mkdir()
        yield "s3://reviews"
    server.stop()


def hashes(folder: Path) -> dict[str, str]:
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in folder.glob("part-*.parquet")}


def counted(analysis: voxpop.Analysis) -> Any:
    with analysis:
        return analysis.document()["aspects"], [review.text for review in analysis.reviews]


def test_a_run_in_a_bucket_gives_what_one_on_the_disk_gives_even_if_it_is_stopped(
    bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "\n".join(ROWS)
    remote_path(f"{bucket}/a.txt").write_text(text, encoding="utf-8")
    source = download(f"{bucket}/a.txt")
    expected = counted(voxpop.analyze(source, output=tmp_path / "a.voxpop", keep_parts=True, **OPTIONS))
    real, done = shards.extract_shard, []

    def work(task: shards.ShardTask, **options: Any) -> Any:
        done.append(task)
        if len(done) == 2:
            raise KeyboardInterrupt
        return real(task, **options)

    output, parts = tmp_path / "b.voxpop", f"{bucket}/b.run"
    with monkeypatch.context() as patch:
        patch.setattr(shards, "extract_shard", work)
        with pytest.raises(KeyboardInterrupt):
            voxpop.analyze(download(f"{bucket}/a.txt"), output=output, parts=parts, **OPTIONS)
    assert len(hashes(remote_path(parts))) == 1
    notes: list[str] = []
    found = voxpop.analyze(
        download(f"{bucket}/*.txt"), output=output, parts=parts, keep_parts=True, on_note=notes.append, **OPTIONS
    )
    assert counted(found) == expected
    assert notes == ["Going on with the run that was interrupted: 64 of 150 reviews are read."]
    assert hashes(remote_path(parts)) == hashes(folder_of(tmp_path / "a.voxpop"))
    assert {path.name for path in tmp_path.iterdir()} == {"a.voxpop", "a.voxpop.run", "b.voxpop"}
    voxpop.analyze(download(f"{bucket}/a.txt"), output=output, overwrite=True, parts=parts, **OPTIONS).close()
    assert not list(remote_path(parts).glob("*"))


def test_what_is_not_there_is_said(bucket: str) -> None:
    with pytest.raises(InputError, match=r"There is no file s3://reviews/nothing\.csv"):
        download(f"{bucket}/nothing.csv")
    with pytest.raises(InputError, match="cannot be reached"):
        download("nonsense://x/y.csv")


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "upath", None)
    with pytest.raises(VoxpopError, match=r"voxpop\[remote\]"):
        download("s3://bucket/reviews.csv")


def test_a_folder_behind_an_address_is_made(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The room was clean.\nThe bed was hard.\n", encoding="utf-8")
    address = f"file://{tmp_path}/parts"
    voxpop.analyze(
        tmp_path / "a.txt", output=tmp_path / "a.voxpop", parts=address, keep_parts=True, fast=True, workers=1
    ).close()
    assert (tmp_path / "parts" / "part-00000.parquet").is_file()
