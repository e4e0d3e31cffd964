"""Summaries in Chinese."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date as Date

from voxpop.summarize.amounts import SMALL, amount
from voxpop.summarize.topics import WHOLE
from voxpop.summarize.wording import Clause, Told, ended
from voxpop.types import Claim

TITLES = {"fix": "优先改进", "keep": "继续保持", "know": "值得知道", "mind": "需要留意"}
NOTES = {
    "nothing": "这些评论里没有读出任何意见，无法总结。",
    "few": "只有{reviews}条评论：可引用的评论不足{fewest}条，不能代表顾客的普遍看法。",
    "unsupported": "没有哪项发现有{fewest}条评论可以引用。{hint}",
    "hint": "需要更多评论，或用较小的 --min-quotes。",
    "same": "{reviews}条评论中有{same}条与另一条一字不差。",
    "short": "{words}个字里放不下任何一项发现，最短的一项要{least}个字。",
    "others": "另有{reviews}条{language}评论，太少，不作总结。",
    "unknown": "没有对“{aspect}”的褒贬。",
    "rare": "对“{aspect}”有褒贬的评论有{reviews}条，但没有哪项发现有{fewest}条可以引用。",
}
LANGUAGES = {"en": "英文", "zh": "中文"}


def length(text: str) -> int:
    return sum(not letter.isspace() for letter in text)


def heading(reviews: int, first: Date | None, last: Date | None, stars: float | None) -> str:
    text = f"共{reviews:,}条评论"
    if first and last:
        start, end = month(first), month(last)
        text += f"（{start}）" if start == end else f"（{start}至{end}）"
    if stars is not None:
        text += f"，{'平均' if reviews > 1 else ''}{stars:.1f}星"
    return f"{text}。"


def sentence(told: Told, *, numbers: str, place: int) -> list[Clause]:
    main, said, but, other, change = told
    clauses = [Clause(verdict(main, numbers), (main,))]
    clauses += [Clause(f"，{calling(claim, numbers)}", (claim,)) for claim in said]
    clauses += [Clause(f"{'，' if n else '；但'}{calling(claim, numbers)}", (claim,)) for n, claim in enumerate(but)]
    if not but and other is not None:
        clauses.append(Clause(f"；{part(other, numbers)}{verb(other)}", (other,)))
    if change is not None:
        clauses.append(Clause(f"；{changed(change, numbers)}", (change,)))
    return ended(clauses, "。")


def bullet(told: Told, *, numbers: str) -> list[Clause]:
    main, said, but, other, change = told
    if main.kind in ("beats", "prefers", "says"):
        return [Clause(verdict(main, numbers), (main,))]
    base = f"{main.of:,}条中" if exact(main, numbers) else ""
    sides = [main, against(main)] if main.kind == "mixed" else [main]
    first = "，".join(f"{part(side, numbers)}{verb(side)}" for side in sides)
    clauses = [Clause(f"{name(main)}：{base}{first}", (main,))]
    for words, start in ((said, "；"), (but, "；但也有")):
        if words:
            texts = [f"“{claim.word}”（{claim.supporting:,}）" for claim in words]
            clauses += [Clause(("、" if n else start) + text, (words[n],)) for n, text in enumerate(texts)]
    if not but and other is not None:
        clauses.append(Clause(f"；{part(other, numbers)}{verb(other)}", (other,)))
    if change is not None:
        clauses.append(Clause(f"；{changed(change, numbers)}", (change,)))
    return clauses


def alone(claim: Claim) -> str:
    if claim.kind in ("worse", "improved"):
        return f"{name(claim)}：{changed(claim, 'figures')}。"
    return f"{verdict(claim, 'figures')}。"


def also(claims: Sequence[Claim], *, numbers: str, again: bool) -> list[Clause]:
    start = f"{'受批评' if claims[0].kind == 'blame' else '受好评'}的{'还' if again else ''}有"
    clauses = []
    for place, claim in enumerate(claims):
        share = f"{claim.of:,}条中{claim.supporting:,}条" if exact(claim, numbers) else part(claim, numbers)
        clauses.append(Clause(f"{start if place == 0 else '、'}{name(claim)}（{share}）", (claim,)))
    return ended(clauses, "。")


def compared(claim: Claim, numbers: str) -> str:
    """Better or worse than another product."""
    many = f"{claim.of:,}条" if exact(claim, numbers) else ""
    verdict = "认为更好" if claim.kind == "beats" else f"更喜欢{claim.word}"
    return f"与{claim.word}比较的{many}评论中，{part(claim, numbers)}{verdict}"


def join(sentences: Sequence[str]) -> str:
    return "".join(sentences)


def title(name: str) -> str:
    return TITLES[name]


def note(name: str, **values: object) -> str:
    shown = dict(values)
    if "language" in shown:
        shown["language"] = LANGUAGES[str(shown["language"])]
    return NOTES[name].format(**shown)


def verdict(claim: Claim, numbers: str) -> str:
    """The main clause: who praises or criticises what."""
    if claim.kind in ("beats", "prefers"):
        return compared(claim, numbers)
    if claim.kind == "says":
        return f"{base(claim, numbers)}，{calling(claim, numbers)}"
    if claim.kind == "mixed":
        start = f"{name(claim)}褒贬不一：" + (f"{claim.of:,}条中" if exact(claim, numbers) else "")
        other = against(claim)
        return f"{start}{part(claim, numbers)}{verb(claim)}，{part(other, numbers)}{verb(other)}"
    return f"{base(claim, numbers)}，{part(claim, numbers)}{verb(claim)}"


def base(claim: Claim, numbers: str) -> str:
    """Of which reviews the shares are."""
    many = f"{claim.of:,}条" if exact(claim, numbers) else ""
    return f"谈到{name(claim)}的{many}评论中"


def against(claim: Claim) -> Claim:
    """The other side of a mixed claim, as far as words go."""
    return Claim("", claim.aspect, claim.opposing, claim.supporting, kind="blame", of=claim.of)


def calling(claim: Claim, numbers: str) -> str:
    return f"{part(claim, numbers)}说“{claim.word}”"


def changed(claim: Claim, numbers: str) -> str:
    earlier = Claim("", claim.aspect, claim.earlier, 0, of=claim.earlier_of)
    now, before = (
        f"{each.of:,}条中{each.supporting:,}条" if exact(each, numbers) else part(each, numbers)
        for each in (claim, earlier)
    )
    return f"自{month(claim.first)}起{now}{'批评' if claim.kind == 'worse' else '称赞'}，此前{before}"


def part(claim: Claim, numbers: str) -> str:
    """ "大多数", "约一半", or "3条"."""
    if claim.supporting == 0:
        return "无人"
    if exact(claim, numbers) or claim.supporting == 1:
        return f"{claim.supporting:,}条"
    return amount(claim.supporting, claim.of).zh.removesuffix("的")


def exact(claim: Claim, numbers: str) -> bool:
    """Whether figures are given; of few reviews always."""
    return numbers == "figures" or claim.of < SMALL


def verb(claim: Claim) -> str:
    good = claim.kind != "blame"
    if whole(claim):
        return "满意" if good else "不满意"
    return "称赞" if good else "批评"


def name(claim: Claim) -> str:
    return "总体" if whole(claim) else claim.aspect


def whole(claim: Claim) -> bool:
    return claim.aspect in WHOLE["zh"]


def month(day: Date | None) -> str:
    return f"{day.year}年{day.month}月" if day else ""
