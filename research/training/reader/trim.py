"""An encoder without the pieces of its vocabulary that reviews do not use: a third smaller, and it reads the same.

Kept are the marks, every single character, and every piece that the texts use at least ``--fewest`` times; a dropped
piece is spelt with shorter ones. ``python -m research.training.reader.trim FROM TO --texts unlabelled-en.jsonl.xz``.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from safetensors.torch import save_file

from research.training.encoder import load_encoder
from voxpop.errors import InputError, says_errors

CONTINUED = "##"


def texts(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            yield from (json.loads(line)["text"] for line in lines)


def chosen(vocabulary: dict[str, int], uses: Counter[str], *, fewest: int) -> list[str]:
    """The pieces to keep, in the order they had."""
    return [piece for piece, _ in sorted(vocabulary.items(), key=lambda entry: entry[1])
            if uses[piece] >= fewest or is_mark(piece) or is_letter(piece)]  # fmt: skip


def is_mark(piece: str) -> bool:
    return piece in ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def is_letter(piece: str) -> bool:
    """One character; but a Chinese one never continues a word, each being a word of its own to these tokenizers."""
    bare = piece.removeprefix(CONTINUED)
    return len(bare) == 1 and not (piece != bare and unicodedata.name(bare, "").startswith("CJK UNIFIED"))


def trim(source: Path, target: Path, corpus: Iterable[str], *, fewest: int = 3) -> tuple[int, int]:
    """Write the smaller encoder; how many pieces it had and has."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    uses: Counter[str] = Counter()
    for text in corpus:
        uses.update(tokenizer.encode(text, add_special_tokens=False).tokens)
    described: dict[str, Any] = json.loads(tokenizer.to_str())
    if described["model"]["type"] != "WordPiece":
        raise InputError(f"The tokenizer in {source} is no WordPiece tokenizer: only such can be trimmed.")
    vocabulary: dict[str, int] = described["model"]["vocab"]
    kept = chosen(vocabulary, uses, fewest=fewest)
    number = {piece: place for place, piece in enumerate(kept)}
    described["model"]["vocab"] = number
    described["added_tokens"] = [{**each, "id": number[each["content"]]} for each in described["added_tokens"]
                                 if each["content"] in number]  # fmt: skip
    for each in (described.get("post_processor") or {}).get("special_tokens", {}).values():
        each["ids"] = [number[token] for token in each["tokens"]]
    target.mkdir(parents=True, exist_ok=True)
    (target / "tokenizer.json").write_text(json.dumps(described, ensure_ascii=False), "utf-8")
    encoder = load_encoder(source)
    arrays = {name: array.half() for name, array in encoder.state_dict().items()}
    arrays["words.weight"] = arrays["words.weight"][[vocabulary[piece] for piece in kept]].contiguous()
    config = replace(encoder.config, vocab_size=len(kept), pad_token_id=number["[PAD]"])
    (target / "config.json").write_text(json.dumps(asdict(config), indent=1) + "\n", "utf-8")
    save_file(arrays, target / "model.safetensors")
    return len(vocabulary), len(kept)


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.reader.trim", description=trim.__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--texts", type=Path, nargs="+", required=True, help='lines of {"text": …}, xz-compressed')
    parser.add_argument("--fewest", type=int, default=3)
    given = parser.parse_args()
    had, has = trim(given.source, given.target, texts(given.texts), fewest=given.fewest)
    sys.stdout.write(f"{had:,} pieces before, {has:,} now\n")


if __name__ == "__main__":
    raise SystemExit(main())
