"""The vocabulary that teachers and student of a language share: the pieces that reviews use, and emoji."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tokenizers import Regex, Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer, Split
from tokenizers.pre_tokenizers import Sequence as Steps

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
EMOJI = "[\U0001f300-\U0001faff\u2600-\u27bf\u2b50]"


def tokenizer(pieces: Sequence[str]) -> Tokenizer:
    """Return a tokenizer over these pieces. An emoji is always a piece of its own."""
    made = Tokenizer(
        WordPiece(
            {piece: number for number, piece in enumerate(pieces)}, unk_token="[UNK]", max_input_chars_per_word=40
        )
    )
    made.normalizer = BertNormalizer(lowercase=True)
    made.pre_tokenizer = Steps([Split(Regex(EMOJI), "isolated"), BertPreTokenizer()])
    return made


def choose(full: Sequence[str], texts: Iterable[str], *, least: int, emoji: int = 160) -> list[str]:
    """Return the pieces of a full vocabulary that the texts use, all its single letters, and the commonest emoji."""
    cut = tokenizer([*SPECIAL, *(piece for piece in full if piece not in SPECIAL)])
    counts: Counter[str] = Counter()
    faces: Counter[str] = Counter()
    batch: list[str] = []
    for text in texts:
        batch.append(text)
        faces.update(letter for letter in text if letter >= "\u2600")
        if len(batch) == 4096:
            for encoding in cut.encode_batch(batch):
                counts.update(encoding.tokens)
            batch = []
    for encoding in cut.encode_batch(batch):
        counts.update(encoding.tokens)
    kept = [
        piece
        for piece in full
        if piece not in SPECIAL
        and (counts[piece] >= least or (piece.removeprefix("##").isascii() and len(piece.removeprefix("##")) == 1))
    ]
    known = set(kept)
    import re

    common = [face for face, _ in faces.most_common() if re.fullmatch(EMOJI, face) and face not in known][:emoji]
    return [*SPECIAL, *kept, *common]
