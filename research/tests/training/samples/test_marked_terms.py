"""Terms that were marked as SemEval-14's annotators would have."""

from __future__ import annotations

import hashlib
import lzma
from pathlib import Path

import pytest

from research.training.samples import marked_terms
from voxpop.errors import InputError


def key(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def test_marks_are_joined_with_their_sentences_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "marks.tsv.xz"
    sentence, other = "The battery life is short.", "We left."
    with lzma.open(path, "wt") as out:
        out.write(f"yelp-10k\t{key(sentence)}\t4-16\nyelp-10k\t{key(other)}\t\nhu-liu\t{key('Not here.')}\t0-3\n")
    found = [("hu-liu", sentence), ("yelp-10k", sentence), ("yelp-10k", sentence), ("yelp-10k", other)]
    monkeypatch.setattr(marked_terms, "sentences_of", lambda data: iter(found))
    first, second = marked_terms.marked_terms(tmp_path, path)
    assert (first.text, first.terms, first.split) == (sentence, ((4, 16, None),), "train")
    assert first.text[4:16] == "battery life"
    assert second.terms == ()


def test_a_line_that_is_none_is_named(tmp_path: Path) -> None:
    path = tmp_path / "marks.tsv.xz"
    with lzma.open(path, "wt") as out:
        out.write("yelp-10k\tabc\t4-16\nyelp-10k\tabc\t4:16\n")
    with pytest.raises(InputError, match="line 2: expected are a set, a checksum"):
        marked_terms.read_marks(path)


def test_the_marks_of_the_corpus_are_places_in_order() -> None:
    marks = marked_terms.read_marks()
    assert len(marks) == 11_721
    for spans in marks.values():
        flat = [place for span in spans for place in span]
        assert flat == sorted(flat)
