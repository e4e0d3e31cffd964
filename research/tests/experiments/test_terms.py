"""The reviews that the branch for aspect terms learns from: their marks, and that no evaluation set is among them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from research.experiments.mentions import counting
from research.experiments.terms import annotated
from research.experiments.terms.samples import unmarked, written
from research.papers.kobayashi2022_coref.annotated import references, reviews
from research.training.reader.leakage import overlapping
from research.training.reader.samples import Sample
from research.training.reader.semeval import laptops14, restaurants14
from voxpop.errors import InputError


def test_marks_become_spans() -> None:
    text, terms = unmarked("The [motor|+] pulls; [风力|-]小, [cord|=].")
    assert text == "The motor pulls; 风力小, cord."
    assert [(text[start:end], sign) for start, end, sign in terms] == [("motor", 1), ("风力", -1), ("cord", 0)]


def test_a_broken_mark_is_named(tmp_path: Path) -> None:
    (tmp_path / "en-x.txt").write_text("A [fine|+] one.\n\nA [bad one.\n", "utf-8")
    with pytest.raises(InputError, match=r"en-x\.txt, review 2: a bracket"):
        list(written("en", tmp_path))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_reviews_are_whole(lang: str) -> None:
    found = list(written(lang))
    assert len(found) > 1000
    assert len({one.text for one in found}) == len(found)
    signs = Counter(sign for one in found for *_, sign in one.terms or ())
    assert min(signs[1], signs[-1]) > 0.35 * signs.total()  # as much blame as praise
    splits = Counter(one.split for one in found)
    assert splits["dev"] * 7 <= splits["train"] <= splits["dev"] * 8


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_none_is_in_the_benchmark_of_counting(lang: str) -> None:
    held = [text for dev in (False, True) for product in counting.products(lang, dev=dev) for text in product.texts]
    assert not overlapping([one.text for one in written(lang)], held)


def test_marked_sentences_are_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "The battery life is great."
    listed = tmp_path / "annotated.tsv"
    listed.write_text(f"memd-laptop\t{annotated.key(text)}\t4-16\nmemd-laptop\t{annotated.key('Gone.')}\t\n", "utf-8")
    monkeypatch.setattr(annotated, "hu_liu", lambda data: iter(()))
    here = [Sample("1", text, "memd-laptop", "train"), Sample("2", text, "memd-laptop", "train"),
            Sample("3", "Gone.", "memd-laptop", "test")]  # fmt: skip
    (found,) = annotated.annotated(here, path=listed)
    assert (found.text, found.source, found.terms) == (text, "annotated-laptops", ((4, 16, None),))


def test_a_broken_reference_is_named(tmp_path: Path) -> None:
    listed = tmp_path / "annotated.tsv"
    listed.write_text("memd-laptop\tabc\t4-8\nmemd-laptop abc 4-8\n", "utf-8")
    with pytest.raises(InputError, match=r"annotated\.tsv, line 2: expected"):
        annotated.marks(listed)


def test_sentences_of_a_public_set_are_all_there(data_dir: Path) -> None:
    wanted = {key for key in annotated.marks() if key[0] == "hu-liu"}
    found = annotated.annotated([], data_dir)
    assert len(found) == len(wanted) == 2700
    for one in found:
        for start, end, _ in one.terms or ():
            term = one.text[start:end]
            assert term == term.strip()
            assert term
    texts = [one.text for one in found]
    assert not overlapping(texts, [review.text for review in reviews()])
    seen = overlapping(texts, [sentence.text for sentence in references(data_dir)])
    assert len(seen) <= 16  # research/log/2026-results-0.1.md says so


def test_what_was_written_is_in_no_test_of_semeval(data_dir: Path) -> None:
    held = [one.text for one in (*laptops14(data_dir), *restaurants14(data_dir)) if one.split == "test"]
    assert len(held) > 1500
    assert not overlapping([one.text for one in written("en")], held)
