"""The commands of research as one types them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from research.commands import says_errors
from voxpop.errors import OptionError


def run(module: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", f"research.{module}", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["rouge", "--train"], "rouge trains nothing. Leave out --train."),
        (["rouge", "--encoder-zh", "bert"], "Leave out --encoder-zh."),
        (["asap", "--runs", "nowhere"], "There are no runs at nowhere."),
        (["asap", "--encoder-zh", "no_such_bert"], "There is no folder no_such_bert and no installed package"),
    ],
)
def test_papers_say_what_it_cannot_use(options: list[str], told: str, tmp_path: Path) -> None:
    done = run("papers", *options, "--data", tmp_path)
    assert done.returncode == 1
    assert told in " ".join(done.stderr.split())


def test_data_lists_what_is_there(data_dir: Path) -> None:
    done = run("datasets", "--data", data_dir, "--json")
    states = {entry["name"]: entry["state"] for entry in json.loads(done.stdout)}
    assert set(states.values()) == {"ready"}
    assert run("datasets", "nothing", "--data", data_dir).returncode == 1


def test_a_missing_folder_is_said_in_a_sentence() -> None:
    done = run("datasets", "--data", "nowhere")
    assert done.returncode == 1
    assert "VOXPOP_DATA" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("module", ["papers", "datasets"])
def test_the_help_has_an_example(module: str) -> None:
    done = run(module, "--help")
    assert done.returncode == 0, done.stderr
    assert f"python -m research.{module} " in done.stdout


@says_errors
def command(*, top: int) -> None:
    """Check a number."""
    if top < 1:
        raise OptionError(f"top must be at least 1, not {top}.")
    if top > 9:
        raise ValueError(top)


def test_a_command_says_what_is_wrong_and_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(top=0) == 2
    assert capsys.readouterr() == ("", "top must be at least 1, not 0.\n")
    assert command(top=1) == 0
    assert capsys.readouterr() == ("", "")
    assert command.__doc__ == "Check a number."


def test_a_mistake_of_ours_keeps_its_traceback() -> None:
    with pytest.raises(ValueError, match="10"):
        command(top=10)
