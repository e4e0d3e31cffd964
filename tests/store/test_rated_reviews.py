"""What moves the stars, from a file: given stars, predicted stars, and only opinions that the table counts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from voxpop.analysis import Analysis, analyze
from voxpop.settings import Curation, Settings
from voxpop.store.rated_reviews import rated_reviews
from voxpop.types import Review

TEXTS = (
    ("The room was dirty.", 2.0),
    ("The room was clean.", 4.0),
    ("The staff were rude and the room was dirty.", 1.0),
    ("The staff were friendly.", 5.0),
    ("The breakfast was nothing special, I suppose.", 4.0),
)


@pytest.fixture(scope="module")
def hotel() -> Iterator[Analysis]:
    reviews = [
        Review(id=f"{n}", text=text, stars=stars, lang="en") for n, (text, stars) in enumerate(TEXTS * 20, start=1)
    ]
    with analyze(reviews, settings=Settings(fast=True, curation=Curation.off()), workers=1) as analysis:
        yield analysis


def test_complaints_and_praise_are_those_of_the_table(hotel: Analysis) -> None:
    rated = rated_reviews(hotel._store)
    votes = {vote.name: vote for vote in rated.votes}
    assert rated.stars.tolist() == [stars for _, stars in TEXTS * 20]
    assert (len(votes["room"].complaints), len(votes["room"].praise)) == (40, 20)
    assert votes["staff"].complaints.tolist() == list(range(2, 100, 5))


def test_drivers_of_a_file(hotel: Analysis) -> None:
    found = hotel.drivers()
    room = next(driver for driver in found.aspects if driver.name == "room")
    assert room.complaints is not None
    assert (found.predicted, found.reviews) == (False, 100)
    assert found.mean == pytest.approx(3.2)
    assert room.complaints.plain.value == pytest.approx(3.2 - 13 / 3)
    assert room.complaints.effect.sign < 0


def test_with_few_reviews_there_is_a_plain_answer() -> None:
    settings = Settings(fast=True, curation=Curation.off())
    with analyze([text for text, _ in TEXTS], settings=settings, workers=1) as analysis:
        found = analysis.drivers()
    assert (found.predicted, found.reviews, found.aspects) == (True, len(TEXTS), ())


def test_predicted_stars_stand_in_for_given_ones() -> None:
    with analyze([text for text, _ in TEXTS] * 8, settings=Settings(curation=Curation.off()), workers=1) as analysis:
        found = analysis.drivers()
    assert found.predicted
    assert found.reviews == 40
    assert [driver for driver in found.aspects if driver.complaints and driver.complaints.plain.value < 0]
