"""Claims in the file: what goes in comes out, quotes and all."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import duckdb
import pytest

from voxpop.analysis import analyze
from voxpop.analysis import open as open_analysis
from voxpop.settings import Curation, Settings
from voxpop.store import Draft, Store, copy, put_claims
from voxpop.types import Claim, Quote, Review, Span

REVIEWS = [Review(id="a", text="The 🛏️ room was clean.", lang="en"), Review(id="b", text="Dirty room!", lang="en")]
CLAIM = Claim(
    "1 of 2 reviews say: “room was clean”", "room", 1, 1,
    quotes=(Quote("a", 0, 22, REVIEWS[0].text, 0.75, Span(7, 11), (Span(16, 21),)),),
    against=(Quote("b", 0, 10, "Dirty room", -0.5, Span(6, 10), ()),),
    kind="praise", of=2, share=0.5, low=0.1, high=0.9, lang="en", first=date(2024, 1, 1), last=date(2024, 5, 1),
)  # fmt: skip
SAYS = Claim("One.", "room", 1, 0, kind="differs", word="clean", of=2, share=0.5, earlier=3, earlier_of=9)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    draft = Draft(tmp_path / "x.voxpop")
    draft.add_reviews(REVIEWS)
    draft.put({"settings": {}})
    put_claims(draft, [SAYS])
    put_claims(draft, [CLAIM, SAYS])
    draft.commit()
    draft.close()
    return tmp_path / "x.voxpop"


def test_what_goes_in_comes_out_and_takes_the_place_of_what_was(file: Path, tmp_path: Path) -> None:
    assert list(Store.open(file).claims) == [CLAIM, SAYS]
    copy(Store.open(file), tmp_path / "y.voxpop")
    assert list(Store.open(tmp_path / "y.voxpop").claims) == [CLAIM, SAYS]
    assert Store.open(file).claims.to_arrow().column("of").to_pylist() == [2, 2]


def test_anyone_can_read_them(file: Path) -> None:
    with duckdb.connect(str(file), read_only=True) as connection:
        rows = connection.execute("SELECT claim, supports, start FROM claim_quotes ORDER BY supports").fetchall()
    assert rows == [(0, False, 0), (0, True, 0)]


def test_an_analysis_keeps_the_claims_of_its_summary(tmp_path: Path) -> None:
    texts = ["The room was clean.", "Clean room, slow lift.", "A clean room and a slow lift.", "The lift was slow."]
    settings = Settings(fast=True, curation=Curation.off())
    path = tmp_path / "x.voxpop"
    analyze(texts, settings=settings, output=path, workers=1).close()
    with open_analysis(path) as analysis:
        assert list(analysis.claims) == list(analysis.summarize().claims)
        assert {claim.aspect.split()[-1] for claim in analysis.claims} == {"room", "lift"}
        assert all(len(claim.quotes) == claim.supporting == 3 for claim in analysis.claims)
