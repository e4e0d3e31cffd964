"""A label of a form names what is judged behind it; it is no opinion by itself."""

from __future__ import annotations

from voxpop.extract.form_labels import ignore_labels
from voxpop.lang import language
from voxpop.types import ExtractedTerm, Extraction, Judgement, Span

TEXT = "口感：很好\n屏幕音效：屏幕够大\n待机时间：一天一充\n品质："
LABELS = [Span(0, 3), Span(6, 11), Span(16, 21), Span(26, 29)]


def term(start: int, end: int, *words: tuple[int, int], evidence: tuple[int, int] | None = None) -> ExtractedTerm:
    spans = tuple(Span(*word) for word in words)
    return ExtractedTerm(start, end, TEXT[start:end], Judgement(0.9, spans, Span(*(evidence or (start, end))), 1.0))


def judged(*terms: ExtractedTerm) -> list[tuple[float, tuple[Span, ...], Span]]:
    found = ignore_labels(Extraction((), terms), TEXT, labels=LABELS, empty_labels=[]).terms
    return [(each.judgement.polarity, each.judgement.opinion_words, each.judgement.evidence) for each in found]


def test_words_behind_a_label_judge_it() -> None:
    assert judged(term(0, 2, (3, 5), evidence=(0, 5))) == [(0.9, ((3, 5),), (0, 5))]


def test_a_label_whose_word_is_judged_behind_it_does_not_count_twice() -> None:
    assert judged(term(6, 8), term(6, 10), term(11, 13, (13, 15))) == judged(term(11, 13, (13, 15)))


def test_a_verdict_without_opinion_words_is_kept_with_what_it_was_read_from() -> None:
    assert judged(term(16, 20)) == [(0.9, (), (16, 25))]


def test_a_label_alone_is_no_opinion() -> None:
    assert judged(term(26, 28)) == []
    assert judged(term(26, 28, (26, 28))) == []
    implicit = ExtractedTerm(26, 28, "", Judgement(0.9, (), Span(26, 28), 1.0), category="quality")
    assert judged(implicit) == []


def test_labels_that_name_nothing_are_no_terms() -> None:
    text = "Pros: great staff\nCons: long hours"
    sentences = language("en").parse([text])[0]
    pros = ExtractedTerm(0, 4, "pros", Judgement(0.9, (Span(6, 11),), Span(0, 17), 1.0))
    staff = ExtractedTerm(12, 17, "staff", Judgement(0.9, (Span(6, 11),), Span(6, 17), 1.0))
    labels = [Span(0, 5), Span(18, 23)]
    found = ignore_labels(Extraction(sentences, [pros, staff]), text, labels=labels, empty_labels=labels)
    assert found.terms == [staff]


def test_without_labels_nothing_changes() -> None:
    extraction = Extraction((), [term(0, 2)])
    assert ignore_labels(extraction, TEXT, labels=[], empty_labels=[]) is extraction
