"""Summaries in Chinese without numbers, as one would say it."""

from __future__ import annotations

from collections.abc import Sequence

from voxpop.lang.summary_parts import SummaryClause, TopicClaims, end_sentence
from voxpop.lang.zh.grammar import is_overall, topic_name, write_month
from voxpop.types import Claim


def write_topic(topic: TopicClaims, *, numbers: str, place: int) -> list[SummaryClause]:
    """Write the claims on one topic; ``place`` is the number of the sentence in the summary."""
    main, words, opposing_words, opposing_side, change = topic
    if main.kind == "mixed":
        clauses = write_divided(main, words, opposing_words)
    else:
        clauses = write_description(main, [claim for claim in words if claim.supporting > claim.opposing])
        clauses += [
            SummaryClause(f"{'、' if n else '，但有人说'}{claim.word}", (claim,))
            for n, claim in enumerate(opposing_words)
        ]
    if not opposing_words and opposing_side is not None:
        clauses.append(
            SummaryClause(f"，但有人{'称赞' if opposing_side.kind == 'praise' else '批评'}", (opposing_side,))
        )
    if change is not None:
        turned = "变差了" if change.kind == "worse" else "有所好转"
        clauses.append(SummaryClause(f"，自{write_month(change.first)}起{turned}", (change,)))
    return end_sentence(clauses, "。")


def write_list(claims: Sequence[Claim], *, numbers: str, again: bool) -> list[SummaryClause]:
    """Write that several things are praised, or blamed, in one sentence; ``again``, if others were before."""
    start = f"大家{'还' if again else ''}{'对' if claims[0].kind == 'blame' else '喜欢'}"
    joints = [start, *["、"] * (len(claims) - 1)]
    clauses = [
        SummaryClause(f"{joint}{topic_name(claim)}", (claim,)) for joint, claim in zip(joints, claims, strict=True)
    ]
    return end_sentence(clauses, "不满。" if claims[0].kind == "blame" else "。")


def write_description(main: Claim, words: Sequence[Claim]) -> list[SummaryClause]:
    """What it is like, in people's words; or that they like it."""
    if main.kind == "says":
        return [SummaryClause(f"有人说{topic_name(main)}{main.word}", (main,))]
    if words and not is_overall(main):
        return [
            SummaryClause(f"{'、' if n else topic_name(main)}{claim.word}", (claim,)) for n, claim in enumerate(words)
        ]
    return [SummaryClause(write_verdict(main), (main,))]


def write_verdict(main: Claim) -> str:
    """Write the main claim."""
    good = main.kind in ("praise", "beats")
    if main.kind in ("beats", "prefers"):
        return f"大家觉得比{main.word}好" if good else f"大家更喜欢{main.word}"
    if is_overall(main):
        return "总体上大家满意" if good else "总体上大家不满意"
    return f"大家喜欢{topic_name(main)}" if good else f"大家对{topic_name(main)}不满"


def write_divided(main: Claim, words: Sequence[Claim], opposing_words: Sequence[Claim]) -> list[SummaryClause]:
    """Write that opinions are divided, with words of both sides."""
    if words and opposing_words and not is_overall(main):
        return [
            SummaryClause(f"有人说{topic_name(main)}{words[0].word}", (words[0],)),
            SummaryClause(f"，也有人说{opposing_words[0].word}", (opposing_words[0],)),
        ]
    opening = SummaryClause(f"大家对{topic_name(main)}看法不一", (main,))
    return [opening, *(SummaryClause(f"，有人说{claim.word}", (claim,)) for claim in [*words, *opposing_words][:1])]
