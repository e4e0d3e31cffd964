"""The .voxpop file: what goes in comes out, and what is not ours is refused with a reason."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voxpop.arrow_tables import comparison_table, mention_table, sentence_table, statement_table
from voxpop.errors import OutputError, StoreError
from voxpop.part_files import Part, pack
from voxpop.store import SCHEMA_VERSION, Draft, Store, copy
from voxpop.types import (
    Aspect,
    Comparison,
    ExtractedPart,
    Mention,
    Opinion,
    Quote,
    Rejected,
    Review,
    Sentence,
    Span,
)

from .opinion_rows import opinion_rows

REVIEWS = [
    Review(id="a", text="The 🛏️ room was clean.", stars=4.5, date=date(2024, 5, 1), lang="en", source="x.csv", row=2),
    Review(id="b", text="房间很干净。", lang="zh"),
]


def packed(*tables: Any) -> Part:
    return pack(ExtractedPart(*tables))


def fill(draft: Draft) -> None:
    mentions = [
        [Mention("a", 7, 11, "room", "room", 0.75, (Span(16, 21),), Span(0, 22), "part_of_main", 1.0, "rooms",
                 lemmas=("room",))],
        [Mention("b", 0, 2, "房间", "房间", 0.0, (), Span(0, 6), "competing", 0.5, entity="Ritz")],
    ]  # fmt: skip
    compared = Comparison("a", 0, 22, REVIEWS[0].text, "better", Span(7, 11), None, None, Span(16, 21), 1, "Ritz", 0.5)
    sentences = [[Sentence(0, 22, ())], [Sentence(0, 6, ())]]
    draft.add_part(
        packed(
            REVIEWS,
            sentence_table(sentences),
            mention_table(mentions),
            comparison_table([[compared], []]),
            statement_table([]),
        )
    )
    opinion = Opinion("a", 7, 11, "room", "room", 0.75, None, (Span(16, 21),), Span(0, 22))
    draft.add_opinions(opinion_rows({0: [opinion]}))
    draft.add_rejected([Rejected(step="stars", reason="No number: 'many'.", source="x.csv", row=7, text="ok")])
    quote = Quote("a", 0, 22, REVIEWS[0].text, 0.75, Span(7, 11), (Span(16, 21),))
    draft.add_aspects([Aspect("en-room", "room", ("room", "rooms"), 1, 1, 1, 0, 0, 0.75, -0.1, 1.0, "en", (quote,))])
    draft.put({"version": "0", "settings": {"top": 20}})


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    draft = Draft(tmp_path / "x.voxpop")
    fill(draft)
    draft.commit()
    draft.close()
    return tmp_path / "x.voxpop"


def test_what_goes_in_comes_out(saved: Path) -> None:
    store = Store.open(saved)
    assert list(store.reviews) == REVIEWS
    (opinion,) = store.opinions
    assert REVIEWS[0].text[opinion.start : opinion.end] == opinion.text == "room"
    assert [REVIEWS[0].text[s:e] for s, e in opinion.opinion_words] == ["clean"]
    assert [mention.text for mention in store.mentions] == ["room", "房间"]
    assert [mention.polarity for mention in store.mentions] == [0.75, 0.0]
    assert [mention.lemmas for mention in store.mentions] == [("room",), ()]
    assert [(one.about, one.entity) for one in store.mentions] == [("part_of_main", None), ("competing", "Ritz")]
    (compared,) = store.comparisons
    assert (compared.text, compared.subject, compared.object) == (REVIEWS[0].text, Span(7, 11), None)
    assert (compared.preference, compared.verdict, compared.entity) == ("better", 1, "Ritz")
    (aspect,) = store.aspects
    assert aspect.terms == ("room", "rooms")
    assert aspect.quotes[0].text == REVIEWS[0].text
    assert [row.reason for row in store.rejected] == ["No number: 'many'."]
    assert store.facts() == {"version": "0", "settings": {"top": 20}, "segments": {}}
    assert store.languages() == ["en", "zh"]
    assert len(store.claims) == 0


def test_tables_go_to_arrow_and_pandas(saved: Path) -> None:
    store = Store.open(saved)
    assert store.reviews.to_arrow().column("id").to_pylist() == ["a", "b"]
    assert store.opinions.to_pandas()["aspect"].tolist() == ["room"]
    assert len(store.mentions) == 2
    assert store.opinions
    assert not store.claims


def test_mentions_of_a_language_come_review_by_review(saved: Path) -> None:
    ((found, texts),) = Store.open(saved).mentions_in("zh")
    assert found["review"].to_pylist() == [1]
    text_of = {row["seq"]: row["text"] for row in texts.to_pylist()}
    assert [*text_of] == [1]  # those of other languages are not sent
    assert [text_of[row["review"]][row["start"] : row["end"]] for row in found.to_pylist()] == ["房间"]


def test_batches_never_cut_a_review_in_two() -> None:
    draft = Draft()
    reviews = [Review(id=str(i), text="room room", lang="en") for i in range(5000)]
    mentions = [[Mention(str(i), s, s + 4, "room", "room", 1.0) for s in (0, 5)] for i in range(5000)]
    draft.add_part(
        packed(reviews, sentence_table([]), mention_table(mentions), comparison_table([]), statement_table([]))
    )
    batches = [batch for batch, _ in draft.mentions_in("en")]
    assert len(batches) > 1
    assert [seq for batch in batches for seq in sorted(batch["review"].to_pylist())] == [
        i for i in range(5000) for _ in "ab"
    ]
    assert all(len(batch) % 2 == 0 for batch in batches)


def test_parts_are_numbered_through() -> None:
    draft = Draft()
    for id in "ab":
        reviews, sentences = [Review(id=id, text="x", lang="en")], sentence_table([[Sentence(0, 1, ())]])
        draft.add_part(packed(reviews, sentences, mention_table([]), comparison_table([]), statement_table([])))
    assert draft.star_counts() == [(None, None, 2)]
    assert draft._all("SELECT review FROM sentences ORDER BY review") == [(0,), (1,)]


@settings(max_examples=20, deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), max_size=5))
def test_any_text_survives(texts: list[str]) -> None:
    draft = Draft()
    draft.add_reviews([Review(id=str(i), text=text) for i, text in enumerate(texts)])
    assert [review.text for review in draft.reviews] == texts
    draft.close()


def test_copy_is_the_same(saved: Path, tmp_path: Path) -> None:
    copy(Store.open(saved), tmp_path / "y.voxpop")
    assert list(Store.open(tmp_path / "y.voxpop").reviews) == REVIEWS
    assert list(Store.open(tmp_path / "y.voxpop").aspects) == list(Store.open(saved).aspects)


def test_a_draft_that_fails_leaves_nothing(tmp_path: Path) -> None:
    draft = Draft(tmp_path / "x.voxpop")
    fill(draft)
    draft.close()
    assert list(tmp_path.iterdir()) == []


def test_refuses_what_it_must_not_overwrite(saved: Path, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="--overwrite"):
        Draft(saved)
    with pytest.raises(OutputError, match="is a folder"):
        Draft(tmp_path)
    with pytest.raises(OutputError, match="no folder"):
        Draft(tmp_path / "not" / "there.voxpop")
    before = saved.read_bytes()
    Draft(saved, overwrite=True).close()
    assert saved.read_bytes() == before  # replaced only by a whole analysis


def test_foreign_damaged_missing_and_newer_files(saved: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="voxpop analyze"):
        Store.open(tmp_path / "no.voxpop")
    (tmp_path / "text.voxpop").write_text("hello")
    with pytest.raises(StoreError, match="damaged or not"):
        Store.open(tmp_path / "text.voxpop")
    duckdb.connect(str(tmp_path / "other.voxpop")).execute("CREATE TABLE t (a INT)").close()
    with pytest.raises(StoreError, match="not one that voxpop made"):
        Store.open(tmp_path / "other.voxpop")
    duckdb.connect(str(saved)).execute("INSERT INTO voxpop VALUES (99)").close()
    with pytest.raises(StoreError, match="newer voxpop"):
        Store.open(saved)


def test_damage_is_called_damage(saved: Path, tmp_path: Path) -> None:
    half, header, gutted = (tmp_path / f"{name}.voxpop" for name in ("half", "header", "gutted"))
    whole = saved.read_bytes()
    half.write_bytes(whole[: len(whole) // 2])
    header.write_bytes(whole[:100] + bytes(4000) + whole[4100:])
    gutted.write_bytes(whole)
    duckdb.connect(str(gutted)).execute("DROP TABLE opinions").close()
    for path in (half, header, gutted):
        with pytest.raises(StoreError, match="damaged"):
            list(Store.open(path).reviews)


def test_nothing_but_a_database_is_ever_replaced(tmp_path: Path) -> None:
    precious = tmp_path / "reviews.csv"
    precious.write_text("review\nthe only copy\n")
    with pytest.raises(OutputError, match="not replaced"):
        Draft(precious, overwrite=True)
    assert precious.read_text() == "review\nthe only copy\n"


def test_a_failed_copy_leaves_nothing(saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voxpop.store.draft.TABLES", ("reviews", "no such table"))
    with pytest.raises(StoreError):
        copy(Store.open(saved), tmp_path / "y.voxpop")
    assert [path.name for path in tmp_path.iterdir()] == ["x.voxpop"]


def test_one_that_another_program_is_writing(saved: Path) -> None:
    code = f"import duckdb, sys; c = duckdb.connect({str(saved)!r}); print('ready', flush=True); sys.stdin.read()"
    other = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(StoreError, match="another program has it open"):
            Store.open(saved)
    finally:
        other.communicate("")


def test_migrations_are_numbered_in_order() -> None:
    from voxpop.store.file_schema import MIGRATIONS

    assert [int(file.name[:4]) for file in MIGRATIONS] == list(range(1, SCHEMA_VERSION + 1))


def test_a_file_of_the_first_version_is_brought_up_to_date(saved: Path, tmp_path: Path) -> None:
    from voxpop.store.file_schema import MIGRATIONS

    old = tmp_path / "old.voxpop"
    with duckdb.connect(str(old)) as connection:
        connection.execute("CREATE TABLE voxpop (version INTEGER NOT NULL); INSERT INTO voxpop VALUES (1)")
        connection.execute(MIGRATIONS[0].read_text(encoding="utf-8"))
        connection.execute("INSERT INTO reviews (seq, id, text, lang) VALUES (0, 'a', 'The room was clean.', 'en')")
        connection.execute("INSERT INTO mentions VALUES (0, 4, 8, 'room', 0.5, [13, 18], 0, 18, 1.0, 'main')")
        connection.execute(
            "INSERT INTO opinions VALUES (0, 4, 8, 'room', 'room', NULL, 0.5, [13, 18], 0, 18, 1.0, 'main')"
        )
        connection.execute(
            "INSERT INTO aspects VALUES (0, 'en:room', 'room', 'en', ['room'], 1, 1, 1, 0, 0, 0.5, 0, 1)"
        )
        connection.execute("INSERT INTO run VALUES ('settings', '{}')")
    store = Store.open(old)
    (review,), (mention,), (opinion,), (aspect,) = store.reviews, store.mentions, store.opinions, store.aspects
    assert (review.predicted_stars, review.predicted_low, review.star_probabilities) == (None, None, None)
    assert (mention.category, mention.lemmas, mention.entity) == (None, (), None)
    assert (opinion.about, opinion.entity, len(store.comparisons)) == ("main", None, 0)
    assert (opinion.aspect, opinion.category) == ("room", None)
    assert (aspect.category, aspect.parent) == (None, None)
    assert store.count_rows([aspect], about="main")[0].positive == 1
    copy(store, tmp_path / "new.voxpop")
    assert list(Store.open(tmp_path / "new.voxpop").opinions) == [opinion]


def test_terms_of_the_product_are_those_whose_opinions_are_on_the_whole(tmp_path: Path) -> None:
    review = Review(id="a", text="hotel room " * 5, lang="en")

    def mention(term: str, category: str) -> Mention:
        return Mention("a", 0, 5, term, term, 0.5, category=category)

    mentions = [
        *[mention("hotel", "overall")] * 2, *[mention("hotel", "ambience")] * 3,
        *[mention("room", "size")] * 9, *[mention("room", "overall")] * 2,
    ]  # fmt: skip
    draft = Draft(tmp_path / "x.voxpop")
    part = packed(
        [review], sentence_table([[]]), mention_table([mentions]), comparison_table([[]]), statement_table([])
    )
    draft.add_part(part)
    assert draft.terms_of_product(lang="en", overall="overall", share=0.3, least=2) == {"hotel"}
    assert draft.terms_of_product(lang="en", overall="overall", share=0.3, least=5) == set()
    counts = draft.categories_of_terms(lang="en")
    assert counts == {"hotel": {"overall": 2, "ambience": 3}, "room": {"size": 9, "overall": 2}}
    draft.close()
