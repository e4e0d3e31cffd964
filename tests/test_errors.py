"""Errors that voxpop raises on purpose, as a command says them."""

from __future__ import annotations

from pathlib import Path

import pytest

import voxpop
from voxpop.errors import OptionError, says_errors

PACKAGE = Path(voxpop.__file__).parent


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


@pytest.mark.parametrize("path", [PACKAGE / "assets.py", *sorted(PACKAGE.glob("models/**/*.py"))], ids=lambda p: p.stem)
def test_every_command_of_the_training_room_says_its_errors(path: Path) -> None:
    code = path.read_text("utf-8")
    if 'if __name__ == "__main__":' in code:
        assert "@says_errors\ndef " in code
        assert "    raise SystemExit(" in code  # its status is the program's
