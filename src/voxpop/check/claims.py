"""What a sentence of a summary claims: opinions, the side they are on, and how many are said to hold them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from voxpop.check.quantity import Quantity, alone, quantity
from voxpop.check.views import View
from voxpop.check.words import table
from voxpop.types import NOWHERE, Opinion, Phrase, Sentence, Span

PERIOD = {
    "en": re.compile(r"\b(?:since|until|before that|(?:in|of|from|after|before) (?:\w+ )?(?:19|20)\d\d|"
                     r"last (?:year|month))\b", re.IGNORECASE),
    "zh": re.compile(r"自.{2,12}起|此前|以来|\d{4}年|上个月|去年|今年"),
}  # fmt: skip
BRACKETS = re.compile(r"\s*[(（]([^()（）]*)[)）]")
REACH = 60  # characters from "complain about" to the last thing complained of


@dataclass(frozen=True, slots=True)
class Statement:
    """One claim of a sentence: an opinion, and the quantity that goes with it."""

    opinion: Opinion
    words: str  # the opinion words, as they stand
    quantity: Quantity | None = None
    mixed: bool = False  # it says that opinions are divided

    @property
    def sign(self) -> int:
        return 1 if self.opinion.polarity > 0 else -1


def claims(view: View) -> list[Statement]:
    """The claims of a sentence, in its order."""
    found = [_worded(opinion, view) for opinion in view.opinions if not of_people(opinion.text, view.lang)]
    told = list(reported(view))
    covered = [opinion for opinion in told if not any(_overlap(opinion, other) for other in found)]
    spans = [Span(opinion.start, opinion.end) for opinion in covered]
    kept = [
        opinion
        for opinion in found
        if opinion.aspect != opinion.category or not any(_holds(opinion, span) for span in spans)
    ]
    corrected = [_as_told(opinion, told) for opinion in kept]
    whole = sorted((*corrected, *covered), key=lambda one: one.start) or list(divided(view))
    return [_statement(opinion, view) for opinion in whole]


def _worded(opinion: Opinion, view: View) -> Opinion:
    """An opinion on whole words: what stands in a word alone (空 in 空调) is that word."""
    for token in (token for sentence in view.sentences for token in sentence.tokens):
        if token.start <= opinion.start and opinion.end <= token.end and len(opinion.text) < token.end - token.start:
            named = token.text if opinion.aspect == opinion.text else opinion.aspect
            return replace(opinion, start=token.start, end=token.end, text=token.text, aspect=named)
    return opinion


def _statement(opinion: Opinion, view: View) -> Statement:
    clause = view.text[slice(*opinion.evidence)] if opinion.evidence != NOWHERE else view.text
    words = " ".join(view.text[slice(*span)] for span in opinion.opinion_words)
    amount = (
        _behind(opinion, view)
        or quantity(clause, view.lang)
        or (quantity(view.text, view.lang) if len(view.opinions) <= 1 else None)
    )
    if PERIOD[view.lang].search(clause):
        amount = None  # a share of some months cannot be held against all
    return Statement(opinion, words, amount, is_divided(clause, view.lang))


def _behind(opinion: Opinion, view: View) -> Quantity | None:
    """The quantity in brackets behind a thing: "the room (most)"."""
    found = BRACKETS.match(view.text, opinion.end)
    return alone(found.group(1), view.lang) if found else None


def goes_on(text: str, lang: str) -> bool:
    """Whether words after a semicolon speak on of what stands before it: of another time, or against it."""
    return bool(PERIOD[lang].match(text)) or text.startswith(("但", "but "))


def is_divided(text: str, lang: str) -> bool:
    return any(word in text.lower() for word in table(lang)["mixed"])


def of_people(text: str, lang: str) -> bool:
    return any(word in table(lang)["people"] for word in (text.lower(), *text.lower().split()))


def _overlap(one: Opinion, other: Opinion) -> bool:
    return one.start < other.end and other.start < one.end and other.aspect != other.category


def _holds(opinion: Opinion, span: Span) -> bool:
    return opinion.start <= span.start and span.end <= opinion.end


def _as_told(opinion: Opinion, told: list[Opinion]) -> Opinion:
    """ "Complain about" decides, unless other words than these say what is felt."""
    for other in told:
        if other.start < opinion.end and opinion.start < other.end:
            (cue,) = other.opinion_words
            if all(span.start < cue.end and cue.start < span.end for span in opinion.opinion_words):
                return replace(opinion, polarity=other.polarity)
    return opinion


# --- what people are reported to say


def reported(view: View) -> Iterator[Opinion]:
    """Things that stand after words of praise or blame; in Chinese also before them."""
    for sentence in view.sentences:
        for found in cues(view.lang).finditer(view.text, sentence.start, sentence.end):
            side = 1.0 if found.group().lower() in table(view.lang)["praise"] else -1.0
            for phrase in _things(view, sentence, found):
                yield _opinion(view, sentence, phrase, side, found)


def divided(view: View) -> Iterator[Opinion]:
    """Things on which opinions are said to be divided."""
    for sentence in view.sentences:
        if is_divided(view.text[sentence.start : sentence.end], view.lang):
            for phrase in sentence.phrases:
                if not of_people(phrase.term, view.lang):
                    yield _opinion(view, sentence, phrase, 1.0, None)


@cache
def cues(lang: str) -> re.Pattern[str]:
    words = sorted((*table(lang)["praise"], *table(lang)["blame"]), key=len, reverse=True)
    joined = "|".join(map(re.escape, words))
    return re.compile(rf"\b(?:{joined})\b" if lang == "en" else joined, re.IGNORECASE)


def _things(view: View, sentence: Sentence, cue: re.Match[str]) -> Iterator[Phrase]:
    """Noun phrases after a cue up to the next mark or verb; before it where none follows."""
    after = []
    for phrase in sentence.phrases:
        start = sentence.tokens[phrase.first].start
        between = view.text[cue.end() : start]
        if cue.end() <= start <= cue.end() + REACH and not re.search(
            r"[,;，；。]|\b(?:but|because|when|that)\b|但|因为", between
        ):
            after.append(phrase)
    if not after and view.lang == "zh":
        after = _before(view, sentence, cue) or _words_after(view, sentence, cue)
    yield from (phrase for phrase in after if not of_people(phrase.term, view.lang))


def _before(view: View, sentence: Sentence, cue: re.Match[str]) -> list[Phrase]:
    """The last thing before a cue in its clause."""
    ends = [(phrase, sentence.tokens[phrase.last - 1].end) for phrase in sentence.phrases]
    found = [phrase for phrase, end in ends if end <= cue.start() and "，" not in view.text[end : cue.start()]]
    return [phrase for phrase in found if not of_people(phrase.term, view.lang)][-1:]


def _words_after(view: View, sentence: Sentence, cue: re.Match[str]) -> list[Phrase]:
    """What stands between a cue and the next mark, whatever its part of speech: 抱怨停车."""
    tokens = [at for at, token in enumerate(sentence.tokens) if token.start >= cue.end()]
    stop = next((at for at in tokens if not sentence.tokens[at].text[0].isalnum()), len(sentence.tokens))
    if not tokens or not 0 < stop - tokens[0] <= 3:
        return []
    start, end = sentence.tokens[tokens[0]].start, sentence.tokens[stop - 1].end
    return [Phrase(tokens[0], stop, view.text[start:end])]


def _opinion(view: View, sentence: Sentence, phrase: Phrase, side: float, cue: re.Match[str] | None) -> Opinion:
    start, end = sentence.tokens[phrase.first].start, sentence.tokens[phrase.last - 1].end
    about, entity = view.discourse.about(start, end)
    first = start if cue is None else min(cue.start(), start)
    evidence = Span(_clause_start(view.text, sentence.start, first), sentence.end)
    words = () if cue is None else (Span(*cue.span()),)
    return Opinion(view.id, start, end, view.text[start:end], phrase.term, side, None, words, evidence, about, 1.0,
                   entity)  # fmt: skip


def _clause_start(text: str, low: int, high: int) -> int:
    found = [match.end() for match in re.finditer(r"[,;，；]\s*(?:but\s+|但是?|不过)?|\bbut\s+", text[low:high])]
    return low + found[-1] if found else low
