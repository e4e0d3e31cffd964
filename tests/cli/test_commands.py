"""The commands as a user types them."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import pytest
from typer import Exit

from research.add_weights import add
from voxpop.assets import find, verify
from voxpop.cli.app import COMMANDS

REVIEWS = [
    ("1", "The room was clean and the staff were friendly.", "5", "2024-05-01"),
    ("2", "Dirty room, but the breakfast was great!", "3", "2024-05-11"),
    ("3", "Staff were rude. The room was not clean.", "1", "2024-06-02"),
    ("4", "Breakfast was cold and the room smelled bad.", "many", "2024-06-03"),
]


def voxpop(
    *arguments: str | Path, cwd: Path | None = None, stdin: str | None = None
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "voxpop", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, input=stdin, timeout=300, encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cli")
    with (path / "reviews.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([("id", "review", "stars", "date"), *REVIEWS])
    done = voxpop("analyze", "reviews.csv", cwd=path)
    assert done.returncode == 0, done.stderr
    return path


def test_analyze_prints_the_table_and_says_what_it_chose(folder: Path) -> None:
    done = voxpop("analyze", "reviews.csv", "-o", "again.voxpop", cwd=folder)
    assert done.returncode == 0
    assert "room" in done.stdout
    assert "4 reviews" in done.stdout
    assert "not understood: 1 cell of column 'stars'" in done.stdout  # "many"
    assert "text ← 'review'" in done.stderr
    assert (folder / "again.voxpop").is_file()


def test_analyze_json_is_the_document_and_nothing_else(folder: Path) -> None:
    done = voxpop("analyze", "reviews.csv", "-o", "j.voxpop", "--json", cwd=folder)
    document = json.loads(done.stdout)
    assert document["schema"] == "voxpop/1"
    assert document["counts"]["read"] == 4
    texts = {id: text for id, text, _, _ in REVIEWS}
    quotes = [quote for aspect in document["aspects"] for quote in aspect["evidence"]]
    assert quotes
    assert all(texts[quote["review_id"]][quote["start"] : quote["end"]] == quote["text"] for quote in quotes)


@pytest.mark.parametrize(
    "arguments",
    [
        ("drivers", "reviews.voxpop"),
        ("compare", "reviews.voxpop", "reviews.voxpop"),
        ("watch", "reviews.voxpop", "--since", "30d"),
        ("edits", "reviews.voxpop"),
        ("summarize", "reviews.voxpop"),
        ("check", "The room is clean.", "--against", "reviews.voxpop"),
        ("aspects", "reviews.csv"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_json_of_every_command_names_its_schema(arguments: tuple[str, ...], folder: Path) -> None:
    done = voxpop(*arguments, "--json", cwd=folder)
    assert next(iter(json.loads(done.stdout).items())) == ("schema", "voxpop/1"), done.stderr


def test_reviews_from_standard_input(folder: Path) -> None:
    done = voxpop("analyze", "-", "-o", "in.voxpop", cwd=folder, stdin="The soup was great.\nThe soup was awful.\n")
    assert done.returncode == 0, done.stderr
    assert "soup" in done.stdout


def test_a_wrong_language_is_said(folder: Path) -> None:
    done = voxpop("analyze", "reviews.csv", "--lang", "zh", "-o", "zh.voxpop", cwd=folder)
    assert done.returncode == 1
    assert "nothing is left to analyse" in done.stderr
    assert "script" in done.stderr


def test_any_terminal_can_show_it(folder: Path) -> None:
    command = [sys.executable, "-m", "voxpop", "report", "reviews.voxpop", "--json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "cp1252"})
    assert done.returncode == 0
    assert json.loads(done.stdout.decode("utf-8"))["schema"] == "voxpop/1"


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_run_leaves_nothing(sign: signal.Signals, tmp_path: Path) -> None:
    rows = "\n".join(f"The room number {i} was clean and the staff were friendly." for i in range(60_000))
    signal.signal(signal.SIGINT, signal.default_int_handler)  # in the background of a shell, it is ignored
    (tmp_path / "many.txt").write_text(rows, encoding="utf-8")
    command = [sys.executable, "-m", "voxpop", "analyze", "many.txt", "-o", "out.voxpop", "--curate", "off"]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 300
    while len(list(tmp_path.iterdir())) == 1 and time.monotonic() < deadline:
        time.sleep(0.1)
    run.send_signal(sign)
    _, said = run.communicate(timeout=300)
    assert run.returncode in (130, 143), said
    assert "Nothing was written." in said
    assert [path.name for path in tmp_path.iterdir()] == ["many.txt"]


def test_report_writes_a_page_once(folder: Path) -> None:
    assert voxpop("report", "reviews.voxpop", "-o", "page.html", cwd=folder).returncode == 0
    assert (folder / "page.html").read_text(encoding="utf-8").startswith("<!")
    again = voxpop("report", "reviews.voxpop", "-o", "page.html", cwd=folder)
    assert again.returncode == 1
    assert "--overwrite" in again.stderr


def test_aspects_alone(folder: Path) -> None:
    done = voxpop("aspects", "reviews.csv", "--method", "freq", "--top", "3", "--json", cwd=folder)
    (entry,) = json.loads(done.stdout)["lists"]
    assert entry["aspects"][0]["name"] == "room"
    assert len(entry["aspects"]) == 3
    assert "room" in voxpop("aspects", "reviews.csv", "-k", "3", cwd=folder).stdout
    gone = voxpop("aspects", "reviews.csv", "--method", "auto", cwd=folder)
    assert gone.returncode == 1
    assert "model" in gone.stderr


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_demo(lang: str, tmp_path: Path) -> None:
    done = voxpop("demo", "--lang", lang, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    (page,) = (tmp_path / "voxpop-demo").glob("*.html")
    assert page.name in done.stdout
    assert {"en": "breakfast", "zh": "味道"}[lang] in done.stdout


def test_the_files_of_the_tutorials_are_copied(tmp_path: Path) -> None:
    done = voxpop("demo", "--files", "-o", ".", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    copied = done.stdout.split()
    assert {"app-en.csv", "hotel-en.csv", "restaurant-zh.csv", "survey-en.csv"} <= set(copied)
    assert all((tmp_path / name).stat().st_size > 1000 for name in copied)


def test_models_are_whole() -> None:
    done = voxpop("models", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert all(model["verified"] and model["reason"] is None for model in found)
    assert all(Path(model["card"]).is_file() for model in found)
    assert json.loads(voxpop("models", "reader-en", "--json").stdout) == [m for m in found if m["name"] == "reader-en"]


def test_the_card_of_a_model_is_printed() -> None:
    done = voxpop("models", "reader-zh")
    assert done.returncode == 0, done.stderr
    assert done.stdout == find("reader-zh").card.read_text("utf-8")
    wrong = voxpop("models", "reader-zn")
    assert wrong.returncode == 1
    assert "Did you mean 'reader-zh'?" in wrong.stderr


def test_what_is_wrong_with_a_model_is_in_the_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "toy"
    home.mkdir()
    for file in ("model.onnx", "config.json", "card.md"):
        (home / file).write_text("{}")
    add("toy", language="en", licence="CC0", folder=tmp_path)
    (home / "model.onnx").write_text("[]")
    checked = verify(tmp_path)
    command = import_module("voxpop.cli.models")
    monkeypatch.setattr(command.assets, "verify", lambda: checked)
    with pytest.raises(Exit):
        command.models(json=True)
    (found,) = json.loads(capsys.readouterr().out)
    assert found["verified"] is False
    assert found["reason"] == str(checked[0][1])
    assert "were changed: the checksum" in found["reason"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["analyze", "nowhere.csv"], "nowhere.csv"),
        (["analyze", "reviews.csv"], "--overwrite"),
        (["analyze", "reviews.csv", "-o", "no/such/place.voxpop"], "no folder"),
        (["analyze", "reviews.csv", "-o", "a.voxpop", "--method", "frek"], "Did you mean 'freq'?"),
        (["analyze", "reviews.csv", "-o", "a.voxpop", "--lang", "fr"], "Accepted: auto, en, zh"),
        (["analyze", "reviews.csv", "-o", "a.voxpop", "--text-column", "revie"], "review"),
        (["analyze", "reviews.csv", "-o", "a.voxpop", "--skip", "everything"], "near-duplicates"),
        (["analyze", "reviews.csv", "-o", "a.voxpop", "--engine", "spark"], "local"),
        (["analyze", "reviews.csv", "gone.csv", "-o", "a.voxpop"], "gone.csv"),
        (["analyze", "reviews.csv", "-o", "reviews.csv", "--overwrite"], "not replaced"),
        (["analyze", "reviews.csv", "-o", "a.voxpop", "--report", "reviews.csv"], "is there already"),
        (["analyze", "reviews.csv", "-o", "a.voxpop", "--report", "reviews.csv", "--overwrite"], "no HTML page"),
        (["analyze", "reviews.csv", "-o", "a.voxpop", "--report", "no/such/page.html"], "no such folder"),
        (["report", "reviews.csv"], "not a .voxpop file"),
        (["report", "gone.voxpop"], "voxpop analyze"),
    ],
)
def test_what_goes_wrong_is_said_in_a_sentence(folder: Path, arguments: list[str], message: str) -> None:
    done = voxpop(*arguments, cwd=folder)
    assert done.returncode == 1
    assert message in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert not (folder / "a.voxpop").exists()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evaluate")
    (path / "gold.txt").write_text("The rooms were clean.\nStaff was friendly.\n", encoding="utf-8")
    (path / "pred.txt").write_text("Clean room.\nThe staff were rude.\n", encoding="utf-8")
    (path / "other.txt").write_text("The rooms were clean.\nStaff friendly.\n", encoding="utf-8")
    (path / "short.txt").write_text("Only one line.\n", encoding="utf-8")
    return path


def test_evaluate_json_has_the_promised_shape(files: Path) -> None:
    done = voxpop("evaluate", "rouge", "--gold", "gold.txt", "--pred", "pred.txt", "--stem", "--json", cwd=files)
    result = json.loads(done.stdout)
    assert set(result) == {"measure", "signature", "scores", "n"}
    assert (result["measure"], result["n"]) == ("rouge", 2)
    assert "stem:porter" in result["signature"]
    # "clean room" for "the room were clean": 2 of 2 and 2 of 4; "the staff were rude" for "staff was friendli": 1
    assert result["scores"]["rouge1"]["precision"] == pytest.approx((1 + 1 / 4) / 2)
    assert result["scores"]["rouge1"]["recall"] == pytest.approx((2 / 4 + 1 / 3) / 2)


def test_evaluate_compares_systems_and_prints_tables(files: Path) -> None:
    arguments = ["evaluate", "rouge", "--gold", "gold.txt", "--pred", "pred.txt", "--pred", "other.txt"]
    assert "vs pred.txt" in voxpop(*arguments, cwd=files).stdout
    assert r"\begin{tabular}" in voxpop(*arguments, "--format", "latex", cwd=files).stdout
    single = voxpop("evaluate", "rouge", "--gold", "gold.txt", "--pred", "pred.txt", "--interval", cwd=files).stdout
    assert "95 % interval" in single
    assert "n = 2" in single


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["roge", "--gold", "gold.txt", "--pred", "pred.txt"], "Did you mean 'rouge'?"),
        (["rouge", "--gold", "gold.txt"], "give predictions"),
        (["rouge", "--gold", "gold.txt", "--pred", "short.txt"], "short.txt"),
        (["rouge", "--gold", "gold.txt", "--pred", "gone.txt"], "gone.txt"),
        (["rouge", "--gold", "gold.txt", "--pred", "pred.txt", "--set", "refs"], "NAME=VALUE"),
        (["rouge", "--gold", "gold.txt", "--pred", "pred.txt", "--set", "references=worst"], "average, best"),
        (["rating", "--gold", "gold.txt", "--pred", "pred.txt"], "line 1"),
    ],
)
def test_evaluate_says_what_is_wrong(files: Path, arguments: list[str], message: str) -> None:
    done = voxpop("evaluate", *arguments, cwd=files)
    assert done.returncode == 1
    assert message in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command: str) -> None:
    done = voxpop(command, "--help")
    assert done.returncode == 0
    assert f"voxpop {command}" in done.stdout
    assert "Example" in done.stdout


def test_version_and_bare_call() -> None:
    assert voxpop("--version").stdout.startswith("voxpop 0.")
    assert "analyze" in voxpop().stdout + voxpop().stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--fast", "--categories", "nowhere"], "--categories and --fast cannot be combined"),
        (["--method", "modl"], "Did you mean 'model'?"),
        (["--by", "rows"], "Accepted: categories, terms, tree."),
        (["--categories", "nowhere"], "nowhere holds no heads"),
    ],
)
def test_what_cannot_be_read_so_is_said_at_once(options: list[str], told: str, folder: Path) -> None:
    done = voxpop("analyze", "reviews.csv", "-o", "never.voxpop", *options, cwd=folder)
    assert done.returncode == 1
    assert told in " ".join(done.stderr.split())
    assert not (folder / "never.voxpop").exists()


def test_the_small_reader_by_flag(folder: Path) -> None:
    done = voxpop("analyze", "reviews.csv", "-o", "l.voxpop", "--fast", "--json", cwd=folder)
    document = json.loads(done.stdout)
    assert document["run"]["engine"] == "fast"
    assert 1 <= document["stars"]["predicted_mean"] <= 5
    assert {row["name"]: (row["positive"], row["negative"]) for row in document["aspects"]}["room"] == (1, 3)
