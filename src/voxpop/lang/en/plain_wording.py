"""Summaries in English without numbers, as one would say it: "The room is clean, though some find it cold"."""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.lang.en.grammar import capitalize, is_overall, is_plural, pronoun, verb_form, with_article, write_month
from voxpop.lang.summary_parts import SummaryClause, TopicClaims, end_sentence
from voxpop.types import Claim


def write_topic(topic: TopicClaims, *, numbers: str, place: int) -> list[SummaryClause]:
    """Write the claims on one topic; ``place`` is the number of the sentence in the summary."""
    main, words, opposing_words, opposing_side, change = topic
    if main.kind == "mixed":
        clauses = write_divided(main, words, opposing_words)
    else:
        clauses = write_description(main, [claim for claim in words if claim.supporting > claim.opposing], place)
        clauses += [
            SummaryClause(f"{', though' if not n else ' and'} {write_word(claim, n)}", (claim,))
            for n, claim in enumerate(opposing_words)
        ]
    if not opposing_words and opposing_side is not None:
        verb = verb_form("praise" if opposing_side.kind == "praise" else "criticise", opposing_side.supporting)
        clauses.append(SummaryClause(f", though {write_some(opposing_side)} {verb} {pronoun(main)}", (opposing_side,)))
    if change is not None:
        has = "they have" if is_plural(main.aspect) else "it has"
        turned = "become worse" if change.kind == "worse" else "improved"
        clauses.append(SummaryClause(f"; {has} {turned} since {write_month(change.first)}", (change,)))
    clauses[0] = clauses[0]._replace(text=capitalize(clauses[0].text))
    return end_sentence(clauses, ".")


def write_list(claims: Sequence[Claim], *, numbers: str, again: bool) -> list[SummaryClause]:
    """Write that several things are praised, or blamed, in one sentence; ``again``, if others were before."""
    verb = "complain about" if claims[0].kind == "blame" else "like"
    start = f"People {'also ' if again else ''}{verb} "
    joints = [start, *[", "] * (len(claims) - 2), " and "]
    return end_sentence(
        [SummaryClause(f"{joint}{with_article(claim)}", (claim,)) for joint, claim in zip(joints, claims, strict=True)],
        ".",
    )


def write_description(main: Claim, words: Sequence[Claim], place: int) -> list[SummaryClause]:
    """What it is like, in people's words; or that they like it."""
    if main.kind == "says":
        return [
            SummaryClause(
                f"{write_some(main)} {verb_form('find', main.supporting)} {with_article(main)} {main.word}", (main,)
            )
        ]
    if words and not is_overall(main):
        first, *rest = words
        opening = SummaryClause(
            f"{with_article(main)} {'are' if is_plural(main.aspect) else 'is'} {first.word}", (first,)
        )
        return [opening, *(SummaryClause(f" and {claim.word}", (claim,)) for claim in rest)]
    return [SummaryClause(write_verdict(main, place), (main,))]


def write_verdict(main: Claim, place: int) -> str:
    """Write the main claim."""
    good = main.kind in ("praise", "beats")
    if main.kind in ("beats", "prefers"):
        return f"people find it better than {main.word}" if good else f"people prefer {main.word}"
    if is_overall(main):
        return "it is well liked overall" if good else "people are unhappy with it overall"
    if good and place % 2:
        return f"{with_article(main)} {'are' if is_plural(main.aspect) else 'is'} well liked"
    return f"people {'like' if good else 'complain about'} {with_article(main)}"


def write_divided(main: Claim, words: Sequence[Claim], opposing_words: Sequence[Claim]) -> list[SummaryClause]:
    """Write that opinions are divided, with words of both sides."""
    if words and opposing_words and not is_overall(main):
        return [
            SummaryClause(f"some find {with_article(main)} {words[0].word}", (words[0],)),
            SummaryClause(f", others {opposing_words[0].word}", (opposing_words[0],)),
        ]
    opening = SummaryClause(
        f"opinions {'overall' if is_overall(main) else f'on {with_article(main)}'} are divided", (main,)
    )
    return [opening, *(SummaryClause(f"; {write_word(claim, 0)}", (claim,)) for claim in [*words, *opposing_words][:1])]


def write_word(claim: Claim, place: int) -> str:
    """ "some find it cold"; after the first, only the word."""
    verb = verb_form("find", claim.supporting)
    return str(claim.word) if place else f"{write_some(claim)} {verb} {pronoun(claim)} {claim.word}"


def write_some(claim: Claim) -> str:
    """Return "one" or "some"."""
    return "one" if claim.supporting == 1 else "some"
