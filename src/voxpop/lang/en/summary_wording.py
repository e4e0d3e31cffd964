"""Summaries in English, with shares in words or figures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date as Date

from voxpop.lang.data import read_toml
from voxpop.lang.en.grammar import (
    capitalize,
    count_nouns,
    is_overall,
    is_plural,
    pronoun,
    verb_form,
    with_article,
    write_month,
)
from voxpop.lang.en.quantities import WORDED_SHARES
from voxpop.lang.shares import worded_share
from voxpop.lang.summary_parts import (
    SummaryClause,
    TopicClaims,
    earlier_claim,
    end_sentence,
    opposing_claim,
    uses_figures,
)
from voxpop.types import Claim

USUAL_LENGTH = 90  # words of a summary, unless asked otherwise
BARE = ("all", "nearly all", "most", "some", "a few")  # take no "of those"
_TEXTS = read_toml("en", "summary_wording.toml")
TITLES: dict[str, str] = _TEXTS["titles"]
NOTES: dict[str, str] = _TEXTS["notes"]
LANGUAGE_NAMES = {"en": "English", "zh": "Chinese"}


def measure_length(text: str) -> int:
    """Count the words of a text."""
    return len(text.split())


def write_heading(reviews: int, first: Date | None, last: Date | None, stars: float | None) -> str:
    """Write how many reviews there are, from when, with how many stars."""
    text = count_nouns(reviews, "review")
    if first and last:
        start, end = write_month(first), write_month(last)
        text += f" from {start}" if start == end else f" from {start} to {end}"
    if stars is not None:
        text += f", {stars:.1f} stars{' on average' if reviews > 1 else ''}"
    return f"{text}."


def write_topic(topic: TopicClaims, *, numbers: str, place: int) -> list[SummaryClause]:
    """Write the claims on one topic; ``place`` is the number of the sentence in the summary."""
    main, words, opposing_words, opposing_side, change = topic
    clauses = [SummaryClause(write_verdict(main, numbers, place), (main,))]
    if change is not None and is_reversed(main, change):
        clauses = [
            SummaryClause(write_change(change, numbers, named=True), (change,)),
            SummaryClause(f"; {write_in_all(main, numbers)}", (main,)),
        ]
    elif change is not None:
        clauses.append(SummaryClause(f"; {write_change(change, numbers)}", (change,)))
    clauses += write_words(words, numbers, "; ", "call")
    clauses += write_words(opposing_words, numbers, ", but " if words else "; ", "find")
    if not opposing_words and opposing_side is not None:
        clauses.append(SummaryClause(f"; {write_side(opposing_side, numbers)}", (opposing_side,)))
    clauses[0] = clauses[0]._replace(text=capitalize(clauses[0].text))
    return end_sentence(clauses, ".")


def write_bullet(topic: TopicClaims, *, numbers: str) -> list[SummaryClause]:
    """Write the claims on one topic as an entry of a list."""
    main, words, opposing_words, opposing_side, change = topic
    if main.kind in ("beats", "prefers", "says"):
        return [SummaryClause(capitalize(write_verdict(main, numbers, 0)), (main,))]
    base = f" of {main.of:,}" if uses_figures(main, numbers) else ""
    first = f"{write_share(main, numbers)}{base} {write_feeling(main)}"
    if main.kind == "mixed":
        first += f", {write_side(opposing_claim(main), numbers)}"
    clauses = [SummaryClause(f"{'Overall' if is_overall(main) else capitalize(main.aspect)}: {first}", (main,))]
    for claims, start in ((words, "; "), (opposing_words, "; but ")):
        for n, claim in enumerate(claims):
            clauses.append(SummaryClause(f"{', ' if n else start}“{claim.word}” ({claim.supporting:,})", (claim,)))
    if not opposing_words and opposing_side is not None:
        clauses.append(SummaryClause(f"; {write_side(opposing_side, numbers)}", (opposing_side,)))
    if change is not None:
        clauses.append(SummaryClause(f"; {write_change(change, numbers)}", (change,)))
    return clauses


def write_claim(claim: Claim) -> str:
    """Write one claim as a sentence of its own, in figures."""
    if claim.kind in ("worse", "improved"):
        return f"{capitalize(write_change(claim, 'figures', named=True))}."
    return f"{capitalize(write_verdict(claim, 'figures', 0))}."


def write_list(claims: Sequence[Claim], *, numbers: str, again: bool) -> list[SummaryClause]:
    """Write that several things are praised, or blamed, in one sentence; ``again``, if others were before."""
    start = f"{'Criticism' if claims[0].kind == 'blame' else 'Praise'} {'also ' if again else ''}goes to "
    clauses = []
    for place, claim in enumerate(claims):
        before = start if place == 0 else " and " if place == len(claims) - 1 else ", "
        share = f"{claim.supporting:,} of {claim.of:,}" if uses_figures(claim, numbers) else write_share(claim, numbers)
        clauses.append(SummaryClause(f"{before}{with_article(claim)} ({share})", (claim,)))
    return end_sentence(clauses, ".")


def write_comparison(claim: Claim, numbers: str) -> str:
    """Better or worse than another product."""
    verb, rest = ("find", "it better") if claim.kind == "beats" else ("prefer", claim.word)
    does = f"{verb_form(verb, claim.supporting)} {rest}"
    return write_among(claim, numbers, "compare", f"it with {claim.word}", does)


def write_section(title: str, text: str) -> str:
    """Return a text under its title."""
    return f"{title}: {text}"


def join_sentences(sentences: Sequence[str]) -> str:
    """Return sentences as a paragraph."""
    return " ".join(sentences)


def write_note(name: str, **values: object) -> str:
    """Write a remark on the summary as a whole."""
    shown = dict(values)
    if isinstance(n := values.get("reviews"), int):
        shown |= {"reviews": count_nouns(n, "review"), "are": "is" if n == 1 else "are"}
    if "language" in shown:
        shown["language"] = LANGUAGE_NAMES[str(shown["language"])]
    return NOTES[name].format(**shown)


def write_verdict(claim: Claim, numbers: str, place: int) -> str:
    """The main clause: who praises or criticises what."""
    if claim.kind in ("beats", "prefers"):
        return write_comparison(claim, numbers)
    if claim.kind == "says":
        call = f"{verb_form('call', claim.supporting)} {pronoun(claim)} {claim.word}"
        return write_among(claim, numbers, "comment", f"on {with_article(claim)}", call)
    if claim.kind == "mixed":
        both = f"{write_side(claim, numbers)}, {write_side(opposing_claim(claim), numbers)}"
        base = f"of {claim.of:,}, " if uses_figures(claim, numbers) else ""
        return f"opinions {'overall' if is_overall(claim) else f'on {with_article(claim)}'} are divided: {base}{both}"
    if is_overall(claim):
        return write_among(claim, numbers, "judge", "it as a whole", write_feeling(claim))
    if place % 2:
        return write_among(claim, numbers, "comment", f"on {with_article(claim)}", write_feeling(claim))
    done = "praised" if claim.kind == "praise" else "criticised"
    return f"{with_article(claim)} {'are' if is_plural(claim.aspect) else 'is'} {done} by {write_group(claim, numbers)}"


def write_among(claim: Claim, numbers: str, verb: str, on: str, does: str) -> str:
    """ "of those who comment on the room, most praise it"; of few or all, without the detour."""
    if claim.of == 1:
        return f"the one reviewer who {verb}s {on} {does}"
    if claim.supporting == claim.of:
        group = "both" if claim.of == 2 else f"all {claim.of:,}" if uses_figures(claim, numbers) else "all"
        return f"{group} who {verb} {on} {does}"
    base = f"the {claim.of:,}" if uses_figures(claim, numbers) else "those"
    return f"of {base} who {verb} {on}, {write_share(claim, numbers)} {does}"


def write_in_all(claim: Claim, numbers: str) -> str:
    """The verdict over the whole time, after the change was told."""
    base = f"of {claim.of:,} in all, " if uses_figures(claim, numbers) else "in all, "
    text = f"{base}{write_side(claim, numbers)}"
    return f"{text} and {write_side(opposing_claim(claim), numbers)}" if claim.kind == "mixed" else text


def is_reversed(main: Claim, change: Claim) -> bool:
    """Whether the verdict over the whole time is no longer what people say."""
    return main.kind != ("blame" if change.kind == "worse" else "praise")


def write_change(claim: Claim, numbers: str, *, named: bool = False) -> str:
    """ "since May 2024 most praise it, before that some did"; named, with the thing itself."""
    worse = claim.kind == "worse"
    earlier = earlier_claim(claim)
    now, before = (
        f"{period.supporting:,} of {period.of:,}" if uses_figures(period, numbers) else write_share(period, numbers)
        for period in (claim, earlier)
    )
    if is_overall(claim):
        does, did = ("are dissatisfied" if worse else "are satisfied"), "were"
    else:
        does, did = f"{'criticise' if worse else 'praise'} {with_article(claim) if named else pronoun(claim)}", "did"
    return f"since {write_month(claim.first)} {now} {does}, before that {before} {did}"


def write_words(words: Sequence[Claim], numbers: str, start: str, verb: str) -> list[SummaryClause]:
    """ "some call it clean" and " and a few quiet"."""
    if not words:
        return []
    first, *rest = words
    text = f"{start}{write_share(first, numbers)} {verb_form(verb, first.supporting)} {pronoun(first)} {first.word}"
    return [
        SummaryClause(text, (first,)),
        *(SummaryClause(f" and {write_share(claim, numbers)} {claim.word}", (claim,)) for claim in rest),
    ]


def write_group(claim: Claim, numbers: str) -> str:
    """ "most who comment on it", "3 of the 4 who comment on it"."""
    if claim.of == 1:
        return f"the one reviewer who comments on {pronoun(claim)}"
    tail = f"who comment on {pronoun(claim)}"
    if uses_figures(claim, numbers):
        n, of = claim.supporting, claim.of
        return f"{'both' if of == 2 else f'all {of:,}'} {tail}" if n == of else f"{n:,} of the {of:,} {tail}"
    words = write_share(claim, numbers)
    return f"{words} {tail}" if words in BARE else f"{words} of those {tail}"


def write_share(claim: Claim, numbers: str) -> str:
    """ "most", "about half", "one", or a figure."""
    if claim.supporting == 0:
        return "none"
    if claim.supporting == 1:
        return "one"
    if uses_figures(claim, numbers):
        return f"{claim.supporting:,}"
    return worded_share(WORDED_SHARES, claim.supporting, claim.of).text


def write_side(claim: Claim, numbers: str) -> str:
    """Return how many are on the side of a claim: "most praise it"."""
    return f"{write_share(claim, numbers)} {write_feeling(claim)}"


def write_feeling(claim: Claim) -> str:
    """The verb with what stands for the thing: "praise it", "are satisfied"."""
    if is_overall(claim):
        return f"{'is' if claim.supporting == 1 else 'are'} {'dissatisfied' if claim.kind == 'blame' else 'satisfied'}"
    return f"{verb_form('criticise' if claim.kind == 'blame' else 'praise', claim.supporting)} {pronoun(claim)}"
