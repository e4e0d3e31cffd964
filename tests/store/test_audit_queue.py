"""The audit of a file, and what people decide about it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from voxpop.errors import OptionError
from voxpop.store import Draft, Store, audit_queue
from voxpop.store.audit_queue import Settlement, audit_file, queue_row, settle, settled
from voxpop.store.change import changing
from voxpop.types import Opinion, Review, Span

from .opinion_rows import opinion_rows

GOOD, BAD = (0.01, 0.01, 0.02, 0.16, 0.80), (0.80, 0.16, 0.02, 0.01, 0.01)
BLAME = "The room was filthy and the bed awful."
REVIEWS = [
    Review(id="a", text="Wonderful hotel, lovely staff.", stars=5, lang="en", star_probabilities=GOOD),
    Review(id="b", text=BLAME, stars=5, lang="en", star_probabilities=BAD),
    Review(id="c", text="I went there.", stars=5, lang="en", star_probabilities=BAD),
    Review(id="d", text=BLAME, lang="en", star_probabilities=BAD),
]


def written(path: Path, *, kind: str | None = None, reviews: list[Review] = REVIEWS) -> Path:
    """An analysis in which one opinion of review b is found."""
    draft = Draft(path)
    draft.add_reviews(reviews)
    opinion = Opinion(
        "b", 4, 8, "room", "room", -0.9, "cleanliness", evidence=Span(0, 19), opinion_words=(Span(13, 19),)
    )
    draft.add_opinions(opinion_rows({1: [opinion]}))
    draft.put({"settings": {}, "domain": {"en": {"kind": kind}}})
    draft.commit()
    draft.close()
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path / "hotel.voxpop")


def test_a_file_is_audited(file: Path) -> None:
    store = Store.open(file)
    result = audit_file(store, precision=0.5)
    store.close()
    assert (result.reviews, result.starred, result.audited, result.unproven, result.mean) == (4, 3, 3, 1, 5.0)
    (found,) = result.mismatches
    assert found.review_id == "b"
    assert [BLAME[start:end] for start, end in found.evidence] == ["The room was filthy"]


def test_batches_of_any_size_find_the_same(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.open(file)
    whole = audit_file(store)
    monkeypatch.setattr(audit_queue, "BATCH", 1)
    assert len(whole.candidates) + whole.unproven == 2
    assert audit_file(store) == whole
    store.close()


def test_a_kind_that_the_reader_misreads_is_not_audited(tmp_path: Path) -> None:
    store = Store.open(written(tmp_path / "film.voxpop", kind="film"))
    result = audit_file(store)
    store.close()
    assert (result.audited, result.candidates, result.misread_kinds) == (0, (), ("film",))


def test_what_is_settled_and_assigned_stays_in_the_file(file: Path) -> None:
    with changing(file) as store:
        settle(store, [Settlement(review_id="b", assignee="Mara")], who="boss")
    with changing(file) as store:
        settle(
            store, [Settlement(review_id="b", verdict="agree"), Settlement(review_id="a", verdict="right")], who="Mara"
        )
    store = Store.open(file)
    answers = settled(store)
    (found,) = audit_file(store, precision=0.5).mismatches
    store.close()
    assert {id: (one.verdict, one.assignee, one.who) for id, one in answers.items()} == {
        "a": ("right", None, "Mara"),
        "b": ("agree", "Mara", "Mara"),
    }
    row = queue_row(found, REVIEWS[1], answers["b"])
    assert (row["verdict"], row["assignee"], row["evidence"]) == ("agree", "Mara", "The room was filthy")
    assert row["settled"].endswith("+00:00")


def test_an_empty_name_takes_the_person_back(file: Path) -> None:
    with changing(file) as store:
        settle(store, [Settlement(review_id="b", assignee="Mara"), Settlement(review_id="b", assignee=" ")], who="x")
        assert settled(store)["b"].assignee is None


def test_what_cannot_be_kept_is_said(file: Path) -> None:
    wrong = [
        (Settlement(review_id="nobody", verdict="agree"), "no review 'nobody'"),
        (replace(Settlement(review_id="b"), verdict="maybe"), "maybe"),  # type: ignore[arg-type]
        (Settlement(review_id="b", assignee="x" * 81), "80 characters"),
    ]
    for settlement, said in wrong:
        with pytest.raises(OptionError, match=said), changing(file) as store:
            settle(store, [settlement], who="x")
    store = Store.open(file)
    assert settled(store) == {}
    store.close()
