"""What a sentence of a summary states: something good or bad of a topic, by how many, in which words, of which product.

A sentence is read in three steps, so that it and its opposite come out as the same statement with another sign or
another quantity: the words of quantity are cut out (``quantity``), the negations are cut out and counted, and what is
left is read like a review. Where the parts of the reading contradict each other, there is no statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from voxpop.check.parsed_texts import ParsedText, parse_texts
from voxpop.check.quantity import Quantity, split_quantity
from voxpop.lang import language
from voxpop.lang.opinion_lexicon import find_meanings
from voxpop.types import NameMention, Opinion, Phrase, Product, Sentence, Span

MAX_TOPIC_WORDS = 2  # words of a topic that are no noun phrase
REACH = 60  # characters from "complain about" to the last thing complained of
CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM", "X"})


@dataclass(frozen=True, slots=True)
class ClaimedComparison:
    """Another product that the one under review is compared with, and which of the two is said to be better."""

    rival: str
    sign: int


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a sentence."""

    topic: str  # the words for it; empty where only the category tells what it is about
    category: str | None
    sign: int  # 1 good, −1 bad
    lang: str
    details: frozenset[str] = frozenset()  # words that a review must have that says so
    quantity: Quantity | None = None
    divided: bool = False  # it says that opinions are divided
    entity: str | None = None  # the product that it is about, if it is not the one under review
    comparison: ClaimedComparison | None = None

    @property
    def is_fault(self) -> bool:
        """Whether it tells in plain words, not in words of praise or blame, that something goes wrong."""
        return self.sign < 0 and any(not find_meanings(word, self.lang) for word in self.details)

    @property
    def name(self) -> str:
        """What it is about, for people."""
        return self.topic or self.category or "it"


def read_statements(sentence: str, lang: str, *, product: Product | None = None, fast: bool = False) -> list[Statement]:
    """Return the statements of a sentence; none where it has none, or where it cannot be told what they are."""
    clauses = [clause for clause in language(lang).reporting.CLAUSE_JOIN.split(sentence) if clause.strip(" .")]
    found = [_read_clause(clause, lang, product, fast=fast) for clause in clauses]
    return [statement for statements in found for statement in statements] if all(found) else []


def _read_clause(clause: str, lang: str, product: Product | None, *, fast: bool) -> list[Statement]:
    text, quantity, clear = split_quantity(clause, lang)
    if not clear or language(lang).reporting.PERIOD.search(text):  # what holds for some months is not counted
        return []
    plain, flip = _without_negations(text, lang)
    parsed, whole = parse_texts([plain, text], lang, product=product, fast=fast)
    found = list(_statements(parsed, flip, quantity))
    if flip < 0 and any(statement and statement.sign != _tone(whole) for statement in found if _tone(whole)):
        return []  # with its negations, it is read otherwise than as the opposite of what it says without them
    clear_ones = [statement for statement in found if statement is not None]
    return clear_ones if len(clear_ones) == len(found) else []


def _tone(parsed: ParsedText) -> int:
    """Return the sign that all opinions of a sentence have; 0 if there is none, or both."""
    signs = {_sign(opinion) for opinion in parsed.opinions}
    return signs.pop() if len(signs) == 1 else 0


def _without_negations(text: str, lang: str) -> tuple[str, int]:
    """Return a sentence without its negations, and −1 if they turn it round; those of what is complained of stay."""
    cue = reporting_words(lang).search(text)
    end = cue.end() if cue else len(text)
    before, count = language(lang).negation.strip_negations(text[:end])
    return before + text[end:], -1 if count % 2 else 1


def _statements(parsed: ParsedText, flip: int, quantity: Quantity | None) -> Iterator[Statement | None]:
    """Yield the statements of a clause; None for one whose sign is not clear."""
    lang = parsed.lang
    if any(word in parsed.text.lower() for word in language(lang).reporting.MIXED_WORDS):  # opinions are divided
        yield from (replace(_statement(parsed, thing, 1, quantity), divided=True) for thing in _things(parsed))
        return
    reported = list(_reported(parsed))
    for opinion in reported:
        yield _statement(parsed, opinion, flip * _sign(opinion), quantity)
    if reported:
        return
    cue = reporting_words(lang).search(parsed.text)
    for opinion in parsed.opinions:
        if is_people(opinion.text, lang) and len(parsed.opinions) > 1:
            continue
        words = " ".join(parsed.text[slice(*span)] for span in opinion.opinion_words)
        listed = {meaning.good for meaning in find_meanings(words, lang)} - {0}
        if cue and cue.start() < opinion.start:
            listed.add(_cue_sign(cue, lang))
        is_clear = listed <= {_sign(opinion)}
        yield _statement(parsed, opinion, flip * _sign(opinion), quantity) if is_clear else None


def _sign(opinion: Opinion) -> int:
    return 1 if opinion.polarity > 0 else -1


def _statement(parsed: ParsedText, opinion: Opinion, sign: int, quantity: Quantity | None) -> Statement:
    """Return an opinion of a sentence as a statement, with the words that are neither its topic nor plain praise."""
    lang = parsed.lang
    is_nameless = Span(opinion.start, opinion.end) in opinion.opinion_words or is_people(opinion.text, lang)
    names = _names(parsed)
    rivals = [name for name in names if name.role == "other"]
    is_known = parsed.product is not None and bool(parsed.product.name or parsed.product.aliases)
    own = [Span(name.start, name.end) for name in names if is_known and name.role != "other"]
    topic = "" if is_nameless else _without_names(parsed, opinion, own)
    comparison = _comparison(parsed, opinion, sign, rivals)
    entity = None if comparison else _entity(opinion, rivals, own)
    named = [*own, *(Span(name.start, name.end) for name in rivals if entity and name.entity == entity)]
    details = frozenset(_details(parsed, opinion, topic, named))
    return Statement(topic, opinion.category, sign, lang, details, quantity, entity=entity, comparison=comparison)


def _entity(opinion: Opinion, rivals: list[NameMention], own: list[Span]) -> str | None:
    """Return the other product that a statement is about: that in its topic, or any if its topic is not the product."""
    inside = [name for name in rivals if name.start < opinion.end and opinion.start < name.end]
    if not inside and any(span.start < opinion.end and opinion.start < span.end for span in own):
        return None
    return next((name.entity for name in (*inside, *rivals)), None)


def _comparison(parsed: ParsedText, opinion: Opinion, sign: int, rivals: list[NameMention]) -> ClaimedComparison | None:
    """Return how a statement says that the product compares with another; the sign is 0 where it cannot be told."""
    compares = language(parsed.lang).reporting.COMPARING.search(parsed.text)
    read = {comparison.verdict for comparison in parsed.comparisons if comparison.verdict is not None}
    if not compares and not (read and rivals):
        return None
    if len(rivals) != 1:
        return ClaimedComparison("", 0)
    (rival,) = rivals
    is_of_rival = rival.start < opinion.end or (compares is not None and rival.start < compares.start())
    own = -sign if is_of_rival else sign
    return ClaimedComparison(rival.entity, own if read <= {own} else 0)


def _names(parsed: ParsedText) -> list[NameMention]:
    """Return the names of products in a sentence. Where it compares, each proper noun but the product's own is one."""
    found = list(parsed.names)
    if not language(parsed.lang).reporting.COMPARING.search(parsed.text):
        return found
    own = " ".join((parsed.product.name or "", *parsed.product.aliases)).lower() if parsed.product else ""
    for token in parsed.tokens:
        is_new = not any(name.start <= token.start < name.end for name in found) and token.text.lower() not in own
        if token.tag == "PROPN" and is_new and token.text[0].isalpha():
            found.append(NameMention(token.start, token.end, "other", token.text))
    return sorted(found)


def _without_names(parsed: ParsedText, opinion: Opinion, own: list[Span]) -> str:
    """Return the words of a topic without the product's own name: "staff" for "staff at Starbucks"."""
    inside = [token for token in parsed.tokens if opinion.start <= token.start and token.end <= opinion.end]
    kept = [token for token in inside if not any(span.start <= token.start < span.end for span in own)]
    stop = language(parsed.lang).stop_words
    while kept and (kept[-1].lemma in stop or kept[-1].tag in ("PART", "ADP")):
        kept.pop()
    while kept and kept[0].tag in ("PART", "ADP", "PUNCT"):
        kept.pop(0)
    return parsed.text[kept[0].start : kept[-1].end] if len(kept) < len(inside) and kept else opinion.text


def _details(parsed: ParsedText, opinion: Opinion, topic: str, names: list[Span]) -> Iterator[str]:
    """Yield the content words of a clause beside its topic, its people, names, plain praise and its other opinions."""
    here = language(parsed.lang)
    taken = {token.lemma for sentences in here.parse([topic]) for sentence in sentences for token in sentence.tokens}
    cues = [Span(*cue.span()) for cue in reporting_words(parsed.lang).finditer(parsed.text)]
    said = [Span(*cue.span()) for cue in here.reporting.SAYING.finditer(parsed.text)]
    others = [other for other in parsed.opinions if other.opinion_words and not _shares_words(other, opinion)]
    elsewhere = [span for other in others for span in (Span(other.start, other.end), *other.opinion_words)]
    for token in parsed.tokens:
        inside = any(span.start <= token.start < span.end for span in (*names, *cues, *said, *elsewhere))
        if token.tag not in CONTENT or inside or token.lemma in taken or token.lemma in here.stop_words:
            continue
        if not is_people(token.text, parsed.lang) and not is_vague(token.text, parsed.lang):
            yield token.text.lower()


def _shares_words(*opinions: Opinion) -> bool:
    """Whether two opinions of a clause have a place or opinion words in common."""
    first, second = ((Span(opinion.start, opinion.end), *opinion.opinion_words) for opinion in opinions)
    return any(a.start < b.end and b.start < a.end for a in first for b in second)


@cache
def is_vague(word: str, lang: str) -> bool:
    """Whether a word only says that something is good or bad."""
    meanings = find_meanings(word, lang)
    return bool(meanings) and all(meaning.vague or meaning.dimension[0] == "=" for meaning in meanings)


def is_people(text: str, lang: str) -> bool:
    """Whether words are of people or their opinions, not of what is reviewed."""
    return not language(lang).quantities.PEOPLE.isdisjoint((text.lower(), *text.lower().split()[-1:]))


# --- what people are reported to say


@cache
def reporting_words(lang: str) -> re.Pattern[str]:
    """Return a pattern of the words of praise and blame."""
    reporting = language(lang).reporting
    return language(lang).words_pattern(reporting.PRAISE_WORDS | reporting.BLAME_WORDS)


def _cue_sign(cue: re.Match[str], lang: str) -> int:
    return 1 if cue.group().lower() in language(lang).reporting.PRAISE_WORDS else -1


def _reported(parsed: ParsedText) -> Iterator[Opinion]:
    """Yield opinions on things that stand after words of praise or blame."""
    for sentence in parsed.sentences:
        for cue in reporting_words(parsed.lang).finditer(parsed.text, sentence.start, sentence.end):
            for phrase in _reported_things(parsed, sentence, cue):
                yield _opinion_on(parsed, sentence, phrase, float(_cue_sign(cue, parsed.lang)))


def _things(parsed: ParsedText) -> Iterator[Opinion]:
    """Yield the things that a sentence names, each by its longest phrase without a word for people or opinions."""
    for sentence in parsed.sentences:
        words = [is_people(token.text, parsed.lang) for token in sentence.tokens]
        phrases = {(phrase.first, phrase.last): phrase for phrase in parsed.phrases(sentence)}
        named = [span for span in phrases if not any(words[slice(*span)])]
        for first, last in named:
            if not any(a <= first and last <= b for a, b in named if (a, b) != (first, last)):
                yield _opinion_on(parsed, sentence, phrases[first, last], 1.0)


def _reported_things(parsed: ParsedText, sentence: Sentence, cue: re.Match[str]) -> Iterator[Phrase]:
    """Yield noun phrases after a cue up to the next mark or verb."""
    reporting = language(parsed.lang).reporting
    phrases = list[Phrase]()
    for phrase in parsed.phrases(sentence):
        start = sentence.tokens[phrase.first].start
        is_near = cue.end() <= start <= cue.end() + REACH
        last = sentence.tokens[phrases[-1].last - 1].end if phrases else cue.end()
        between = parsed.text[last:start]
        if (
            is_near
            and not reporting.ASPECT_LIST_END.search(between)
            and (not phrases or reporting.LIST_JOIN.fullmatch(between))
        ):
            phrases.append(phrase)
    phrases = phrases or _words_after(parsed, sentence, cue)
    yield from (phrase for phrase in phrases if not is_people(phrase.term, parsed.lang))


def _words_after(parsed: ParsedText, sentence: Sentence, cue: re.Match[str]) -> list[Phrase]:
    """Return the few words between a cue and the next mark, whatever their part of speech."""
    tokens = [at for at, token in enumerate(sentence.tokens) if token.start >= cue.end()]
    stop = next((at for at in tokens if not sentence.tokens[at].text[0].isalnum()), len(sentence.tokens))
    if not tokens or not 0 < stop - tokens[0] <= MAX_TOPIC_WORDS:
        return []
    start, end = sentence.tokens[tokens[0]].start, sentence.tokens[stop - 1].end
    return [Phrase(tokens[0], stop, parsed.text[start:end])]


def _opinion_on(parsed: ParsedText, sentence: Sentence, phrase: Phrase, polarity: float) -> Opinion:
    start, end = sentence.tokens[phrase.first].start, sentence.tokens[phrase.last - 1].end
    category = next((other.category for other in parsed.opinions if other.start < end and start < other.end), None)
    return Opinion(parsed.id, start, end, parsed.text[start:end], phrase.term, polarity, category)
