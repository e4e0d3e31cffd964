"""Parts hold all that was extracted, and add up to the same in whatever pieces and order they come."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path
from random import Random

import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.errors import OutputError, StoreError
from voxpop.part_extraction import extract_part
from voxpop.part_files import (
    LISTS,
    Part,
    PartSummary,
    join,
    pack,
    part_facts,
    read_part,
    read_shard,
    review_table,
    write_parquet,
    write_part,
)
from voxpop.settings import Settings
from voxpop.types import (
    BoilerplatePhrase,
    NameUse,
    Rejected,
    Review,
    Section,
    Spellings,
)

TEXTS = [
    "The room was clean. The staff were rude!",
    "Great pool, better than the Ritz.",
    "",
    "房间很干净，服务差。",
    "Ok.",
]
REVIEWS = [Review(id=str(n), text=text, lang="zh" if n == 3 else "en") for n, text in enumerate(TEXTS)]


@pytest.fixture(scope="module")
def parts() -> list[Part]:
    """Each review by itself."""
    extracted = [extract_part([review], settings=Settings(fast=True)) for review in REVIEWS]
    return [pack(part, places=[n]) for n, part in enumerate(extracted)]


def test_a_part_comes_back_as_it_was(parts: list[Part], tmp_path: Path) -> None:
    whole = join(parts)
    write_part(tmp_path / "part-00000.parquet", whole, shard={"shard": 0})
    read = read_part(tmp_path / "part-00000.parquet")
    assert read.summary == whole.summary
    for name in LISTS:
        assert read.table(name).equals(whole.table(name)), name
        assert whole.table(name).num_rows > 0 or name == "comparisons"
    assert part_facts(tmp_path / "part-00000.parquet")["shard"] == 0  # type: ignore[index]
    assert [path.name for path in tmp_path.iterdir()] == ["part-00000.parquet"]


def test_reviews_together_are_the_reviews_one_by_one(parts: list[Part], tmp_path: Path) -> None:
    together = pack(extract_part(REVIEWS, settings=Settings(fast=True)))
    write_part(tmp_path / "a", together, shard={})
    write_part(tmp_path / "b", join(parts), shard={})
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@settings(max_examples=30)
@given(chance=st.randoms())
def test_the_counts_of_parts_do_not_depend_on_their_order(parts: list[Part], chance: Random) -> None:
    shuffled = chance.sample(parts * 3, len(parts) * 3)
    cut = chance.randrange(len(shuffled))
    assert join([join(shuffled[cut:]), join(shuffled[:cut])]).summary.as_json() == join(parts * 3).summary.as_json()


USES = st.dictionaries(st.text(max_size=3), st.builds(NameUse, st.integers(0, 99), st.integers(0, 10**8)), max_size=4)
NAMES = st.dictionaries(st.sampled_from(["en", "zh"]), USES)
SUMMARIES = st.builds(
    PartSummary,
    st.builds(Counter, st.dictionaries(st.sampled_from(["en", "zh"]), st.integers(0, 99))),
    st.dictionaries(
        st.just("zh"),
        st.builds(Spellings, st.integers(0, 9), st.dictionaries(st.text(max_size=2), st.builds(Counter, st.text()))),
    ),
    st.builds(Counter, st.lists(st.builds(BoilerplatePhrase, st.text(max_size=4), st.just("row")), max_size=3)),
    NAMES,
)


@given(st.lists(SUMMARIES, max_size=6), st.randoms())
def test_summaries_add_up_in_any_order(summaries: list[PartSummary], chance: Random) -> None:
    forward, shuffled = PartSummary(), PartSummary()
    for summary in summaries:
        forward.update(PartSummary.from_json(summary.as_json()))
    for summary in chance.sample(summaries, len(summaries)):
        shuffled.update(summary)
    assert forward.as_json() == shuffled.as_json()


def test_a_shard_gives_its_reviews_back(tmp_path: Path) -> None:
    review = Review(
        id="a", text="x\ny", stars=2.5, date=date(2024, 2, 29), product="P", lang="en", source="f.csv", row=3,
        extra={"City": "Bonn"}, sections=(Section("title", 0, 1), Section("body", 2, 3)), unread=("date",),
    )  # fmt: skip
    write_parquet(tmp_path / "shard", review_table([*REVIEWS, review]))
    assert read_shard(tmp_path / "shard", 4, 6) == [REVIEWS[4], review]


def test_rejected_reviews_travel_in_the_part(parts: list[Part], tmp_path: Path) -> None:
    rejected = [Rejected(step="analysis", reason="Reading it failed.", row=7, text="x")]
    write_part(tmp_path / "part", Part(parts[0].rows, parts[0].summary, rejected), shard={})
    assert read_part(tmp_path / "part").rejected == rejected


@pytest.mark.parametrize("damage", [lambda data: data[:-100], lambda data: data[:200] + b"\0\1" + data[202:]])
def test_a_damaged_part_is_told(parts: list[Part], damage: object, tmp_path: Path) -> None:
    path = tmp_path / "part-00000.parquet"
    write_part(path, join(parts), shard={})
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    with pytest.raises(StoreError, match=r"damaged .* Run the same command again"):
        read_part(path)


def test_a_place_that_cannot_be_written_is_told(parts: list[Part], tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"Cannot write .*No such file"):
        write_part(tmp_path / "no" / "part", parts[0], shard={})


def test_other_tools_read_a_part(parts: list[Part], tmp_path: Path) -> None:
    write_part(tmp_path / "part-00000.parquet", join(parts), shard={})
    row = pq.read_table(tmp_path / "part-00000.parquet").to_pylist()[0]
    first = row["mentions"][0]
    assert row["text"][first["start"] : first["end"]] == "room"
    assert first["polarity"] > 0
