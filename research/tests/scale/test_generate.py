from __future__ import annotations

from collections import Counter
from pathlib import Path

from research.scale.generate import rows, write
from voxpop import read_reviews
from voxpop.lang.detect import detect
from voxpop.types import Review


def test_the_same_seed_gives_the_same_file(tmp_path: Path) -> None:
    for name, seed in (("a.csv", 1), ("b.csv", 1), ("c.csv", 2)):
        write(tmp_path / name, 200, seed)
    data = [(tmp_path / name).read_bytes() for name in ("a.csv", "b.csv", "c.csv")]
    assert data[0] == data[1] != data[2]
    found = [row for row in read_reviews(tmp_path / "a.csv") if isinstance(row, Review)]
    assert len(found) == 200
    assert len({row.text for row in found}) < 200  # some are copies
    langs = Counter(detect(row.text) for row in found)
    assert 30 < langs["zh"] < 90
    assert langs["en"] > 100


def test_a_longer_file_begins_with_the_shorter_one() -> None:
    assert list(rows(50, 3))[:20] == list(rows(20, 3))
