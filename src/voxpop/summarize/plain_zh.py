"""Summaries in Chinese without numbers, as one would say it."""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.summarize.wording import Clause, Told, ended
from voxpop.summarize.wording_zh import month, name, whole
from voxpop.types import Claim


def sentence(told: Told, *, numbers: str, place: int) -> list[Clause]:
    main, said, but, other, change = told
    if main.kind == "mixed":
        clauses = divided(main, said, but)
    else:
        clauses = described(main, [claim for claim in said if claim.supporting > claim.opposing])
        clauses += [Clause(f"{'、' if n else '，但有人说'}{claim.word}", (claim,)) for n, claim in enumerate(but)]
    if not but and other is not None:
        clauses.append(Clause(f"，但有人{'称赞' if other.kind == 'praise' else '批评'}", (other,)))
    if change is not None:
        turned = "变差了" if change.kind == "worse" else "有所好转"
        clauses.append(Clause(f"，自{month(change.first)}起{turned}", (change,)))
    return ended(clauses, "。")


def also(claims: Sequence[Claim], *, numbers: str, again: bool) -> list[Clause]:
    start = f"大家{'还' if again else ''}{'对' if claims[0].kind == 'blame' else '喜欢'}"
    joints = [start, *["、"] * (len(claims) - 1)]
    clauses = [Clause(f"{joint}{name(claim)}", (claim,)) for joint, claim in zip(joints, claims, strict=True)]
    return ended(clauses, "不满。" if claims[0].kind == "blame" else "。")


def described(main: Claim, said: Sequence[Claim]) -> list[Clause]:
    """What it is like, in people's words; or that they like it."""
    if main.kind == "says":
        return [Clause(f"有人说{name(main)}{main.word}", (main,))]
    if said and not whole(main):
        return [Clause(f"{'、' if n else name(main)}{claim.word}", (claim,)) for n, claim in enumerate(said)]
    return [Clause(verdict(main), (main,))]


def verdict(main: Claim) -> str:
    good = main.kind in ("praise", "beats")
    if main.kind in ("beats", "prefers"):
        return f"大家觉得比{main.word}好" if good else f"大家更喜欢{main.word}"
    if whole(main):
        return "总体上大家满意" if good else "总体上大家不满意"
    return f"大家喜欢{name(main)}" if good else f"大家对{name(main)}不满"


def divided(main: Claim, said: Sequence[Claim], but: Sequence[Claim]) -> list[Clause]:
    if said and but and not whole(main):
        return [
            Clause(f"有人说{name(main)}{said[0].word}", (said[0],)),
            Clause(f"，也有人说{but[0].word}", (but[0],)),
        ]
    opening = Clause(f"大家对{name(main)}看法不一", (main,))
    return [opening, *(Clause(f"，有人说{claim.word}", (claim,)) for claim in [*said, *but][:1])]
