"""voxpop serve, as it is typed."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from time import sleep
from urllib.error import HTTPError

import pytest

from voxpop.analysis import analyze
from voxpop.settings import Settings
from voxpop.web.http_protocol import MOST_HEAD


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("typed") / "small.voxpop"
    texts = ["The room was clean.", "The room was dirty and small."]
    analyze(texts, output=path, settings=Settings(fast=True), workers=1).close()
    return path


def voxpop(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "voxpop", "serve", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300)


def serving(file: Path) -> tuple[subprocess.Popen[str], str]:
    """Start the app, and return it with its port once it answers there."""
    command = [sys.executable, "-m", "voxpop", "serve", str(file), "--port", "0"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    assert running.stdout is not None
    place = re.search(r"http://127\.0\.0\.1:(\d+)/", running.stdout.readline())
    assert place, running.communicate(timeout=300)
    return running, place[1]


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_stopped(file: Path, stop: signal.Signals) -> None:
    running, port = serving(file)
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/files", timeout=300) as answer:
            assert b'"small"' in answer.read()
    finally:
        running.send_signal(stop)
        _, told = running.communicate(timeout=300)
    assert running.returncode == 0, told
    assert "Traceback" not in told


def test_a_request_whose_head_does_not_end_is_refused(file: Path) -> None:
    running, port = serving(file)
    try:
        with socket.create_connection(("127.0.0.1", int(port)), timeout=300) as visitor:
            visitor.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + b"a" * (MOST_HEAD + 1))
            assert visitor.recv(1000).startswith(b"HTTP/1.1 400")
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=300) as answer:  # the next visitor is served
            assert answer.status == 200
    finally:
        running.terminate()
        running.communicate(timeout=300)


def test_what_cannot_be_opened_is_told(tmp_path: Path) -> None:
    done = voxpop(str(tmp_path / "gone.voxpop"))
    assert done.returncode == 1
    assert "There is no file" in done.stderr.replace("\n", " ")


def test_a_port_in_use_is_told(file: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = voxpop(str(file), "--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert "Choose another port" in done.stderr.replace("\n", " ")


def test_other_machines_are_not_let_in_without_a_token(file: Path) -> None:
    done = voxpop(str(file), "--host", "0.0.0.0")
    assert done.returncode == 1
    assert "--host 0.0.0.0" in done.stderr.replace("\n", " ")


def test_a_token_that_is_too_short_is_told(file: Path) -> None:
    done = voxpop(str(file), "--host", "0.0.0.0", "--token-viewer", "ann=short")
    assert done.returncode == 1
    assert "12 characters" in done.stderr.replace("\n", " ")


def test_a_token_from_the_environment_lets_in(file: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "voxpop", "serve", str(file), "--port", "0", "--host", "0.0.0.0"]
    command += ["--allow-host", "127.0.0.1", "--folder", str(tmp_path)]
    environment = {**os.environ, "VOXPOP_TOKEN_VIEWER": "a-secret-to-look-with"}
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment
    )
    try:
        assert running.stdout is not None
        port = re.search(r":(\d+)/", running.stdout.readline())
        assert port
        address = f"http://127.0.0.1:{port[1]}/api/v1/files"
        with pytest.raises(HTTPError, match="401") as refused:
            urllib.request.urlopen(address, timeout=300)
        refused.value.close()
        asked = urllib.request.Request(address, headers={"Authorization": "Bearer a-secret-to-look-with"})
        with urllib.request.urlopen(asked, timeout=300) as answer:
            assert b'"small"' in answer.read()
    finally:
        running.terminate()
        running.communicate(timeout=300)


SERVED = """
from voxpop.cli import main
from voxpop.web import background
from voxpop.web.routers import export
import endless
background.BACKGROUND_FROM = 0
export.build = endless.work
main()
"""
ENDLESS = """
from pathlib import Path
from time import sleep

def work(store):
    Path(__file__).with_name("begun").touch()
    sleep(3600)
"""


def test_it_ends_though_several_wait_for_long_work(file: Path, tmp_path: Path) -> None:
    """None of those who wait begins the work again when it is stopped, which would keep the program alive."""
    (tmp_path / "endless.py").write_text(ENDLESS)
    command = [sys.executable, "-c", SERVED, "serve", str(file), "--port", "0", "--folder", str(tmp_path / "up")]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment
    )
    connections = []
    try:
        assert running.stdout is not None
        port = re.search(r":(\d+)/", running.stdout.readline())
        assert port
        for _ in range(4):
            connections.append(socket.create_connection(("127.0.0.1", int(port[1])), timeout=300))
            connections[-1].sendall(b"GET /api/v1/files/small/document HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        while not (tmp_path / "begun").exists():
            assert running.poll() is None
            sleep(0.1)
        running.terminate()
        _, told = running.communicate(timeout=300)
    finally:
        running.kill()
        for connection in connections:
            connection.close()
    assert running.returncode == 0, told
    assert "Traceback" not in told
