"""The mean of the weights of several students, mixed with an earlier one that they went on from.

``python -m research.training.opinions.mix research/checkpoints/zh STUDENT… --share 0.7`` writes seven tenths of the mean of the
students and three tenths of the checkpoint's own weights into the checkpoint. What only the students have (a new head, other
domains) is their mean, and with ``--own-fine`` the head of the fine categories too, where these were annotated anew.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from safetensors.torch import save_file
from torch import Tensor

from research.training.opinions.starting_weights import packed_arrays, unpacked

Arrays = Mapping[str, Tensor]
FINE, QUERIES = ("fine_weight", "fine_bias"), ("pool.query.weight", "pool.query.bias")


def mixed(students: Sequence[Arrays], earlier: Arrays, share: float, *, own_fine: bool = False) -> dict[str, Tensor]:
    """Return ``share`` of the mean of the students, and the rest of the earlier one where its shapes are theirs."""
    weights = {}
    for name in students[0]:
        mean = sum((each[name].float() for each in students[1:]), students[0][name].float()) / len(students)
        known = name in earlier and earlier[name].shape == mean.shape and not (own_fine and name in FINE)
        weights[name] = share * mean + (1 - share) * earlier[name].float() if known else mean
        if own_fine and name in QUERIES:  # the first two are those of stars and domains
            weights[name][2:] = mean[2:]
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.opinions.mix", description=__doc__.split("\n")[0]
    )
    parser.add_argument("checkpoint", type=Path, help="folder of the earlier one, which is written")
    parser.add_argument("students", type=Path, nargs="+")
    parser.add_argument("--share", type=float, default=0.7, help="of the students' mean")
    parser.add_argument("--own-fine", action="store_true", help="take the students' head of fine categories as it is")
    given = parser.parse_args()
    path = given.checkpoint / "weights.safetensors"
    weights = mixed(
        [unpacked([student]) for student in given.students], unpacked([path]), given.share, own_fine=given.own_fine
    )
    save_file(packed_arrays(weights), path)


if __name__ == "__main__":
    main()
