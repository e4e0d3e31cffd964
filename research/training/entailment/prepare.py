"""Training pairs as token numbers, for a machine without data sets and tokenizers.

``python -m research.training.entailment.prepare en --data DIR --tokenizer FOLDER --out FOLDER`` writes
``entail.pickle.xz``. The tokenizer must be that of the opinion model whose hidden states the network will learn from. The
sources of the pairs and their terms are listed in ``pairs``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from research.training.entailment.pairs import LANGUAGES, EntailmentPair, pairs, table
from research.training.entailment.prepared import LABELS, SPLITS, PreparedPairs, write
from voxpop.errors import InputError, says_errors
from voxpop.extract.opinion_model import PIECES, load_tokenizer, normalized
from voxpop.lang import language

WINDOW = 256  # tokens of a premise with its marks, as the opinion model reads them
HYPOTHESIS = 62  # tokens of a hypothesis with its marks
HEAVIEST = 3.0  # the most that a pair counts


def tokenised(lang: str, found: Sequence[EntailmentPair], folder: Path) -> PreparedPairs:
    """Return pairs as token numbers, by the tokenizer in a folder; what is too long is cut."""
    path = folder / PIECES
    try:
        tokenizer, (first, last) = load_tokenizer(path.read_bytes(), path)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}. Expected is the tokenizer of a model.") from None
    if tokenizer.get_vocab_size() > np.iinfo(np.int16).max:
        raise InputError(f"{path} has {tokenizer.get_vocab_size():,} tokens. At most 32,767 can be stored.")
    spoken = language(lang)
    rooms = [(pair.premise, WINDOW) for pair in found] + [(pair.hypothesis, HYPOTHESIS) for pair in found]
    numbers = {text: number for number, text in enumerate(dict.fromkeys(rooms))}
    plain = [normalized(text, spoken) for text, _ in numbers]
    rows = [
        [first, *encoding.ids[: room - 2], last]
        for encoding, (_, room) in zip(tokenizer.encode_batch(plain, add_special_tokens=False), numbers, strict=True)
    ]
    kept = [pair for pair in found
            if len(rows[numbers[pair.premise, WINDOW]]) > 2 < len(rows[numbers[pair.hypothesis, HYPOTHESIS]])]  # fmt: skip
    sources = tuple(sorted({pair.source for pair in kept}))
    return PreparedPairs(
        lang,
        sources,
        np.concatenate([np.array(row, np.int16) for row in rows]),
        np.array([len(row) for row in rows], np.int16),
        np.array([numbers[pair.premise, WINDOW] for pair in kept], np.int32),
        np.array([numbers[pair.hypothesis, HYPOTHESIS] for pair in kept], np.int32),
        np.array([LABELS.index(pair.label) for pair in kept], np.int8),
        np.array([SPLITS.index(pair.split) for pair in kept], np.int8),
        np.array([sources.index(pair.source) for pair in kept], np.int8),
        np.array(weights(kept), np.float16),
    )


def weights(found: Sequence[EntailmentPair]) -> list[float]:
    """Return what each pair counts: the labels of a source together as much as each other, within bounds."""
    counts = Counter((pair.source, pair.label) for pair in found)
    totals = Counter(pair.source for pair in found)
    present = Counter(source for source, _ in counts)
    return [
        min(HEAVIEST, totals[pair.source] / (present[pair.source] * counts[pair.source, pair.label])) for pair in found
    ]


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.entailment.prepare", description=__doc__.split("\n")[0]
    )
    parser.add_argument("lang", choices=LANGUAGES)
    parser.add_argument("--data", type=Path, required=True, help="folder of data sets")
    parser.add_argument("--tokenizer", type=Path, required=True, help="folder with the tokenizer.json of the model")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    found = pairs(given.lang, given.data)
    path = write(tokenised(given.lang, found, given.tokenizer), given.out)
    sys.stdout.writelines(f"{line}\n" for line in [*table(found), f"{path}: {path.stat().st_size:,} bytes"])


if __name__ == "__main__":
    raise SystemExit(main())
