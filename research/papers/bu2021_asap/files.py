"""Files in ASAP's format under any names: the counts of Table 4, where they are not a complete data set."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from research.training.corpora import ASAP_PARTS, has_parts, read_asap
from research.training.data import Example
from voxpop.errors import ColumnError, EncodingError

ENDINGS = (".csv", ".csv.xz")
Reviews = tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Files:
    """The reviews of each file by its name without the ending, and why other CSV files are not among them."""

    reviews: dict[str, Reviews]
    others: tuple[str, ...]


def loose_files(data: Path) -> Files:
    """The CSV files in ``data`` and its folder ``asap``, but for the whole release, which is a data set of its own."""
    reviews: dict[str, Reviews] = {}
    others = []
    for folder in (data, data / "asap"):
        whole = ASAP_PARTS if has_parts(folder, ASAP_PARTS) else ()
        for path in sorted(folder.glob("*")):
            name = path.name.removesuffix(".xz").removesuffix(".csv")
            if path.is_file() and path.name.endswith(ENDINGS) and name not in whole:
                try:
                    reviews[name if name not in reviews else f"asap/{name}"] = tuple(read_asap(path))
                except (ColumnError, EncodingError) as error:
                    others.append(str(error))
    return Files(reviews, tuple(others))
