"""Summaries in English without numbers, as one would say it: "The room is clean, though some find it cold"."""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.summarize.grammar_en import capital, it, month, plural, plural_verb, thing, whole
from voxpop.summarize.wording import Clause, Told, ended
from voxpop.types import Claim


def sentence(told: Told, *, numbers: str, place: int) -> list[Clause]:
    main, said, but, other, change = told
    if main.kind == "mixed":
        clauses = divided(main, said, but)
    else:
        clauses = described(main, [claim for claim in said if claim.supporting > claim.opposing], place)
        clauses += [
            Clause(f"{', though' if not n else ' and'} {found(claim, n)}", (claim,)) for n, claim in enumerate(but)
        ]
    if not but and other is not None:
        verb = plural_verb("praise" if other.kind == "praise" else "criticise", other.supporting)
        clauses.append(Clause(f", though {some(other)} {verb} {it(main)}", (other,)))
    if change is not None:
        has = "they have" if plural(main.aspect) else "it has"
        turned = "become worse" if change.kind == "worse" else "improved"
        clauses.append(Clause(f"; {has} {turned} since {month(change.first)}", (change,)))
    clauses[0] = clauses[0]._replace(text=capital(clauses[0].text))
    return ended(clauses, ".")


def also(claims: Sequence[Claim], *, numbers: str, again: bool) -> list[Clause]:
    verb = "complain about" if claims[0].kind == "blame" else "like"
    start = f"People {'also ' if again else ''}{verb} "
    joints = [start, *[", "] * (len(claims) - 2), " and "]
    return ended([Clause(f"{joint}{thing(claim)}", (claim,)) for joint, claim in zip(joints, claims, strict=True)], ".")


def described(main: Claim, said: Sequence[Claim], place: int) -> list[Clause]:
    """What it is like, in people's words; or that they like it."""
    if main.kind == "says":
        return [Clause(f"{some(main)} {plural_verb('find', main.supporting)} {thing(main)} {main.word}", (main,))]
    if said and not whole(main):
        first, *rest = said
        opening = Clause(f"{thing(main)} {'are' if plural(main.aspect) else 'is'} {first.word}", (first,))
        return [opening, *(Clause(f" and {claim.word}", (claim,)) for claim in rest)]
    return [Clause(verdict(main, place), (main,))]


def verdict(main: Claim, place: int) -> str:
    good = main.kind in ("praise", "beats")
    if main.kind in ("beats", "prefers"):
        return f"people find it better than {main.word}" if good else f"people prefer {main.word}"
    if whole(main):
        return "it is well liked overall" if good else "people are unhappy with it overall"
    if good and place % 2:
        return f"{thing(main)} {'are' if plural(main.aspect) else 'is'} well liked"
    return f"people {'like' if good else 'complain about'} {thing(main)}"


def divided(main: Claim, said: Sequence[Claim], but: Sequence[Claim]) -> list[Clause]:
    if said and but and not whole(main):
        return [
            Clause(f"some find {thing(main)} {said[0].word}", (said[0],)),
            Clause(f", others {but[0].word}", (but[0],)),
        ]
    opening = Clause(f"opinions {'overall' if whole(main) else f'on {thing(main)}'} are divided", (main,))
    return [opening, *(Clause(f"; {found(claim, 0)}", (claim,)) for claim in [*said, *but][:1])]


def found(claim: Claim, place: int) -> str:
    """ "some find it cold"; after the first, only the word."""
    verb = plural_verb("find", claim.supporting)
    return str(claim.word) if place else f"{some(claim)} {verb} {it(claim)} {claim.word}"


def some(claim: Claim) -> str:
    return "one" if claim.supporting == 1 else "some"
