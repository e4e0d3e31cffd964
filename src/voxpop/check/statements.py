"""What a sentence of a summary states: opinions, the side they are on, and how many reviewers are said to hold them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from voxpop.check.parsed_texts import ParsedText
from voxpop.check.quantity import Quantity, find_quantity, read_quantity
from voxpop.lang import language
from voxpop.lang.punctuation import FULL_WIDTH_COMMA, IN_ROUND_BRACKETS
from voxpop.summarize.meanings import find_meanings
from voxpop.types import NOWHERE, Opinion, Phrase, Sentence, Span

BRACKETS = re.compile(r"\s*" + IN_ROUND_BRACKETS)
REACH = 60  # characters from "complain about" to the last thing complained of
SURE = 0.4  # the size of polarity from which its sign is not doubted
SHORTEST = 4  # characters of a sentence without its frame


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a sentence: an opinion, and the quantity that goes with it."""

    opinion: Opinion
    words: str  # the opinion words, as they stand
    quantity: Quantity | None = None
    mixed: bool = False  # it says that opinions are divided

    @property
    def sign(self) -> int:
        """1 for praise, −1 for blame."""
        return 1 if self.opinion.polarity > 0 else -1


def strip_frame(text: str, lang: str) -> str:
    """Return a sentence without who says so; as it is where nothing would be left.

    >>> strip_frame("One customer says: the room was clean.", "en")
    'The room was clean.'
    """
    frame = language(lang).reporting.REPORTING_FRAME.match(text)
    rest = text[frame.end() :].strip() if frame else ""
    return rest[0].upper() + rest[1:] if len(rest) >= SHORTEST else text


def find_statements(text: ParsedText) -> list[Statement]:
    """Return the statements of a sentence, in its order."""
    extracted = [_on_whole_words(opinion, text) for opinion in text.opinions if not is_people(opinion.text, text.lang)]
    reported = list(reported_opinions(text))
    new = [opinion for opinion in reported if not any(_overlaps_aspect(opinion, other) for other in extracted)]
    spans = [Span(opinion.start, opinion.end) for opinion in new]
    remaining = [
        opinion
        for opinion in extracted
        if opinion.aspect != opinion.category or not any(_covers(opinion, span) for span in spans)
    ]
    corrected = [_as_listed(_as_reported(opinion, reported), text) for opinion in remaining]
    opinions = (
        sorted((*corrected, *new), key=lambda opinion: opinion.start)
        or list(divided_opinions(text))
        or [_of_people(opinion, text) for opinion in text.opinions if opinion.opinion_words]
    )
    return [_make_statement(opinion, text) for opinion in opinions]


def _of_people(opinion: Opinion, text: ParsedText) -> Opinion:
    """Return what people feel as an opinion that names no thing: "guests are satisfied"."""
    start, end = opinion.opinion_words[0]
    return replace(opinion, start=start, end=end, text=text.text[start:end], aspect=opinion.category or "")


def _on_whole_words(opinion: Opinion, text: ParsedText) -> Opinion:
    """Return an opinion on the whole word that its aspect is a part of, if any."""
    for token in (token for sentence in text.sentences for token in sentence.tokens):
        inside = token.start <= opinion.start and opinion.end <= token.end
        if inside and len(opinion.text) < token.end - token.start:
            aspect = token.text if opinion.aspect == opinion.text else opinion.aspect
            return replace(opinion, start=token.start, end=token.end, text=token.text, aspect=aspect)
    return opinion


def _make_statement(opinion: Opinion, text: ParsedText) -> Statement:
    clause = text.text[slice(*opinion.evidence)] if opinion.evidence != NOWHERE else text.text
    words = " ".join(text.text[slice(*span)] for span in opinion.opinion_words)
    quantity = (
        _quantity_behind(opinion, text)
        or find_quantity(clause, text.lang)
        or (find_quantity(text.text, text.lang) if len(text.opinions) <= 1 else None)
    )
    if language(text.lang).reporting.PERIOD.search(clause):
        quantity = None  # a share of some months cannot be compared with one of all
    return Statement(opinion, words, quantity, says_divided(clause, text.lang))


def _quantity_behind(opinion: Opinion, text: ParsedText) -> Quantity | None:
    """Return the quantity in brackets behind an aspect: "the room (most)"."""
    brackets = BRACKETS.match(text.text, opinion.end)
    return read_quantity(brackets.group(1), text.lang) if brackets else None


def continues_topic(text: str, lang: str) -> bool:
    """Whether words after a semicolon speak on of what stands before it: of another time, or against it."""
    reporting = language(lang).reporting
    return bool(reporting.PERIOD.match(text)) or text.startswith(reporting.CONTRAST)


def says_divided(text: str, lang: str) -> bool:
    """Whether words say that opinions are divided."""
    return any(word in text.lower() for word in language(lang).reporting.MIXED_WORDS)


def is_people(text: str, lang: str) -> bool:
    """Whether words are of people or their opinions, not of what is reviewed."""
    return not language(lang).quantities.PEOPLE.isdisjoint((text.lower(), *text.lower().split()))


def _overlaps_aspect(opinion: Opinion, other: Opinion) -> bool:
    return opinion.start < other.end and other.start < opinion.end and other.aspect != other.category


def _covers(opinion: Opinion, span: Span) -> bool:
    return opinion.start <= span.start and span.end <= opinion.end


def _as_reported(opinion: Opinion, reported: list[Opinion]) -> Opinion:
    """Return an opinion with the side of "complain about", unless other words than these carry its sentiment."""
    for other in reported:
        if other.start < opinion.end and opinion.start < other.end:
            (cue,) = other.opinion_words
            if all(span.start < cue.end and cue.start < span.end for span in opinion.opinion_words):
                return replace(opinion, polarity=other.polarity)
    return opinion


def _as_listed(opinion: Opinion, text: ParsedText) -> Opinion:
    """Return an opinion of which the model is not sure with the side on which the table of meanings has its words."""
    words = " ".join(text.text[slice(*span)] for span in opinion.opinion_words)
    sides = {match.meaning.good for match in find_meanings(words, text.lang)}
    if abs(opinion.polarity) >= SURE or sides not in ({1}, {-1}):
        return opinion
    return replace(opinion, polarity=abs(opinion.polarity) * sides.pop())


# --- what people are reported to say


def reported_opinions(text: ParsedText) -> Iterator[Opinion]:
    """Yield opinions on things that stand after words of praise or blame; in some languages also before them."""
    for sentence in text.sentences:
        for cue in reporting_words(text.lang).finditer(text.text, sentence.start, sentence.end):
            side = 1.0 if cue.group().lower() in language(text.lang).reporting.PRAISE_WORDS else -1.0
            for phrase in _reported_things(text, sentence, cue):
                yield _make_opinion(text, sentence, phrase, side, cue)


def divided_opinions(text: ParsedText) -> Iterator[Opinion]:
    """Yield opinions on things of which a sentence says that opinions are divided."""
    for sentence in text.sentences:
        if says_divided(text.text[sentence.start : sentence.end], text.lang):
            for phrase in sentence.phrases:
                if not is_people(phrase.term, text.lang):
                    yield _make_opinion(text, sentence, phrase, 1.0, None)


@cache
def reporting_words(lang: str) -> re.Pattern[str]:
    """Return a pattern of the words of praise and blame."""
    reporting = language(lang).reporting
    return language(lang).words_pattern(reporting.PRAISE_WORDS | reporting.BLAME_WORDS)


def _reported_things(text: ParsedText, sentence: Sentence, cue: re.Match[str]) -> Iterator[Phrase]:
    """Yield noun phrases after a cue up to the next mark or verb; before it where none follows."""
    reporting = language(text.lang).reporting
    phrases = []
    for phrase in sentence.phrases:
        start = sentence.tokens[phrase.first].start
        is_near = cue.end() <= start <= cue.end() + REACH
        if is_near and not reporting.ASPECT_LIST_END.search(text.text[cue.end() : start]):
            phrases.append(phrase)
    if not phrases and reporting.ASPECT_BEFORE_VERB:
        phrases = _phrase_before(text, sentence, cue) or _words_after(text, sentence, cue)
    yield from (phrase for phrase in phrases if not is_people(phrase.term, text.lang))


def _phrase_before(text: ParsedText, sentence: Sentence, cue: re.Match[str]) -> list[Phrase]:
    """Return the last noun phrase before a cue in its clause."""
    ends = [(phrase, sentence.tokens[phrase.last - 1].end) for phrase in sentence.phrases]
    before = [
        phrase for phrase, end in ends if end <= cue.start() and FULL_WIDTH_COMMA not in text.text[end : cue.start()]
    ]
    return [phrase for phrase in before if not is_people(phrase.term, text.lang)][-1:]


def _words_after(text: ParsedText, sentence: Sentence, cue: re.Match[str]) -> list[Phrase]:
    """Return what stands between a cue and the next mark, whatever its part of speech."""
    tokens = [at for at, token in enumerate(sentence.tokens) if token.start >= cue.end()]
    stop = next((at for at in tokens if not sentence.tokens[at].text[0].isalnum()), len(sentence.tokens))
    if not tokens or not 0 < stop - tokens[0] <= 3:
        return []
    start, end = sentence.tokens[tokens[0]].start, sentence.tokens[stop - 1].end
    return [Phrase(tokens[0], stop, text.text[start:end])]


def _make_opinion(
    text: ParsedText, sentence: Sentence, phrase: Phrase, side: float, cue: re.Match[str] | None
) -> Opinion:
    start, end = sentence.tokens[phrase.first].start, sentence.tokens[phrase.last - 1].end
    mention = text.mentions.at(start, end)
    first = start if cue is None else min(cue.start(), start)
    return Opinion(
        review_id=text.id,
        start=start,
        end=end,
        text=text.text[start:end],
        aspect=phrase.term,
        polarity=side,
        opinion_words=() if cue is None else (Span(*cue.span()),),
        evidence=Span(_clause_start(text, sentence.start, first), sentence.end),
        about="main" if mention is None else mention.about,
        confidence=1.0,
        entity=None if mention is None else mention.entity,
    )


def _clause_start(text: ParsedText, low: int, high: int) -> int:
    starts = [match.end() for match in language(text.lang).reporting.CLAUSE_START.finditer(text.text[low:high])]
    return low + starts[-1] if starts else low
