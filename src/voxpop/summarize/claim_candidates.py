"""What can be claimed: every finding that enough reviews support, with the evidence for and against it counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date as Date
from math import sqrt
from typing import Any

from voxpop.aggregate.share import share_interval
from voxpop.summarize.topic_counts import ReviewCount, RivalCounts, SummaryCounts, TopicCounts
from voxpop.summarize.turning_point import find_turning_point
from voxpop.types import Claim, Comparison, Finding, Opinion

LEAN = 0.65  # the share of those on either side from which a topic is praised or blamed; between, it is mixed


@dataclass(frozen=True, slots=True)
class ClaimCandidate:
    """A claim that is not yet worded and quoted, with what it is selected by and what its quotes are chosen from."""

    claim: Claim
    topic: str
    category: str | None = None  # of the topic
    surprise: float = 0.0  # standard errors between its share of praise and that of all opinions
    sign: int = 0  # 1 for praise, −1 for blame
    cost: float = 0.0  # stars that the reviews behind it lie below the others, added up
    vague: bool = False
    evidence: Sequence[Opinion | Comparison] = ()  # one of each of some reviews
    contrary: Sequence[Opinion | Comparison] = ()


def claim_candidates(counts: SummaryCounts, *, fewest: int = 2) -> list[ClaimCandidate]:
    """Return all claims with at least ``fewest`` supporting reviews to quote, those on one topic together."""
    topics = [topic for topic in counts.topics.values() if topic.reviews >= fewest]
    usual = usual_share(counts)
    candidates: list[ClaimCandidate] = []
    for topic in sorted(topics, key=lambda topic: (-topic.reviews, topic.key)):
        candidates += verdict_claims(topic, counts, fewest, usual)
        candidates += word_claims(topic, counts, fewest)
        candidates += change_claims(topic, counts, fewest, tests=len(topics))
    for rival in sorted(counts.rivals.values(), key=lambda rival: (-rival.reviews, rival.name)):
        candidates += comparison_claims(rival, counts, fewest)
    return candidates


def verdict_claims(topic: TopicCounts, counts: SummaryCounts, fewest: int, usual: float) -> Iterator[ClaimCandidate]:
    """Yield that a topic is praised, blamed, or mixed."""
    praise, blame = topic.praise, topic.blame
    sides = praise.reviews + blame.reviews
    lean = praise.reviews / sides if sides else 0.5
    kind: Finding = "praise" if lean > LEAN else "blame" if lean < 1 - LEAN else "mixed"
    supporting, opposing = (blame, praise) if kind == "blame" else (praise, blame)
    if supporting.reviews < fewest or (kind == "mixed" and opposing.reviews < fewest):
        return
    yield ClaimCandidate(
        make_claim(topic, counts, kind, supporting.reviews, opposing.reviews),
        topic.key,
        main_category(topic),
        surprise=(lean - usual) / sqrt(usual * (1 - usual) / sides),
        sign={"praise": 1, "blame": -1}.get(kind, 0),
        cost=star_cost(blame, counts),
        evidence=supporting.opinions(),
        contrary=opposing.opinions(),
    )


def word_claims(topic: TopicCounts, counts: SummaryCounts, fewest: int) -> Iterator[ClaimCandidate]:
    """Yield the words that reviews use for a topic."""
    for (dimension, pole, sign), words in topic.words.items():
        if words.count.reviews >= fewest and words.forms:
            word = min(words.forms, key=lambda form: (-words.forms[form], form))
            claim = make_claim(topic, counts, "says", words.count.reviews, topic.poles[dimension, -pole], word=word)
            vague = dimension in topic.vague
            yield ClaimCandidate(claim, topic.key, sign=sign, vague=vague, evidence=words.count.opinions())


def change_claims(topic: TopicCounts, counts: SummaryCounts, fewest: int, *, tests: int) -> Iterator[ClaimCandidate]:
    """Yield that there are more, or fewer, complaints since some month."""
    turning_point = find_turning_point(topic.blame.months, topic.praise.months + topic.mixed_months, tests=tests)
    if turning_point is None:
        return
    month, worse = turning_point
    side, other = (topic.blame, topic.praise) if worse else (topic.praise, topic.blame)
    evidence = side.opinions(since=month)
    if len(evidence) < fewest:
        return
    supporting, opposing = side.since(month), other.since(month)
    of = supporting + opposing + sum(n for day, n in topic.mixed_months.items() if day >= month)
    claim = make_claim(
        topic,
        counts,
        "worse" if worse else "improved",
        supporting,
        opposing,
        of=of,
        earlier=side.months.total() - supporting,
        earlier_of=dated_reviews(topic) - of,
        first=Date.fromisoformat(f"{month}-01"),
    )
    yield ClaimCandidate(
        claim,
        topic.key,
        main_category(topic),
        sign=-1 if worse else 1,
        evidence=evidence,
        contrary=other.opinions(since=month),
    )


def comparison_claims(rival: RivalCounts, counts: SummaryCounts, fewest: int) -> Iterator[ClaimCandidate]:
    """Yield that reviews find the product better, or worse, than another."""
    wins = len(rival.better) >= len(rival.worse)
    supporting, opposing = (rival.better, rival.worse) if wins else (rival.worse, rival.better)
    if len(supporting) < fewest:
        return
    kind: Finding = "beats" if wins else "prefers"
    claim = make_claim(rival, counts, kind, len(supporting), len(opposing), word=rival.name)
    yield ClaimCandidate(
        claim,
        f"vs {rival.name}",
        sign=1 if wins else -1,
        cost=0.0 if wins else float(len(supporting)),
        evidence=supporting,
        contrary=opposing,
    )


def make_claim(
    topic: TopicCounts | RivalCounts,
    counts: SummaryCounts,
    kind: Finding,
    supporting: int,
    opposing: int,
    *,
    of: int | None = None,
    **facts: Any,
) -> Claim:
    """Return a claim with its numbers, not yet in words."""
    name = topic.name if isinstance(topic, RivalCounts) else topic_name(topic)
    of = topic.reviews if of is None else of
    low, high = share_interval(supporting, of)
    facts = {"first": counts.first, "last": counts.last, "lang": counts.lang, "low": low, "high": high, **facts}
    return Claim("", name, supporting, opposing, kind=kind, of=of, share=supporting / of, **facts)


def topic_name(topic: TopicCounts) -> str:
    """Return the name used most, spelled as within sentences: "Wi-Fi", not "wi-fi"."""
    name = min(topic.names, key=lambda name: (-topic.names[name], name))
    spelled = [(n, form) for form, n in topic.spelled.items() if form.lower() == name.lower()]
    return max(spelled)[1] if spelled and max(spelled)[0] > sum(n for n, _ in spelled) / 2 else name


def main_category(topic: TopicCounts) -> str | None:
    """Return the category that most opinions on a topic are in."""
    return min(topic.categories, key=lambda name: (-topic.categories[name], name)) if topic.categories else None


def usual_share(counts: SummaryCounts) -> float:
    """Return the share of praise among all verdicts on anything; never quite 0 or 1."""
    praise = sum(topic.praise.reviews for topic in counts.topics.values())
    blame = sum(topic.blame.reviews for topic in counts.topics.values())
    return (praise + 1) / (praise + blame + 2)


def star_cost(blame: ReviewCount, counts: SummaryCounts) -> float:
    """Return the stars that reviews with blame lie below all, added up; without stars, the number of reviews."""
    if not blame.starred or not counts.starred:
        return float(blame.reviews)
    return max(0.0, counts.stars / counts.starred - blame.stars / blame.starred) * blame.reviews


def dated_reviews(topic: TopicCounts) -> int:
    """Return how many of the reviews on a topic have a date."""
    return topic.praise.months.total() + topic.blame.months.total() + topic.mixed_months.total()
