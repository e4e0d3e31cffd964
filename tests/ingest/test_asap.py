from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Given = Callable[..., Any]
RELEASE = "id,review,star," + ",".join(
    f"{group}#{name}"
    for group, names in {
        "Location": ["Transportation", "Downtown", "Easy_to_find"],
        "Service": ["Queue", "Hospitality", "Parking", "Timely"],
        "Price": ["Level", "Cost_effective", "Discount"],
        "Ambience": ["Decoration", "Noise", "Space", "Sanitary"],
        "Food": ["Portion", "Taste", "Appearance", "Recommend"],
    }.items()
    for name in names
)


def test_reads_the_header_of_the_release(given: Given) -> None:
    found = given(
        "train.csv", f"{RELEASE}\n17,味道很好，环境也不错,4.0,{','.join(['-2'] * 18)}\n".replace("好，环", "好。环")
    )
    assert found.choice.format == "csv"
    assert [(r.id, r.stars) for r in found.reviews] == [("17", 4)]


def test_reads_the_sample(data_dir: Path, read: Given) -> None:
    found = read(data_dir / "asap" / "train_sample.csv")
    assert found.choice.columns == {"id": "index", "text": "reviewbody", "stars": "star"}
    assert len(found.reviews) == 100
    assert found.reviews[0].extra["location_traffic"] == "1"
