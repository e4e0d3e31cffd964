from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from voxpop.cli.analyze import default_output
from voxpop.cli.inputs import source
from voxpop.errors import InputError
from voxpop.ingest import read_reviews
from voxpop.ingest.download import download
from voxpop.types import Review

TABLE = b"text,stars\nGood food,5\nBad food,1\n"
ANSWERS = {"/reviews.csv": TABLE, "/reviews.csv.gz": gzip.compress(TABLE), "/large.csv": b"x" * 5000, "/cut.csv": TABLE}


class Handler(BaseHTTPRequestHandler):
    """Serves the answers; /moved leads elsewhere, /cut.csv breaks off."""

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if path.startswith("/moved"):
            self.send_response(302)
            self.send_header("Location", "file:///etc/passwd" if path == "/moved-out" else "/reviews.csv")
            self.end_headers()
            return
        data = ANSWERS.get(path)
        self.send_response(200 if data else 404)
        if data and path != "/large.csv":
            self.send_header("Content-Length", str(len(data) + (9 if path == "/cut.csv" else 0)))
        self.end_headers()
        self.wfile.write(data or b"")

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


@pytest.mark.parametrize("path", ["/reviews.csv", "/reviews.csv.gz", "/moved"])
def test_a_file_behind_an_address_is_read(address: str, path: str) -> None:
    reviews = [review for review in read_reviews(source([address + path])) if isinstance(review, Review)]
    assert [(review.text, review.stars) for review in reviews] == [("Good food", 5), ("Bad food", 1)]
    assert reviews[0].source == address + path


def test_what_may_be_secret_in_an_address_is_not_kept(address: str) -> None:
    host = address.removeprefix("http://")
    (file,) = download(f"http://{host}/reviews.csv?token=secret")
    assert file.name == f"{address}/reviews.csv"
    assert file.data
    file.data.close()
    assert default_output([f"{address}/my%20reviews.csv.gz?token=secret"]).name == "my reviews.voxpop"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/nothing.csv", "answers 404"),
        ("/cut.csv", "broke off"),
        ("/moved-out", "cannot be fetched"),
        ("/ x", "fetched"),
    ],
)
def test_what_cannot_be_fetched_is_said(address: str, path: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        download(address + path)


def test_a_file_that_is_too_large_is_refused_whether_or_not_it_says_so(address: str) -> None:
    for path in ("/large.csv", "/reviews.csv"):
        with pytest.raises(InputError, match="is larger than"):
            download(address + path, most=20)


@pytest.mark.parametrize("name", ["http://127.0.0.1:1/x.csv", "http://nowhere.invalid/x.csv", "https://"])
def test_without_a_connection_it_says_what_to_do(name: str) -> None:
    with pytest.raises(InputError, match="another way and name it here"):
        download(name)


def test_an_address_from_anywhere_but_the_command_line_is_no_file() -> None:
    with pytest.raises(InputError, match="There is no file"):
        list(read_reviews("http://127.0.0.1:1/x.csv"))
