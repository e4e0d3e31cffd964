"""The HTTP side of the writer: whatever the other end does, there is an answer or a reason, and soon."""

from __future__ import annotations

import socket
import time

import pytest

from voxpop.errors import OptionError
from voxpop.summarize import Writer
from voxpop.summarize.endpoint import KEY, WriterError

from .model import playing

ASK = [{"role": "user", "content": "Hello?"}]


def writer(url: str, *, tries: int = 1, timeout: float = 0.5) -> Writer:
    return Writer(url=url, model="tiny", timeout=timeout, tries=tries, pause=0)


def test_it_speaks_the_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY, "secret")
    with playing("Good rooms.") as model:
        assert writer(model.url).ask(ASK) == "Good rooms."
        assert writer(model.url + "/chat/completions/").ask(ASK) == "Good rooms."
    first, second = model.asked
    assert first["path"] == second["path"] == "/v1/chat/completions"
    assert (first["model"], first["messages"], first["stream"], first["temperature"]) == ("tiny", ASK, False, 0)
    assert first["headers"]["Authorization"] == "Bearer secret"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"<!DOCTYPE html><title>It works!</title>", "not one of the chat protocol.*DOCTYPE"),
        (b"", "not one of the chat protocol"),
        (b'{"choices": []}', "not one of the chat protocol"),
        (b'{"choices": [{"message": {"content": null}}]}', "is empty"),
        (b"[" * 100_000, "not one of the chat protocol"),
        ("   ", "is empty"),
        ((500, b"oops"), "error 500"),
        ((404, b"<html>"), "error 404"),
        ((302, b""), "error 302"),
        (5.0, "within 0.5 seconds"),
        ("dripping", "within 0.5 seconds"),
        ("endless", "longer than 1,000,000 bytes"),
    ],
)
def test_what_cannot_be_used_is_said(answer: object, reason: str) -> None:
    begun = time.monotonic()
    with playing(answer) as model, pytest.raises(WriterError, match=reason):
        writer(model.url).ask(ASK)
    assert time.monotonic() - begun < 4


def test_it_asks_again_only_where_that_may_help() -> None:
    with playing((503, b""), "Second thoughts.") as model:
        assert writer(model.url, tries=2).ask(ASK) == "Second thoughts."
    with playing((400, b""), "Never asked.") as refusing, pytest.raises(WriterError, match="error 400"):
        writer(refusing.url, tries=3).ask(ASK)
    assert len(refusing.asked) == 1
    with playing((500, b"")) as failing, pytest.raises(WriterError, match="error 500"):
        writer(failing.url, tries=3).ask(ASK)
    assert len(failing.asked) == 3


def test_no_one_there() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with pytest.raises(WriterError, match="no answer"):
        writer(f"http://127.0.0.1:{port}/v1").ask(ASK)


@pytest.mark.parametrize("url", ["", "localhost:8000", "file:///etc/passwd", "ftp://host/", "http://"])
def test_only_addresses_of_servers(url: str) -> None:
    with pytest.raises(OptionError, match="no address of a server"):
        Writer(url=url)
