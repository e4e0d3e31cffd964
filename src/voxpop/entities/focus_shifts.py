"""Which product a sentence speaks of at each of its places, as far as words tell that turn to another or back.

"Bad chairs. The library next door has lovely chairs": the second ones are not the product's. A product that another is
only measured by ("than the Nikon") is not spoken of, unless more is said of it at once ("whose pads fell apart").
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from voxpop.entities.mentions import Discourse, ResolvedMention
from voxpop.lang import language
from voxpop.lang.data import read_toml
from voxpop.lang.mention_candidates import NameMention
from voxpop.lang.protocols.entities import FocusRules
from voxpop.types import About, Sentence, Token

FEW = 8  # words of a sentence that brings something up, its marks among them
NEAR = 3  # words before a product that can make it a measure
AWAY: tuple[About, ...] = ("competing", "generic")  # mentions that a sentence may turn to


class FocusTurn(NamedTuple):
    """From this place on a sentence speaks of another product, by name if it has one; None: of the product again."""

    start: int
    to: About | None
    entity: str | None = None


class FocusPatterns(NamedTuple):
    """Words that turn a text from the product to another one, to the kind, or back."""

    away: re.Pattern[str]
    kind: re.Pattern[str]
    back: re.Pattern[str]
    on: re.Pattern[str]  # begins a sentence that goes on about what the one before it ended with
    it: re.Pattern[str]  # does so where that one was short
    left: re.Pattern[str]  # the product is given up for what stands right behind


@cache
def focus_patterns(lang: str) -> FocusPatterns:
    """Return the compiled patterns of a language."""
    raw, frame = read_toml(lang, "focus_shifts.toml"), language(lang).focus_rules.FRAME
    return FocusPatterns(
        *(re.compile(frame.format("|".join(raw[name])), re.IGNORECASE) for name in FocusPatterns._fields)
    )


def may_shift(text: str, *, lang: str) -> bool:
    """Return whether words of a text turn to another product or to the kind."""
    known = focus_patterns(lang)
    return known.away.search(text) is not None or known.kind.search(text) is not None


class FocusTracker:
    """For one review. Where the product has a name (``named``), a sentence may go on about another; without one, what
    seems another may be the product."""

    def __init__(
        self,
        text: str,
        sentences: Sequence[Sentence],
        discourse: Discourse,
        names: Iterable[NameMention],
        *,
        lang: str,
        named: bool = True,
    ) -> None:
        others = [name for name in names if name.role == "other" and name.listed and not _plain(text, name)]
        self._turns: list[FocusTurn] = []
        self._starts: list[int] = []
        if not others and not may_shift(text, lang=lang) and not any(one.about in AWAY for one in discourse.mentions):
            return  # nothing leads away: most reviews
        rules = language(lang).focus_rules
        last, before, turned, left = FocusTurn(0, None), None, False, False
        for sentence in sentences:
            goes_on = _begins_on(text, sentence, before, lang) or (turned and _is_bare(sentence, lang))
            goes_on = goes_on or (
                left and _begins_with_part(sentence, discourse.inside(sentence.start, sentence.end), lang)
            )
            first = last if named and last.to and goes_on else FocusTurn(0, None)
            here = [
                *find_turns(text, sentence, lang),
                *_named(sentence, discourse.inside(sentence.start, sentence.end), others, rules),
            ]
            self._turns += [first._replace(start=sentence.start), *sorted(here, key=_place)]
            last, before, turned = self._turns[-1], sentence, bool(here)
            left = _left(text, sentence, last, lang) or (left and goes_on and not here)
        self._starts = [turn.start for turn in self._turns]

    def away(self, start: int, end: int) -> FocusTurn | None:
        """Return the turn to another product that these characters come after, or that stands in them."""
        place = bisect_right(self._starts, max(start, end - 1)) - 1
        turn = self._turns[place] if place >= 0 else None
        return turn if turn is not None and turn.to else None


def _begins_on(text: str, sentence: Sentence, before: Sentence | None, lang: str) -> bool:
    """Whether a sentence still speaks of what the one before it ended with: by its first word, by "there", or by "it"
    where that was brought up in a few words ("I also own a Pad.")."""
    known = focus_patterns(lang)
    if known.on.match(text, sentence.start) or language(lang).focus_rules.points_elsewhere(sentence):
        return True
    return before is not None and len(before.tokens) <= FEW and known.it.match(text, sentence.start) is not None


def _left(text: str, sentence: Sentence, last: FocusTurn, lang: str) -> bool:
    """Return whether a sentence ends with what the product was given up for: "returned it and bought a Nikon"."""
    given_up = focus_patterns(lang).left.finditer(text, sentence.start, sentence.end)
    return last.to is not None and any(found.start() <= last.start <= found.end() for found in given_up)


def _begins_with_part(sentence: Sentence, inside: Sequence[ResolvedMention], lang: str) -> bool:
    """Return whether a sentence begins with a part of something that it does not name: "The autofocus is …".

    What was ("The autofocus was …") may be why the product was given up.
    """
    verb = next((token for token in sentence.tokens if token.tag in ("VERB", "AUX")), None)
    past = verb is not None and language(lang).focus_rules.is_past(verb)
    named = any(one.about == "main" for one in inside)
    return not past and not named and any(one.start == sentence.start and one.about == "part_of_main" for one in inside)


def _is_bare(sentence: Sentence, lang: str) -> bool:
    """Return whether a sentence has no verb: "Great display, no complaints." """
    return language(lang).focus_rules.VERBLESS_SENTENCE_CONTINUES and not _has_verb(sentence)


def _place(turn: FocusTurn) -> tuple[int, bool]:
    """Of two turns at one place the one that leads away counts: "E-bikes at this price" is not our E-bike."""
    return turn.start, turn.to is not None


def _plain(text: str, name: NameMention) -> bool:
    """Return whether a name is written like any word: "the lining" is no brand."""
    return text[name.start : name.end].islower()


def find_turns(text: str, sentence: Sentence, lang: str) -> list[FocusTurn]:
    """Where words of a sentence turn to another product, to the kind, or back, in order."""
    return sorted(_find_turns(text, sentence, focus_patterns(lang)), key=lambda turn: turn.start)


def _find_turns(text: str, sentence: Sentence, known: FocusPatterns) -> Iterator[FocusTurn]:
    """Yield the turns of a sentence. What stands inside an expression that turns away is no turn back."""
    span = sentence.start, sentence.end
    away, kind = list(known.away.finditer(text, *span)), list(known.kind.finditer(text, *span))
    yield from (FocusTurn(found.start(), "part_of_competing") for found in away)
    yield from (FocusTurn(found.start(), "part_of_generic") for found in kind)
    for found in known.back.finditer(text, *span):
        if not any(one.start() <= found.start() < one.end() for one in (*away, *kind)):
            yield FocusTurn(found.start(), None)


def _named(
    sentence: Sentence, inside: Sequence[ResolvedMention], others: Sequence[NameMention], rules: FocusRules
) -> Iterator[FocusTurn]:
    """Products that are named in a sentence, and names inside what only seems to be a part of ours."""
    for one in inside:
        if one.about == "main" and one.kind == "name":
            yield FocusTurn(one.start, None)
        elif one.about == "generic" and one.start == sentence.start and _has_verb(sentence):
            yield FocusTurn(one.start, "part_of_generic")
        elif one.about == "competing" and not is_standard(sentence.tokens, one.start, one.end, rules):
            yield FocusTurn(_owned_from(one, inside, sentence, rules), "part_of_competing", one.entity)
    for name in others[bisect_left(others, (sentence.start,)) : bisect_left(others, (sentence.end,))]:
        if not is_standard(sentence.tokens, name.start, name.end, rules):
            whole = next((one for one in inside if one.start <= name.start and name.end <= one.end), None)
            if whole is not None and whole.about in ("part_of_main", "other"):
                yield FocusTurn(whole.start, "part_of_competing", name.entity)
            elif whole is not None and (start := _owned_from(whole, inside, sentence, rules)) < whole.start:
                yield FocusTurn(start, "part_of_competing", name.entity)


def _owned_from(one: ResolvedMention, inside: Sequence[ResolvedMention], sentence: Sentence, rules: FocusRules) -> int:
    """Where what belongs to a product begins: "the brakes on the Trek"."""
    between = [token for token in sentence.tokens if token.end <= one.start and token.tag != "DET"]
    if between and between[-1].lemma in rules.OWNING:
        owned = next((each for each in inside if each.end < one.start and each.end + 1 == between[-1].start), None)
        return owned.start if owned is not None else one.start
    return one.start


def _has_verb(sentence: Sentence) -> bool:
    return any(token.tag in ("VERB", "AUX") for token in sentence.tokens)


def is_standard(tokens: Sequence[Token], start: int, end: int, rules: FocusRules) -> bool:
    """Return whether something is only measured by what stands here."""
    starts = [token.start for token in tokens]
    first, last = bisect_right(starts, start) - 1, bisect_right(starts, max(start, end - 1))
    before = {token.lemma for token in tokens[max(0, first - NEAR) : max(first, 0)]}
    after = [token.lemma for token in tokens[last : last + 2] if token.tag != "PUNCT"]
    return bool(before & rules.STANDARDS) and not (after and after[0] in rules.RELATIVE_PRONOUNS)
