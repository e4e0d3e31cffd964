"""Sampled opinions and what people said of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from voxpop.errors import OptionError
from voxpop.store.change import changing
from voxpop.store.checks import Check, add_checks, judged, labels, queue
from voxpop.store.edit_log import do
from voxpop.store.views import Views

from .edited import SAID, analysis


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return analysis(tmp_path / "x.voxpop")


def sample(file: Path, limit: int = 30) -> list[Check]:
    views = Views.open(file)
    found = [
        Check(review_id=f"r{review}", start=start, aspect=views.table[row].id, verdict="yes")
        for row, review, start in queue(views, limit=limit)
    ]
    views.close()
    return found


def say(file: Path, *checks: Check) -> None:
    with changing(file) as store:
        add_checks(store, checks, who="ann")


def shares(file: Path) -> dict[str, tuple[int, int]]:
    views = Views.open(file)
    found = {views.table[row].id: (one.right, one.checked) for row, one in judged(views).items()}
    views.close()
    return found


def test_every_row_is_asked_about_first(file: Path) -> None:
    first = sample(file, 4)
    assert len({check.aspect for check in first}) == 4
    everything = sample(file)
    assert everything[:4] == first
    assert len(everything) == sum(aspect is not None for _, _, aspect, *_ in SAID)
    assert Counter(check.aspect for check in everything)["en:room"] == 3


def test_what_was_answered_is_not_asked_again(file: Path) -> None:
    before = sample(file)
    say(file, *before[:4])
    assert sample(file) == before[4:]


def test_precision_of_every_row(file: Path) -> None:
    asked = sample(file)
    no = [Check(review_id=one.review_id, start=one.start, aspect=one.aspect, verdict="no") for one in asked[:1]]
    say(file, *asked)
    say(file, *no)  # a later answer takes the place of the first
    found = shares(file)
    assert found[no[0].aspect] == (2, 3) or found[no[0].aspect] == (1, 2)
    assert sum(checked for _, checked in found.values()) == len(asked)


def test_answers_follow_their_opinions_through_edits(file: Path) -> None:
    say(file, *sample(file))
    before = shares(file)
    with changing(file) as store:
        do(store, "merge", {"ids": ["en:bed"], "into": "en:room"}, who="ann")
    assert shares(file)["en:room"] == (6, 6)
    assert before["en:room"] == (3, 3)


def test_answers_are_labelled_sentences(file: Path) -> None:
    asked = {(one.aspect, one.review_id): one for one in sample(file)}
    room, staff, soup = asked["en:room", "r0"], asked["en:staff", "r0"], asked["en:soup", "r2"]
    say(
        file,
        room,
        Check(review_id="r0", start=staff.start, aspect=staff.aspect, verdict="fix", right_name=" front  desk"),
        Check(review_id="r2", start=soup.start, aspect=soup.aspect, verdict="no"),
    )
    views = Views.open(file)
    found = {row["found_aspect"]: (row["aspect"], row["polarity"], row["verdict"]) for row in labels(views)}
    views.close()
    assert found == {
        "room": ("room", "positive", "yes"), "staff": ("front desk", "negative", "fix"), "soup": ("", "", "no"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("check", "says"),
    [
        (Check(review_id="r9", start=4, aspect="en:room", verdict="yes"), "no opinion on 'en:room'"),
        (Check(review_id="r0", start=5, aspect="en:room", verdict="yes"), "at character 5"),
        (Check(review_id="r0", start=4, aspect="en:bed", verdict="yes"), "edited meanwhile"),
        (Check(review_id="r0", start=4, aspect="en:room", verdict="fix"), "A correction says"),
        (Check(review_id="r0", start=4, aspect="en:room", verdict="fix", right_polarity=2), "between -1 and 1"),
        (Check(review_id="r0", start=4, aspect="en:room", verdict="maybe"), "Unknown answer"),  # type: ignore[arg-type]
    ],
)
def test_answers_that_make_no_sense_change_nothing(file: Path, check: Check, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        say(file, sample(file)[0], check)
    assert shares(file) == {}
