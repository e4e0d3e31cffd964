"""Labels of a form ("Taste: very good", "Pros: …") may name what is judged, but are no opinion by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from voxpop.types import ExtractedTerm, Extraction, Judgement, Span


def ignore_labels(
    extraction: Extraction, text: str, *, labels: Sequence[Span], empty_labels: Sequence[Span]
) -> Extraction:
    """Return what was extracted from a review without the opinions that stand in a label alone.

    ``empty_labels`` are those among the labels that name nothing: their words are no terms either.
    """
    if not labels:
        return extraction
    return extraction._replace(terms=list(LabelledTerms(text, labels, extraction.terms).without(empty_labels)))


class LabelledTerms:
    """The terms of a review with labels. A term in a label is judged by what stands behind it, or is none."""

    def __init__(self, text: str, labels: Sequence[Span], terms: Sequence[ExtractedTerm]) -> None:
        self._text, self._labels, self._terms = text, labels, terms

    def without(self, empty_labels: Sequence[Span]) -> Iterator[ExtractedTerm]:
        """Yield the terms, but for those in labels that name nothing."""
        for term in self._terms:
            span = term.judgement.evidence if not term.term else Span(term.start, term.end)
            label = next((label for label in self._labels if lies_in(span, [label])), None)
            if label is None:
                yield term
            elif term.term and label not in empty_labels:
                judgement = self._judgement(term.judgement, label)
                if judgement is not None:
                    yield term._replace(judgement=judgement)

    def _judgement(self, judgement: Judgement, label: Span) -> Judgement | None:
        """Return what is said of a term in a label, outside of the label; None if nothing is."""
        words = tuple(span for span in judgement.opinion_words if not lies_in(span, self._labels))
        if words or not (judgement.opinion_words or lies_in(judgement.evidence, [label])):
            return judgement._replace(opinion_words=words)
        value = self._value(label)
        if judgement.opinion_words or value is None or self._is_repeated(label, value):
            return None
        return judgement._replace(evidence=Span(label.start, value.end))

    def _value(self, label: Span) -> Span | None:
        """Return what stands behind a label: the rest of its line, up to the next label; None if nothing does."""
        line_end = self._text.find("\n", label.end)
        next_label = min((other.start for other in self._labels if other.start >= label.end), default=len(self._text))
        end = min(next_label, len(self._text) if line_end < 0 else line_end)
        value = self._text[label.end : end].rstrip()
        return Span(label.end, label.end + len(value)) if any(map(str.isalnum, value)) else None

    def _is_repeated(self, label: Span, value: Span) -> bool:
        """Return whether a word of a label is judged behind it: then the label would count it twice."""
        named = self._text[label.start : label.end].lower()
        spans = [Span(term.start, term.end) for term in self._terms if term.term]
        return any(self._text[slice(*span)].lower() in named and lies_in(span, [value]) for span in spans)


def lies_in(span: Span, labels: Sequence[Span]) -> bool:
    """Return whether a label holds all of a span."""
    return any(label.start <= span.start and span.end <= label.end for label in labels)
