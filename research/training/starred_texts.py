"""Stars beside masked words: while an encoder learns how customers write, it learns what their stars mean.

Stretches of starred reviews, as short as a sentence, are read for the stars of the whole. Every number of stars is
drawn as often as any other, so that the few unhappy reviews count.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from research.training.encoder import Encoder
from research.training.pieces import Marks, Pieces
from research.training.samples.sample import read_samples
from voxpop.errors import InputError

SHORTEST = 12  # pieces of a stretch


class StarredTexts:
    """Training reviews by their stars; ``draw`` gives a batch of framed stretches, where there is text, and the stars
    of each, counted from 0."""

    def __init__(self, reviews: Sequence[tuple[Sequence[int], int]], marks: Marks, *, longest: int) -> None:
        if len({stars for _, stars in reviews}) < 2:
            raise InputError("The samples hold no training reviews with different stars to learn from. Expected is a "
                             "file that research.training.samples.sample wrote, with starred sets in it.")  # fmt: skip
        self.marks, self.longest = marks, longest
        self.pieces = torch.tensor([piece for ids, _ in reviews for piece in ids])  # all reviews end to end
        self.lengths = torch.tensor([len(ids) for ids, _ in reviews])
        self.starts = self.lengths.cumsum(0) - self.lengths
        stars = torch.tensor([stars for _, stars in reviews])
        self.by_stars = [(each, (stars == each).nonzero()[:, 0]) for each in sorted(set(stars.tolist()))]

    def draw(self, size: int, dice: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """``size`` of them, each number of stars alike; all stretches of a batch are at most equally long."""
        share = -(-size // len(self.by_stars))
        drawn = torch.cat([which[torch.randint(len(which), (share,), generator=dice)] for _, which in self.by_stars])
        stars = torch.cat([torch.full((share,), each) for each, _ in self.by_stars])
        longest = int(torch.randint(SHORTEST, self.longest - 1, (1,), generator=dice))
        lengths = self.lengths[drawn]
        room = (lengths - longest).clamp(min=0) + 1
        first = (torch.rand(len(drawn), generator=dice) * room).long()
        taken = lengths.clamp(max=longest)[:, None]
        place = torch.arange(longest + 2) - 1  # the first is the mark before the text
        inside = (place >= 0) & (place < taken)
        where = (self.starts[drawn] + first)[:, None] + place.clamp(min=0)
        ids = torch.where(inside, self.pieces[where.clamp(max=len(self.pieces) - 1)], self.marks.pad)
        ids[:, 0] = self.marks.cls
        ids[place == taken] = self.marks.sep
        return ids, place <= taken, stars


class Rater(nn.Module):  # type: ignore[misc]
    """The head that guesses stars from the mean of the states; thrown away afterwards."""

    def __init__(self, encoder: Encoder) -> None:
        super().__init__()
        self.encoder = encoder
        self.out = nn.Linear(encoder.width, 5)

    def forward(self, ids: Tensor, mask: Tensor, stars: Tensor) -> Tensor:
        H = self.encoder(ids, mask)
        mean = (H * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return F.cross_entropy(self.out(mean).float(), stars)


def read_starred(path: Path, pieces: Pieces, *, longest: int) -> StarredTexts:
    """The training reviews of a samples file that have stars, halves rounded down."""
    known = [(row.text, int(row.stars[0])) for row in read_samples(path)
             if row.split == "train" and row.stars is not None and row.stars[1] - row.stars[0] < 1]  # fmt: skip
    texts = pieces([text for text, _ in known])
    return StarredTexts([(ids, stars - 1) for (_, stars), ids in zip(known, texts, strict=True) if ids],
                   pieces.marks, longest=longest)  # fmt: skip
