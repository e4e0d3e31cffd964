"""Summaries in Chinese."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date as Date

from voxpop.lang.data import read_toml
from voxpop.lang.shares import worded_share
from voxpop.lang.summary_parts import (
    SummaryClause,
    TopicClaims,
    earlier_claim,
    end_sentence,
    opposing_claim,
    uses_figures,
)
from voxpop.lang.zh.grammar import is_overall, topic_name, write_month
from voxpop.lang.zh.quantities import WORDED_SHARES
from voxpop.types import Claim

USUAL_LENGTH = 180  # characters of a summary, unless asked otherwise
_TEXTS = read_toml("zh", "summary_wording.toml")
TITLES: dict[str, str] = _TEXTS["titles"]
NOTES: dict[str, str] = _TEXTS["notes"]
LANGUAGE_NAMES = {"en": "英文", "zh": "中文"}


def measure_length(text: str) -> int:
    """Count the characters of a text."""
    return sum(not letter.isspace() for letter in text)


def write_heading(reviews: int, first: Date | None, last: Date | None, stars: float | None) -> str:
    """Write how many reviews there are, from when, with how many stars."""
    text = f"共{reviews:,}条评论"
    if first and last:
        start, end = write_month(first), write_month(last)
        text += f"（{start}）" if start == end else f"（{start}至{end}）"
    if stars is not None:
        text += f"，{'平均' if reviews > 1 else ''}{stars:.1f}星"
    return f"{text}。"


def write_topic(topic: TopicClaims, *, numbers: str, place: int) -> list[SummaryClause]:
    """Write the claims on one topic; ``place`` is the number of the sentence in the summary."""
    main, words, opposing_words, opposing_side, change = topic
    clauses = [SummaryClause(write_verdict(main, numbers), (main,))]
    clauses += [SummaryClause(f"，{write_words(claim, numbers)}", (claim,)) for claim in words]
    clauses += [
        SummaryClause(f"{'，' if n else '；但'}{write_words(claim, numbers)}", (claim,))
        for n, claim in enumerate(opposing_words)
    ]
    if not opposing_words and opposing_side is not None:
        clauses.append(SummaryClause(f"；{write_side(opposing_side, numbers)}", (opposing_side,)))
    if change is not None:
        clauses.append(SummaryClause(f"；{write_change(change, numbers)}", (change,)))
    return end_sentence(clauses, "。")


def write_bullet(topic: TopicClaims, *, numbers: str) -> list[SummaryClause]:
    """Write the claims on one topic as an entry of a list."""
    main, words, opposing_words, opposing_side, change = topic
    if main.kind in ("beats", "prefers", "says"):
        return [SummaryClause(write_verdict(main, numbers), (main,))]
    base = f"{main.of:,}条中" if uses_figures(main, numbers) else ""
    sides = [main, opposing_claim(main)] if main.kind == "mixed" else [main]
    first = "，".join(write_side(side, numbers) for side in sides)
    clauses = [SummaryClause(f"{topic_name(main)}：{base}{first}", (main,))]
    for claims, start in ((words, "；"), (opposing_words, "；但也有")):
        for n, claim in enumerate(claims):
            clauses.append(SummaryClause(f"{'、' if n else start}“{claim.word}”（{claim.supporting:,}）", (claim,)))
    if not opposing_words and opposing_side is not None:
        clauses.append(SummaryClause(f"；{write_side(opposing_side, numbers)}", (opposing_side,)))
    if change is not None:
        clauses.append(SummaryClause(f"；{write_change(change, numbers)}", (change,)))
    return clauses


def write_claim(claim: Claim) -> str:
    """Write one claim as a sentence of its own, in figures."""
    if claim.kind in ("worse", "improved"):
        return f"{topic_name(claim)}：{write_change(claim, 'figures')}。"
    return f"{write_verdict(claim, 'figures')}。"


def write_list(claims: Sequence[Claim], *, numbers: str, again: bool) -> list[SummaryClause]:
    """Write that several things are praised, or blamed, in one sentence; ``again``, if others were before."""
    start = f"{'受批评' if claims[0].kind == 'blame' else '受好评'}的{'还' if again else ''}有"
    clauses = []
    for place, claim in enumerate(claims):
        share = (
            f"{claim.of:,}条中{claim.supporting:,}条" if uses_figures(claim, numbers) else write_share(claim, numbers)
        )
        clauses.append(SummaryClause(f"{start if place == 0 else '、'}{topic_name(claim)}（{share}）", (claim,)))
    return end_sentence(clauses, "。")


def write_comparison(claim: Claim, numbers: str) -> str:
    """Better or worse than another product."""
    many = f"{claim.of:,}条" if uses_figures(claim, numbers) else ""
    preferred = "认为更好" if claim.kind == "beats" else f"更喜欢{claim.word}"
    return f"与{claim.word}比较的{many}评论中，{write_share(claim, numbers)}{preferred}"


def write_section(title: str, text: str) -> str:
    """Return a text under its title."""
    return f"{title}：{text}"


def join_sentences(sentences: Sequence[str]) -> str:
    """Return sentences as a paragraph."""
    return "".join(sentences)


def write_note(name: str, **values: object) -> str:
    """Write a remark on the summary as a whole."""
    shown = dict(values)
    if "language" in shown:
        shown["language"] = LANGUAGE_NAMES[str(shown["language"])]
    return NOTES[name].format(**shown)


def write_verdict(claim: Claim, numbers: str) -> str:
    """The main clause: who praises or criticises what."""
    if claim.kind in ("beats", "prefers"):
        return write_comparison(claim, numbers)
    if claim.kind == "says":
        return f"{write_base(claim, numbers)}，{write_words(claim, numbers)}"
    if claim.kind == "mixed":
        start = f"{topic_name(claim)}褒贬不一：" + (f"{claim.of:,}条中" if uses_figures(claim, numbers) else "")
        other = opposing_claim(claim)
        return f"{start}{write_side(claim, numbers)}，{write_side(other, numbers)}"
    return f"{write_base(claim, numbers)}，{write_side(claim, numbers)}"


def write_base(claim: Claim, numbers: str) -> str:
    """Of which reviews the shares are."""
    many = f"{claim.of:,}条" if uses_figures(claim, numbers) else ""
    return f"谈到{topic_name(claim)}的{many}评论中"


def write_words(claim: Claim, numbers: str) -> str:
    """Write how many use a word."""
    return f"{write_share(claim, numbers)}说“{claim.word}”"


def write_change(claim: Claim, numbers: str) -> str:
    """Write how many say so since a month, and how many before."""
    earlier = earlier_claim(claim)
    now, before = (
        f"{period.of:,}条中{period.supporting:,}条" if uses_figures(period, numbers) else write_share(period, numbers)
        for period in (claim, earlier)
    )
    return f"自{write_month(claim.first)}起{now}{'批评' if claim.kind == 'worse' else '称赞'}，此前{before}"


def write_share(claim: Claim, numbers: str) -> str:
    """ "大多数", "约一半", or "3条"."""
    if claim.supporting == 0:
        return "无人"
    if uses_figures(claim, numbers) or claim.supporting == 1:
        return f"{claim.supporting:,}条"
    return worded_share(WORDED_SHARES, claim.supporting, claim.of).text


def write_side(claim: Claim, numbers: str) -> str:
    """Return how many are on the side of a claim: 大多数称赞."""
    return f"{write_share(claim, numbers)}{feeling_verb(claim)}"


def feeling_verb(claim: Claim) -> str:
    """Return the verb of praise or blame."""
    good = claim.kind != "blame"
    if is_overall(claim):
        return "满意" if good else "不满意"
    return "称赞" if good else "批评"
