"""How a sentence is worded, as one more voice on whether it compares: a weight for each run of its words or characters.

The weights are those of a logistic regression (fitted by ``research.training.comparison_wording``), in ``words.tsv``
beside the branch that judges: the bias in the first line, then a run, its weight and its rarity in each. No run has a
tab or the end of a line in it, so nothing need be quoted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import isfinite, sqrt
from pathlib import Path

from voxpop import assets
from voxpop.entities.comparison_cues import load_cues
from voxpop.errors import AssetError
from voxpop.lang import language

FILE = "words.tsv"
MOST = 8.0  # log odds; a single character with nothing beside it would have many times that


def wording_units(text: str, lang: str) -> list[str]:
    """The distinct words or characters, in lower case, then the pairs of neighbours; longer runs tell no more."""
    rules = language(lang).comparison_cues
    if rules.BLOCKED_WORDS_ARE_LEFT_OUT:
        text = load_cues(lang).block.sub(" ", text)
    units = rules.WORDING_UNIT.findall(text.lower())
    return list(dict.fromkeys([*units, *map(language(lang).joiner.join, pairwise(units))]))


@dataclass(frozen=True, slots=True)
class ComparisonWording:
    """What each run says for a comparison, and how rare it is (its inverse document frequency)."""

    lang: str
    bias: float
    table: Mapping[str, tuple[float, float]]  # run: weight, rarity

    def odds(self, text: str) -> float:
        """The log odds that a sentence compares: bias + Σ weight · rarity / ‖rarity‖ over the runs that are known.

        They are cut at ``MOST`` on either side.
        """
        known = [self.table[run] for run in wording_units(text, self.lang) if run in self.table]
        norm = sqrt(sum(rarity * rarity for _, rarity in known))
        odds = self.bias + (sum(weight * rarity for weight, rarity in known) / norm if norm else 0.0)
        return max(-MOST, min(MOST, odds))

    def to_bytes(self) -> bytes:
        """Return the bytes of the file."""
        lines = (f"{run}\t{weight}\t{rarity}\n" for run, (weight, rarity) in self.table.items())
        return f"{self.bias}\n{''.join(lines)}".encode()


def parse(data: bytes, lang: str, path: Path) -> ComparisonWording:
    """Return a wording from the bytes of its file."""
    try:
        first, *lines = data.decode().removesuffix("\n").split("\n")
        bias = float(first)
        cells = [line.split("\t") for line in lines]
        table = {run: (float(weight), float(rarity)) for run, weight, rarity in cells}
    except ValueError as error:
        raise AssetError(f"The table of words cannot be read: {path} ({error}). Install voxpop again.") from None
    if not all(map(isfinite, (bias, *(number for numbers in table.values() for number in numbers)))):
        raise AssetError(f"The table of words holds values that are not numbers: {path}. Install voxpop again.")
    return ComparisonWording(lang, bias, table)


@cache
def comparison_wording(lang: str) -> ComparisonWording | None:
    """Return the wording of a language, read and checked once per process; None where there is none."""
    asset = next((each for each in assets.assets(assets.FOLDER) if each.name == f"compares-{lang}"), None)
    if asset is None or FILE not in asset.files:
        return None
    return parse(asset.read(FILE), lang, asset.path.with_name(FILE))
