from __future__ import annotations

from pathlib import Path

import pytest

from research.training.pieces import Marks, Pieces
from voxpop.errors import InputError


def test_pieces_and_their_places(tiny: Path) -> None:
    pieces = Pieces(tiny)
    text = "The  Food\nwas 😀 great!"
    (found,) = pieces([text])
    spans = pieces.spans(text)
    assert len(found) == len(spans) == 6
    assert [text[a:b] for a, b in spans] == ["The", "Food", "was", "😀", "great", "!"]
    assert found[3] == 1  # unknown
    assert pieces([""]) == [[]]


def test_frames() -> None:
    marks = Marks(cls=2, sep=3, pad=0)
    assert marks.frame([7, 8], limit=10) == [2, 7, 8, 3]
    assert marks.frame([7, 8, 9], [5], limit=6) == [2, 7, 8, 3, 5, 3]
    assert Marks(2, 3, 0, doubled=True).frame([7], [5], limit=9) == [2, 7, 3, 3, 5, 3]
    with pytest.raises(InputError, match="leaves no room for the review within 5"):
        marks.frame([7], [5, 5], limit=5)


def test_a_folder_without_tokenizer(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"has no tokenizer: expected is tokenizer\.json or vocab\.txt"):
        Pieces(tmp_path)
    (tmp_path / "tokenizer.json").write_text("{")
    with pytest.raises(InputError, match="cannot be read"):
        Pieces(tmp_path)


def test_marks_of_the_encoders_kind_are_taken(tmp_path: Path) -> None:
    """MPNet's vocabulary has both its own marks and BERT's."""
    (tmp_path / "vocab.txt").write_text(
        "\n".join(["<s>", "<pad>", "</s>", "<unk>", "[PAD]", "[UNK]", "[CLS]", "[SEP]"])
    )
    (tmp_path / "tokenizer_config.json").write_text('{"do_lower_case": false}')
    assert Pieces(tmp_path, doubled=True).marks == Marks(cls=0, sep=2, pad=1, doubled=True)
    assert Pieces(tmp_path).marks == Marks(cls=6, sep=7, pad=4)
