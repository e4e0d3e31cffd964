"""Summaries in English, with shares in words or figures."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date as Date

from voxpop.summarize.amounts import SMALL, amount
from voxpop.summarize.grammar_en import capital, it, month, plural, plural_verb, some, thing, whole
from voxpop.summarize.wording import Clause, Told, ended
from voxpop.types import Claim

BARE = ("all", "nearly all", "most", "some", "a few")  # take no "of those"
TITLES = {"fix": "Fix first", "keep": "Keep up", "know": "Good to know", "mind": "Mind"}
NOTES = {
    "nothing": "No opinions were found in these reviews, so there is nothing to summarise.",
    "few": "There {are} only {reviews}: with fewer than {fewest} reviews to quote, nothing is said of customers in "
    "general.",
    "unsupported": "No finding has {fewest} reviews to quote. {hint}",
    "hint": "More reviews would help, or a smaller --min-quotes.",
    "same": "{same} of {reviews} are word for word the same as another.",
    "short": "No finding fits into {words} words; the shortest takes {least}.",
    "others": "{reviews} in {language} {are} too few to be summarised.",
    "unknown": "Nothing good or bad is said about {aspect!r}.",
    "rare": "On {aspect!r} there {are} {reviews}, but no finding has {fewest} to quote.",
}
LANGUAGES = {"en": "English", "zh": "Chinese"}


def length(text: str) -> int:
    return len(text.split())


def heading(reviews: int, first: Date | None, last: Date | None, stars: float | None) -> str:
    text = some(reviews, "review")
    if first and last:
        start, end = month(first), month(last)
        text += f" from {start}" if start == end else f" from {start} to {end}"
    if stars is not None:
        text += f", {stars:.1f} stars{' on average' if reviews > 1 else ''}"
    return f"{text}."


def sentence(told: Told, *, numbers: str, place: int) -> list[Clause]:
    main, said, but, other, change = told
    clauses = [Clause(verdict(main, numbers, place), (main,))]
    if change is not None and turned(main, change):
        clauses = [
            Clause(changed(change, numbers, named=True), (change,)),
            Clause(f"; {in_all(main, numbers)}", (main,)),
        ]
    elif change is not None:
        clauses.append(Clause(f"; {changed(change, numbers)}", (change,)))
    clauses += calling(said, numbers, "; ", "call")
    clauses += calling(but, numbers, ", but " if said else "; ", "find")
    if not but and other is not None:
        clauses.append(Clause(f"; {part(other, numbers)} {feel(other)}", (other,)))
    clauses[0] = clauses[0]._replace(text=capital(clauses[0].text))
    return ended(clauses, ".")


def bullet(told: Told, *, numbers: str) -> list[Clause]:
    main, said, but, other, change = told
    if main.kind in ("beats", "prefers", "says"):
        return [Clause(capital(verdict(main, numbers, 0)), (main,))]
    base = f" of {main.of:,}" if exact(main, numbers) else ""
    first = f"{part(main, numbers)}{base} {feel(main)}"
    if main.kind == "mixed":
        first += f", {part(against(main), numbers)} {feel(against(main))}"
    clauses = [Clause(f"{'Overall' if whole(main) else capital(main.aspect)}: {first}", (main,))]
    for words, start in ((said, "; "), (but, "; but ")):
        if words:
            texts = [f"“{claim.word}” ({claim.supporting:,})" for claim in words]
            clauses += [Clause((", " if n else start) + text, (words[n],)) for n, text in enumerate(texts)]
    if not but and other is not None:
        clauses.append(Clause(f"; {part(other, numbers)} {feel(other)}", (other,)))
    if change is not None:
        clauses.append(Clause(f"; {changed(change, numbers)}", (change,)))
    return clauses


def alone(claim: Claim) -> str:
    if claim.kind in ("worse", "improved"):
        return f"{capital(changed(claim, 'figures', named=True))}."
    return f"{capital(verdict(claim, 'figures', 0))}."


def also(claims: Sequence[Claim], *, numbers: str, again: bool) -> list[Clause]:
    start = f"{'Criticism' if claims[0].kind == 'blame' else 'Praise'} {'also ' if again else ''}goes to "
    clauses = []
    for place, claim in enumerate(claims):
        before = start if place == 0 else " and " if place == len(claims) - 1 else ", "
        share = f"{claim.supporting:,} of {claim.of:,}" if exact(claim, numbers) else part(claim, numbers)
        clauses.append(Clause(f"{before}{thing(claim)} ({share})", (claim,)))
    return ended(clauses, ".")


def compared(claim: Claim, numbers: str) -> str:
    """Better or worse than another product."""
    verb, rest = ("find", "it better") if claim.kind == "beats" else ("prefer", claim.word)
    does = f"{plural_verb(verb, claim.supporting)} {rest}"
    return among(claim, numbers, "compare", f"it with {claim.word}", does)


def join(sentences: Sequence[str]) -> str:
    return " ".join(sentences)


def title(name: str) -> str:
    return TITLES[name]


def note(name: str, **values: object) -> str:
    shown = dict(values)
    if isinstance(n := values.get("reviews"), int):
        shown |= {"reviews": some(n, "review"), "are": "is" if n == 1 else "are"}
    if "language" in shown:
        shown["language"] = LANGUAGES[str(shown["language"])]
    return NOTES[name].format(**shown)


def verdict(claim: Claim, numbers: str, place: int) -> str:
    """The main clause: who praises or criticises what."""
    if claim.kind in ("beats", "prefers"):
        return compared(claim, numbers)
    if claim.kind == "says":
        call = f"{plural_verb('call', claim.supporting)} {it(claim)} {claim.word}"
        return among(claim, numbers, "comment", f"on {thing(claim)}", call)
    if claim.kind == "mixed":
        both = f"{part(claim, numbers)} {feel(claim)}, {part(against(claim), numbers)} {feel(against(claim))}"
        base = f"of {claim.of:,}, " if exact(claim, numbers) else ""
        return f"opinions {'overall' if whole(claim) else f'on {thing(claim)}'} are divided: {base}{both}"
    if whole(claim):
        return among(claim, numbers, "judge", "it as a whole", feel(claim))
    if place % 2:
        return among(claim, numbers, "comment", f"on {thing(claim)}", feel(claim))
    done = "praised" if claim.kind == "praise" else "criticised"
    return f"{thing(claim)} {'are' if plural(claim.aspect) else 'is'} {done} by {who(claim, numbers)}"


def among(claim: Claim, numbers: str, verb: str, on: str, does: str) -> str:
    """ "of those who comment on the room, most praise it"; of few or all, without the detour."""
    if claim.of == 1:
        return f"the one reviewer who {verb}s {on} {does}"
    if claim.supporting == claim.of:
        group = "both" if claim.of == 2 else f"all {claim.of:,}" if exact(claim, numbers) else "all"
        return f"{group} who {verb} {on} {does}"
    base = f"the {claim.of:,}" if exact(claim, numbers) else "those"
    return f"of {base} who {verb} {on}, {part(claim, numbers)} {does}"


def in_all(claim: Claim, numbers: str) -> str:
    """The verdict over the whole time, after the change was told."""
    base = f"of {claim.of:,} in all, " if exact(claim, numbers) else "in all, "
    text = f"{base}{part(claim, numbers)} {feel(claim)}"
    return f"{text} and {part(against(claim), numbers)} {feel(against(claim))}" if claim.kind == "mixed" else text


def turned(main: Claim, change: Claim) -> bool:
    """Whether the verdict over the whole time is no longer what people say."""
    return main.kind != ("blame" if change.kind == "worse" else "praise")


def changed(claim: Claim, numbers: str, *, named: bool = False) -> str:
    """ "since May 2024 most praise it, before that some did"; named, with the thing itself."""
    worse = claim.kind == "worse"
    earlier = Claim("", claim.aspect, claim.earlier, 0, of=claim.earlier_of)
    now, before = (
        f"{each.supporting:,} of {each.of:,}" if exact(each, numbers) else part(each, numbers)
        for each in (claim, earlier)
    )
    if whole(claim):
        does, did = ("are dissatisfied" if worse else "are satisfied"), "were"
    else:
        does, did = f"{'criticise' if worse else 'praise'} {thing(claim) if named else it(claim)}", "did"
    return f"since {month(claim.first)} {now} {does}, before that {before} {did}"


def against(claim: Claim) -> Claim:
    """The other side of a mixed claim, as far as words go."""
    return Claim("", claim.aspect, claim.opposing, claim.supporting, kind="blame", of=claim.of)


def calling(words: Sequence[Claim], numbers: str, start: str, verb: str) -> list[Clause]:
    """ "some call it clean" and " and a few quiet"."""
    if not words:
        return []
    first, *rest = words
    text = f"{start}{part(first, numbers)} {plural_verb(verb, first.supporting)} {it(first)} {first.word}"
    return [Clause(text, (first,)), *(Clause(f" and {part(one, numbers)} {one.word}", (one,)) for one in rest)]


def who(claim: Claim, numbers: str) -> str:
    """ "most who comment on it", "3 of the 4 who comment on it"."""
    if claim.of == 1:
        return f"the one reviewer who comments on {it(claim)}"
    tail = f"who comment on {it(claim)}"
    if exact(claim, numbers):
        n, of = claim.supporting, claim.of
        return f"{'both' if of == 2 else f'all {of:,}'} {tail}" if n == of else f"{n:,} of the {of:,} {tail}"
    words = part(claim, numbers)
    return f"{words} {tail}" if words in BARE else f"{words} of those {tail}"


def part(claim: Claim, numbers: str) -> str:
    """ "most", "about half", "one", or a figure."""
    if claim.supporting == 0:
        return "none"
    if claim.supporting == 1:
        return "one"
    if exact(claim, numbers):
        return f"{claim.supporting:,}"
    return amount(claim.supporting, claim.of).en.removesuffix(" of")


def exact(claim: Claim, numbers: str) -> bool:
    """Whether figures are given; of few reviews always."""
    return numbers == "figures" or claim.of < SMALL


def feel(claim: Claim) -> str:
    """The verb with what stands for the thing: "praise it", "are satisfied"."""
    if whole(claim):
        return f"{'is' if claim.supporting == 1 else 'are'} {'dissatisfied' if claim.kind == 'blame' else 'satisfied'}"
    return f"{plural_verb('criticise' if claim.kind == 'blame' else 'praise', claim.supporting)} {it(claim)}"
