"""A summary in the words of a language model, none of which is believed: every sentence is checked against the reviews.

What the reviews bear out stays. A sentence on something that our own claims speak of gives way to ours; the rest goes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from voxpop.aggregate.share import share_interval
from voxpop.lang import language
from voxpop.summarize.endpoint import Writer, WriterError
from voxpop.summarize.figures import judges, uncounted
from voxpop.summarize.summary import USUAL, Line, Options, Summary, Written
from voxpop.summarize.wording import wording
from voxpop.types import Claim, Quote, Verdict

SENTENCES = 30  # of an answer that are looked at
LONGEST = 500  # characters of a sentence
MARKS = re.compile(r"^\s*(?:[-*•·–—#>]+|\d+[.)、]\s)\s*|\*\*|__|`")
REASONS = {
    "en": {
        "number": "it gives a number that was not counted: {number}",
        "nothing said": "it passes no judgement that could be counted",
        "few": "fewer than {fewest} reviews bear it out",
        "fewer": "{n} reviews say so, but {opposing} the opposite",
        "contradicted": "the reviews contradict it",
        "unmentioned": "the reviews do not say so",
        "long": "there was no more room",
        "failed": "The writer could not be used: {reason}. This is voxpop's own wording.",
        "nothing": "Nothing that the writer wrote is borne out by the reviews. This is voxpop's own wording.",
    },
    "zh": {
        "number": "其中的数字并非统计所得：{number}",
        "nothing said": "没有可以统计的评价",
        "few": "支持它的评论不足{fewest}条",
        "fewer": "{n}条评论这样说，但{opposing}条相反",
        "contradicted": "与评论相反",
        "unmentioned": "评论中没有这样说",
        "long": "篇幅不够",
        "failed": "无法使用写作模型：{reason}。以下为 voxpop 自己的表述。",
        "nothing": "写作模型所写的内容都没有评论支持。以下为 voxpop 自己的表述。",
    },
}
TASK = {
    "en": "You write summaries of customer reviews in plain English. Use only the facts given. Write at most {words} "
    "words, in full sentences, each about one thing, without a heading, list, advice or opinion of your own. {aim}",
    "zh": "你用简明的中文总结顾客评论。只能使用给出的事实，最多{words}个字，用完整的句子，每句只谈一件事，"
    "不要标题、列表、建议或自己的看法。{aim}",
}
AIM = {
    "en": {"general": "", "merchant": "The reader runs the place: begin with what to fix.",
           "customer": "The reader may buy: say what is good to know."},
    "zh": {"general": "", "merchant": "读者是商家：先说需要改进的。", "customer": "读者是顾客：说值得知道的。"},
}  # fmt: skip


SOME = {  # what a sentence must say if it tells of the smaller side
    "en": re.compile(r"\b(?:some|few|several|minority|mixed|divided|others?|less than half|fewer than half|third|"
                     r"quarter|one|sometimes|occasional(?:ly)?|\d+)\b", re.IGNORECASE),
    "zh": re.compile(r"一些|部分|少数|个别|有人|有的|也有|不到一半|分之|褒贬|不一|偶尔|\d"),
}  # fmt: skip


class Checked(Protocol):
    """What the checker says of a sentence: ``voxpop.check.Checked``."""

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


Check = Callable[[Sequence[str]], Sequence[Checked]]


def rewrite(summary: Summary, writer: Writer, check: Check, options: Options) -> Summary:
    """The summary in the writer's words, as far as they hold; in ours, with a note, where none do."""
    if not summary.claims:
        return summary
    reasons = REASONS[summary.lang]
    try:
        answer = writer.ask(messages(summary, options))
    except WriterError as error:
        return replace(summary, notes=(*summary.notes, reasons["failed"].format(reason=error)))
    found = sentences(answer, summary.lang)
    judged = [verdict(one, seen, summary, options) for one, seen in zip(found, check(found), strict=True)]
    kept, written = assembled(judged, summary, options)
    if not kept:
        return replace(summary, notes=(*summary.notes, reasons["nothing"]), written=written)
    return told(summary, kept, written)


def messages(summary: Summary, options: Options) -> list[dict[str, str]]:
    """The task, and the claims as facts: the model never sees the reviews."""
    task = TASK[summary.lang].format(words=limit(summary, options), aim=AIM[summary.lang][summary.audience]).strip()
    facts = "\n".join(f"- {claim.text}" for claim in summary.claims)
    return [{"role": "system", "content": task}, {"role": "user", "content": f"{summary.heading}\n{facts}"}]


def limit(summary: Summary, options: Options) -> int:
    return options.words or USUAL[summary.lang]


def sentences(answer: str, lang: str) -> list[str]:
    """The sentences of an answer, without the marks of lists and emphasis."""
    lines = (MARKS.sub("", line).strip() for line in answer.splitlines())
    found = (line[start:end].strip() for line in lines for start, end in language(lang).sentences(line))
    return [one for one in found if any(map(str.isalnum, one)) and len(one) <= LONGEST][:SENTENCES]


def verdict(sentence: str, seen: Checked, summary: Summary, options: Options) -> tuple[str, Checked, str]:
    """The sentence, what was seen of it, and why it does not hold; nothing where it does."""
    reasons = REASONS[summary.lang]
    if wrong := uncounted(sentence, summary.claims, summary.heading, summary.lang):
        return sentence, seen, reasons["number"].format(number=wrong)
    if not judges(sentence, summary.lang):
        return sentence, seen, reasons["nothing said"]
    if seen.verdict != "supported":
        return sentence, seen, seen.reason or reasons[seen.verdict]
    if min(seen.supporting, len({quote.review_id for quote in seen.quotes})) < options.min_quotes:
        return sentence, seen, reasons["few"].format(fewest=options.min_quotes)
    if seen.opposing > seen.supporting and not SOME[summary.lang].search(sentence):
        return sentence, seen, reasons["fewer"].format(n=seen.supporting, opposing=seen.opposing)
    return sentence, seen, ""


def assembled(
    judged: Sequence[tuple[str, Checked, str]], summary: Summary, options: Options
) -> tuple[list[Claim], tuple[Written, ...]]:
    """The claims that the text consists of, and what became of every sentence."""
    kept: list[Claim] = []
    written: list[Written] = []
    room = limit(summary, options)
    words = wording(summary.lang)
    for sentence, seen, wrong in judged:
        own = None if not wrong else instead(sentence, summary, kept)
        claim = as_claim(sentence, seen, summary) if not wrong else own
        if claim is None:
            written.append(Written(sentence, "", "dropped", wrong))
        elif words.length(words.join([*(one.text for one in kept), claim.text])) > room:
            written.append(Written(sentence, "", "dropped", REASONS[summary.lang]["long"]))
        else:
            kept.append(claim)
            written.append(Written(sentence, claim.text, "corrected" if wrong else "verified", wrong or seen.reason))
    return kept, tuple(written)


def instead(sentence: str, summary: Summary, kept: Sequence[Claim]) -> Claim | None:
    """Our own claim on the first thing that the sentence names and that was not told yet."""
    said = sentence.lower()
    named = [claim for claim in summary.claims if claim.kind != "says" and claim.aspect.lower() in said]
    fresh = [claim for claim in named if all(claim.aspect != other.aspect for other in kept)]
    return min(fresh, key=lambda claim: said.index(claim.aspect.lower()), default=None)


def as_claim(sentence: str, seen: Checked, summary: Summary) -> Claim:
    """A sentence that holds, with the evidence that the checker found."""
    of = max(seen.supporting + seen.opposing, 1)
    low, high = share_interval(seen.supporting, of)
    named = [claim.aspect for claim in summary.claims if claim.aspect.lower() in sentence.lower()]
    return Claim(
        sentence, named[0] if named else "", seen.supporting, seen.opposing, tuple(seen.quotes), kind="written", of=of,
        share=seen.supporting / of, low=low, high=high, lang=summary.lang, first=summary.first, last=summary.last,
    )  # fmt: skip


def told(summary: Summary, kept: Sequence[Claim], written: tuple[Written, ...]) -> Summary:
    """The summary with the writer's text; our list stays, its claims after those of the text."""
    claims = (*kept, *(claim for claim in summary.claims if claim not in kept))
    places = {claim: place for place, claim in enumerate(claims)}
    bullets = tuple(
        replace(
            line, clauses=tuple((text, tuple(places[summary.claims[n]] for n in told)) for text, told in line.clauses)
        )
        for line in summary.bullets
    )
    lines = tuple(Line(claim.text, ((claim.text, (place,)),)) for place, claim in enumerate(kept))
    return replace(
        summary, text=wording(summary.lang).join([claim.text for claim in kept]), sentences=lines, bullets=bullets,
        claims=claims, written=written,
    )  # fmt: skip
