"""Write the asset ``dictionary-zh`` from the dictionary and the model for unknown words that come with jieba.

``python -m research.training.dictionary`` needs jieba installed, and is run again only for another version of it.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from importlib.resources import files

import numpy as np
from jieba import finalseg
from safetensors.numpy import save_file

from research.add_weights import add
from voxpop.assets import CARD, CONFIG, FOLDER

NAME = "dictionary-zh"
STATES = "BMES"  # of a character: begin, middle and end of a word, single
NEVER = finalseg.MIN_FLOAT
CARD_TEXT = """# dictionary-zh

The dictionary of jieba {version} (words, counts and part-of-speech tags, counted on newspapers and novels) and the
hidden Markov model of its `finalseg` for words that the dictionary does not list, unchanged, as arrays.

**Licence: MIT**, Copyright (c) 2013 Sun Junyi (`LICENSE`, beside this card). Source: https://github.com/fxsjy/jieba.

`words` (UTF-8, a word a line), `counts` and `tags` (numbers into `tags` of config.json) are the dictionary. Of the
model, `characters` (UTF-8), `start`, `transitions` and `emissions` are log probabilities of the states B, M, E and S.
`python -m research.training.dictionary` writes it, and `voxpop.lang.zh.vocabulary` reads it and adds words of reviews.
"""


def main() -> None:
    lines = files("jieba").joinpath("dict.txt").read_text("utf-8").splitlines()
    rows = [line.split(" ") for line in lines]
    entries = {word: (int(count), tag) for word, count, tag in rows}
    tags = sorted({tag for _, tag in entries.values()})
    letters = sorted(set().union(*finalseg.emit_P.values()))
    home = FOLDER / NAME
    home.mkdir(exist_ok=True)
    arrays = {
        "words": np.frombuffer("\n".join(entries).encode(), dtype=np.uint8),
        "counts": np.array([count for count, _ in entries.values()], dtype=np.int32),
        "tags": np.array([tags.index(tag) for _, tag in entries.values()], dtype=np.uint8),
        "characters": np.frombuffer("".join(letters).encode(), dtype=np.uint8),
        "start": np.array([finalseg.start_P[state] for state in STATES]),
        "transitions": np.array([[finalseg.trans_P[one].get(other, NEVER) for other in STATES] for one in STATES]),
        "emissions": np.array([[finalseg.emit_P[state].get(letter, NEVER) for state in STATES] for letter in letters]),
    }
    save_file({name: np.ascontiguousarray(array) for name, array in arrays.items()}, home / "weights.safetensors")
    total = sum(int(count) for _, count, _ in rows)  # a word that jieba lists twice counts twice
    config = {"jieba": version("jieba"), "total": total, "tags": tags, "states": STATES}
    (home / CONFIG).write_text(json.dumps(config) + "\n", "utf-8")
    (home / CARD).write_text(CARD_TEXT.format(version=version("jieba")), "utf-8")
    add(NAME, language="zh", licence="MIT")


if __name__ == "__main__":
    main()
