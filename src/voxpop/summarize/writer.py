"""A summary in the words of a language model, of which nothing is trusted: every sentence is checked with the reviews.

A sentence that the reviews support stays. A sentence on something that our own claims speak of gives way to our claim;
other sentences are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol

from voxpop.aggregate.share import share_interval
from voxpop.lang import language
from voxpop.lang.punctuation import LIST_COMMA
from voxpop.summarize.endpoint import Writer, WriterError
from voxpop.summarize.number_check import find_wrong_number, passes_judgement
from voxpop.summarize.summary import Summary, SummaryLine, SummaryOptions, WrittenSentence
from voxpop.types import Claim, Quote, Verdict

SENTENCES = 30  # of an answer that are read
LONGEST = 500  # characters of a sentence
MARKS = re.compile(rf"^\s*(?:[-*•·–—#>]+|\d+[.){LIST_COMMA}]\s)\s*|\*\*|__|`")


class SentenceCheck(Protocol):
    """What the checker says of a sentence: ``voxpop.check.CheckedSentence``."""

    @property
    def verdict(self) -> Verdict: ...
    @property
    def reason(self) -> str: ...
    @property
    def quotes(self) -> tuple[Quote, ...]: ...
    @property
    def supporting(self) -> int: ...
    @property
    def opposing(self) -> int: ...


class JudgedSentence(NamedTuple):
    """A sentence of the writer, what the checker says of it, and why it cannot be used; empty if it can."""

    text: str
    check: SentenceCheck
    problem: str


Check = Callable[[Sequence[str]], Sequence[SentenceCheck]]


def rewrite(summary: Summary, writer: Writer, check: Check, options: SummaryOptions) -> Summary:
    """Return the summary in the words of the writer, as far as they hold; in ours, with a note, where none do."""
    if not summary.claims:
        return summary
    reasons = language(summary.lang).writer_prompts.REASONS
    try:
        answer = writer.ask(write_messages(summary, options))
    except WriterError as error:
        return replace(summary, notes=(*summary.notes, reasons["failed"].format(reason=error)))
    texts = split_answer(answer, summary.lang)
    judged = [judge_sentence(text, seen, summary, options) for text, seen in zip(texts, check(texts), strict=True)]
    claims, written = assemble(judged, summary, options)
    if not claims:
        return replace(summary, notes=(*summary.notes, reasons["nothing"]), written=written)
    return replace_text(summary, claims, written)


def write_messages(summary: Summary, options: SummaryOptions) -> list[dict[str, str]]:
    """Return the task, and the claims as facts: the model never sees the reviews."""
    prompts = language(summary.lang).writer_prompts
    task = prompts.TASK.format(words=length_limit(summary, options), aim=prompts.AIMS[summary.audience]).strip()
    facts = "\n".join(f"- {claim.text}" for claim in summary.claims)
    return [{"role": "system", "content": task}, {"role": "user", "content": f"{summary.heading}\n{facts}"}]


def length_limit(summary: Summary, options: SummaryOptions) -> int:
    """Return how long the text may be."""
    return options.words or language(summary.lang).summary_wording.USUAL_LENGTH


def split_answer(answer: str, lang: str) -> list[str]:
    """Return the sentences of an answer, without the marks of lists and emphasis."""
    lines = (MARKS.sub("", line).strip() for line in answer.splitlines())
    texts = (line[start:end].strip() for line in lines for start, end in language(lang).sentences(line))
    return [text for text in texts if any(map(str.isalnum, text)) and len(text) <= LONGEST][:SENTENCES]


def judge_sentence(text: str, check: SentenceCheck, summary: Summary, options: SummaryOptions) -> JudgedSentence:
    """Return a sentence with what is wrong with it."""
    return JudgedSentence(text, check, _problem(text, check, summary, options))


def _problem(text: str, check: SentenceCheck, summary: Summary, options: SummaryOptions) -> str:
    lang = language(summary.lang)
    reasons = lang.writer_prompts.REASONS
    if number := find_wrong_number(text, summary.claims, summary.heading, summary.lang):
        return reasons["number"].format(number=number)
    if not passes_judgement(text, summary.lang):
        return reasons["nothing said"]
    if check.verdict != "supported":
        return check.reason or reasons[check.verdict]
    if min(check.supporting, len({quote.review_id for quote in check.quotes})) < options.min_quotes:
        return reasons["few"].format(fewest=options.min_quotes)
    if check.opposing > check.supporting and not lang.reporting.SMALLER_SIDE.search(text):
        return reasons["fewer"].format(n=check.supporting, opposing=check.opposing)
    return ""


def assemble(
    judged: Sequence[JudgedSentence], summary: Summary, options: SummaryOptions
) -> tuple[list[Claim], tuple[WrittenSentence, ...]]:
    """Return the claims that the text consists of, and what became of every sentence."""
    claims: list[Claim] = []
    written: list[WrittenSentence] = []
    limit = length_limit(summary, options)
    wording = language(summary.lang).summary_wording
    for text, check, problem in judged:
        claim = own_claim(text, summary, claims) if problem else make_claim(text, check, summary)
        if claim is None:
            written.append(WrittenSentence(text, "", "dropped", problem))
        elif wording.measure_length(wording.join_sentences([*(other.text for other in claims), claim.text])) > limit:
            reason = language(summary.lang).writer_prompts.REASONS["long"]
            written.append(WrittenSentence(text, "", "dropped", reason))
        else:
            claims.append(claim)
            written.append(
                WrittenSentence(text, claim.text, "corrected" if problem else "verified", problem or check.reason)
            )
    return claims, tuple(written)


def own_claim(text: str, summary: Summary, used: Sequence[Claim]) -> Claim | None:
    """Return our own claim on the first aspect that a sentence names and that was not kept yet."""
    lower = text.lower()
    named = [claim for claim in summary.claims if claim.kind != "says" and claim.aspect.lower() in lower]
    fresh = [claim for claim in named if all(claim.aspect != other.aspect for other in used)]
    return min(fresh, key=lambda claim: lower.index(claim.aspect.lower()), default=None)


def make_claim(text: str, check: SentenceCheck, summary: Summary) -> Claim:
    """Return a sentence that holds as a claim, with the evidence that the checker found."""
    of = max(check.supporting + check.opposing, 1)
    low, high = share_interval(check.supporting, of)
    named = [claim.aspect for claim in summary.claims if claim.aspect.lower() in text.lower()]
    return Claim(
        text,
        named[0] if named else "",
        check.supporting,
        check.opposing,
        tuple(check.quotes),
        kind="written",
        of=of,
        share=check.supporting / of,
        low=low,
        high=high,
        lang=summary.lang,
        first=summary.first,
        last=summary.last,
    )


def replace_text(summary: Summary, text_claims: Sequence[Claim], written: tuple[WrittenSentence, ...]) -> Summary:
    """Return the summary with the text of the writer; our list stays, its claims after those of the text."""
    claims = (*text_claims, *(claim for claim in summary.claims if claim not in text_claims))
    places = {claim: place for place, claim in enumerate(claims)}

    def renumber(line: SummaryLine) -> SummaryLine:
        clauses = ((text, tuple(places[summary.claims[old]] for old in numbers)) for text, numbers in line.clauses)
        return replace(line, clauses=tuple(clauses))

    text = language(summary.lang).summary_wording.join_sentences([claim.text for claim in text_claims])
    lines = tuple(SummaryLine(claim.text, ((claim.text, (place,)),)) for place, claim in enumerate(text_claims))
    bullets = tuple(map(renumber, summary.bullets))
    return replace(summary, text=text, sentences=lines, bullets=bullets, claims=claims, written=written)
