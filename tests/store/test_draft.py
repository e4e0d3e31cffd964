"""Writing a new file: names, links, permissions, and two runs at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from voxpop.errors import OutputError, StoreError
from voxpop.extract.predicted_stars import MIN_DEVIATION, STARS, predict_stars
from voxpop.store import Draft, Store
from voxpop.store.draft import TOGETHER
from voxpop.types import Review

from .edited import analysis


def write(path: Path, *ids: str, overwrite: bool = True) -> None:
    draft = Draft(path, overwrite=overwrite)
    draft.add_reviews([Review(id=id, text="x", lang="en") for id in ids])
    draft.put({"settings": {}})
    draft.commit()
    draft.close()


def ids_in(path: Path) -> list[str]:
    store = Store.open(path)
    try:
        return [review.id for review in store.reviews]
    finally:
        store.close()


def test_what_is_added_in_transactions_is_all_there_and_seen_when_they_are_through(tmp_path: Path) -> None:
    draft = Draft(tmp_path / "x.voxpop")
    count, seen = 2 * TOGETHER + 1, []
    for number in draft.in_transactions(range(count)):
        draft.add_reviews([Review(id=str(number), text="x")])
        seen.append(draft.count("reviews"))
    assert seen == [number // TOGETHER * TOGETHER for number in range(count)]
    assert draft.count("reviews") == count
    draft.close()


def test_permissions_stay_and_links_are_followed(tmp_path: Path) -> None:
    file, link = tmp_path / "x.voxpop", tmp_path / "link.voxpop"
    write(file, "a")
    file.chmod(0o600)
    link.symlink_to(file.name)
    write(link, "b")
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o600
    assert ids_in(file) == ["b"]


def test_a_link_to_nothing_makes_the_file_it_names(tmp_path: Path) -> None:
    link = tmp_path / "link.voxpop"
    link.symlink_to("x.voxpop")
    write(link, "a", overwrite=False)
    assert link.is_symlink()
    assert ids_in(tmp_path / "x.voxpop") == ["a"]


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null")):
        with pytest.raises(OutputError, match="is not replaced"):
            Draft(path, overwrite=True)


@pytest.mark.parametrize("name", ["x" * 243 + ".voxpop", "评" * 81 + ".voxpop", "x" * 251])
def test_a_long_name(name: str, tmp_path: Path) -> None:
    write(tmp_path / name, "a")
    assert ids_in(tmp_path / name) == ["a"]
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize("name", ["x" * 252, "x" * 300, "评" * 85])
def test_a_name_that_is_too_long(name: str, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"^Cannot write .{,200}: the file name is too long\. "):
        Draft(tmp_path / name)
    assert os.listdir(tmp_path) == []


def test_two_runs_with_one_destination(tmp_path: Path) -> None:
    """They do not meet, whatever their process ids: the last one to end is the file."""
    file = tmp_path / "x.voxpop"
    first, second = Draft(file), Draft(file)
    for draft, id in ((first, "a"), (second, "b")):
        draft.add_reviews([Review(id=id, text="x", lang="en")])
        draft.put({"settings": {}})
    first.commit()
    first.close()
    assert ids_in(file) == ["a"]
    second.commit()
    second.close()
    assert ids_in(file) == ["b"]
    assert os.listdir(tmp_path) == ["x.voxpop"]


def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path: Path) -> None:
    file = analysis(tmp_path / "x.voxpop")
    before = file.read_bytes()
    code = """
import os, sys
from voxpop.store import Draft
from voxpop.types import Review
Draft(sys.argv[1], overwrite=True).add_reviews([Review(id="a", text="x")])
os._exit(9)
"""
    subprocess.run([sys.executable, "-c", code, str(file)], check=False)
    assert len(os.listdir(tmp_path)) == 2
    assert file.read_bytes() == before
    Draft(file, overwrite=True).close()
    assert os.listdir(tmp_path) == ["x.voxpop"]
    assert file.read_bytes() == before


def rated(lang: str, place: int, stars: float | None) -> Review:
    chances = np.random.default_rng(place).dirichlet([1.0] * 5)
    mean, low, high, _ = predict_stars(chances, {})
    return Review(
        id=f"{lang}{place}", text="x", lang=lang, stars=stars, predicted_stars=mean, predicted_low=low,
        predicted_high=high, star_probabilities=tuple(chances.tolist()),
    )  # fmt: skip


def test_the_intervals_of_stars_are_as_wide_as_the_file_s_own_stars_ask_for() -> None:
    draft = Draft()
    starred = [rated("en", place, 1.0 + place % 5) for place in range(100)]
    few = [rated("zh", place, 4.0 if place < 20 else None) for place in range(40)]
    draft.add_reviews([*starred, *few, Review(id="no", text="x", lang="en", stars=1.0)])
    facts = draft.fit_star_intervals()
    deviations = facts["en"].pop("deviations")
    assert facts == {"en": {"reviews_with_stars": 100}, "zh": {"reviews_with_stars": 20, "deviations": None}}
    after = {review.id: review for review in draft.reviews}
    intervals = [(after[review.id].predicted_low or 0, after[review.id].predicted_high or 0) for review in starred]
    held = [low <= (review.stars or 0) <= high for review, (low, high) in zip(starred, intervals, strict=True)]
    assert sum(held) == pytest.approx(81, abs=1)
    chances = np.array(starred[0].star_probabilities)
    mean = chances @ STARS
    deviation = max(MIN_DEVIATION, (chances @ np.square(STARS) - mean**2) ** 0.5)
    assert intervals[0][0] == pytest.approx(max(1, mean - deviations * deviation), abs=1e-3)
    assert after["zh0"].predicted_low == pytest.approx(few[0].predicted_low)  # too few stars: as the reader said
    assert after["no"].predicted_low is None
    draft.close()


def test_what_needs_more_memory_gets_as_much_as_suffices() -> None:
    draft, limits = Draft(), list[str]()

    def limit() -> str:
        return str(draft._all("SELECT current_setting('memory_limit')")[0][0])

    def work(enough: int) -> str:
        limits.append(limit())
        if len(limits) < enough:
            raise StoreError("There is not enough memory.")
        return "done"

    usual = limit()
    assert draft.with_more_memory(lambda: work(2)) == "done"
    assert limits == ["244.1 MiB", "488.2 MiB"]
    assert limit() == usual
    limits.clear()
    with pytest.raises(StoreError):
        draft.with_more_memory(lambda: work(4))
    assert limits == ["244.1 MiB", "488.2 MiB", "953.6 MiB"]
    assert limit() == usual
    draft.close()
