"""Text into the pieces that an encoder knows, by the tokenizer that lies in its folder."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenizers import BertWordPieceTokenizer, Tokenizer

from voxpop.errors import InputError

FILES = ("tokenizer.json", "vocab.txt", "tokenizer_config.json")


@dataclass(frozen=True, slots=True)
class Marks:
    """The numbers of the pieces that frame a text, and whether a second text begins with one mark more."""

    cls: int
    sep: int
    pad: int
    doubled: bool = False

    def frame(self, first: Sequence[int], second: Sequence[int] = (), *, limit: int) -> list[int]:
        """[CLS] first [SEP], or [CLS] first [SEP] second [SEP]; the first text is shortened to fit."""
        tail = [*([self.sep] if self.doubled else []), *second, self.sep] if second else []
        room = limit - 2 - len(tail)
        if room < 1:
            raise InputError(f"A question of {len(second)} pieces leaves no room for the review within {limit}.")
        return [self.cls, *first[:room], self.sep, *tail]


class Pieces:
    """``Pieces(folder)(["a text"])`` gives the numbers of the pieces of each text, unframed and unshortened."""

    def __init__(self, folder: Path, *, doubled: bool = False) -> None:
        self.folder = folder
        self._tokenizer = _tokenizer(folder)
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        names = [("[CLS]", "<s>"), ("[SEP]", "</s>"), ("[PAD]", "<pad>")]
        # MPNet's vocabulary holds BERT's marks too, as plain words
        cls, sep, pad = (self._mark(*(pair[::-1] if doubled else pair)) for pair in names)
        self.marks = Marks(cls, sep, pad, doubled)

    @property
    def mask(self) -> int:
        """The piece that stands for a hidden one."""
        return self._mark(*(("<mask>", "[MASK]") if self.marks.doubled else ("[MASK]", "<mask>")))

    def __call__(self, texts: Sequence[str]) -> list[list[int]]:
        return [found.ids for found in self._tokenizer.encode_batch(list(texts), add_special_tokens=False)]

    def placed(self, texts: Sequence[str]) -> list[tuple[list[int], list[tuple[int, int]]]]:
        """The same, with where each piece stands in its text, in code points."""
        found = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [(each.ids, each.offsets) for each in found]

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where each piece stands in the text, in code points."""
        return list(self._tokenizer.encode(text, add_special_tokens=False).offsets)

    def save(self, folder: Path) -> None:
        for name in FILES:
            if (self.folder / name).is_file():
                shutil.copy(self.folder / name, folder / name)

    def _mark(self, *names: str) -> int:
        found = [self._tokenizer.token_to_id(name) for name in names]
        number = next((number for number in found if number is not None), None)
        if number is None:
            raise InputError(
                f"The tokenizer in {self.folder} knows no {' or '.join(names)}: it is not of the BERT kind."
            )
        return int(number)


def _tokenizer(folder: Path) -> Any:
    whole, vocabulary = folder / "tokenizer.json", folder / "vocab.txt"
    try:
        if whole.is_file():
            return Tokenizer.from_file(str(whole))
        if vocabulary.is_file():
            return BertWordPieceTokenizer(str(vocabulary), lowercase=_lowers(folder))._tokenizer
    except Exception as error:  # the library raises nothing more specific
        raise InputError(f"The tokenizer in {folder} cannot be read: {error}.") from None
    raise InputError(f"{folder} has no tokenizer: expected is tokenizer.json or vocab.txt.")


def _lowers(folder: Path) -> bool:
    path = folder / "tokenizer_config.json"
    return bool(json.loads(path.read_text("utf-8")).get("do_lower_case", True)) if path.is_file() else True
