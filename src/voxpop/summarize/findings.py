"""What a summary can tell: key points, complaints that became more or fewer, and who says what more than others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date as Date
from typing import NamedTuple, Protocol

from voxpop.aggregate.compare import StarSums
from voxpop.aggregate.damage import damage
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.share import chance, difference, share_interval
from voxpop.check.meanings import says_only_good_or_bad
from voxpop.lang import language
from voxpop.types import Claim, KeyPoint, Quote

POINTS = 12  # key points of each kind that can be told
RARE = 0.015  # share of the reviews that must say a key point for it to be told, unless one aspect is asked for
SURE = 0.65  # the mean chance that its other reviews say what its label says, from which a key point is told
GROUP = 20  # reviews of a product, or of another group, from which it is told how it differs
LEVEL = 0.05  # chance that any of the differences told between groups, or of the changes, is none
EACH_SIDE = 8  # reviews with an opinion on a topic, before and after a change
TWICE = 2.0  # a group that differs says something so many times as often as the others
SINGLED_OUT = 3  # reviews of a group that must say it
STARRED = 5  # reviews with stars that must say something for their mean to be told
COSTLY = 0.5  # stars that the reviews with a complaint are below the others, from which that is told
QUOTES = 200  # of each side of a claim that are carried along; the page of a key point has all
NO_STARS = StarSums()


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryCounts:
    """What is counted of the reviews in one language, beside their key points."""

    lang: str
    reviews: int = 0
    first: Date | None = None
    last: Date | None = None
    stars: StarSums = NO_STARS  # as given
    ratings: StarSums = NO_STARS  # given, or predicted from the text
    months: Counter[str] = field(default_factory=Counter)
    groups: Counter[str] = field(default_factory=Counter)  # of the product, or of the column that was chosen
    point_stars: Mapping[int, StarSums] = field(default_factory=dict)  # of each key point, as given
    point_ratings: Mapping[int, StarSums] = field(default_factory=dict)
    # The mean chance that the reviews of a key point, except the label's own, say what the label says.
    point_chances: Mapping[int, float] = field(default_factory=dict)
    point_groups: Mapping[int, Counter[str]] = field(default_factory=dict)  # reviews of each group that say it
    complaint_months: Mapping[str, Counter[str]] = field(default_factory=dict)  # by topic


class TopicQuery(NamedTuple):
    """Asks who speaks well (1) or badly (−1) of a topic.

    ``besides`` leaves out those that say a key point; ``until`` is the day after the last.
    """

    topic: str
    sign: int
    besides: int | None = None
    since: Date | None = None
    until: Date | None = None


class SummarySource(Protocol):
    """What an analysis offers to a summary. A topic is an aspect, or a category where there is none."""

    def languages(self) -> list[str]: ...
    def key_points(
        self, *, only: int | None = None, group: str | None = None, limit: int | None = None, quotes: int | None = None
    ) -> list[KeyPoint]: ...
    def summary_counts(self, lang: str) -> SummaryCounts: ...
    def topic_quotes(self, wanted: Sequence[TopicQuery], *, lang: str, limit: int) -> list[tuple[int, list[Quote]]]:
        """Return of each query how many reviews speak so of the topic, and a quote of each of the clearest."""


@dataclass(frozen=True, slots=True)
class ClaimDraft:
    """A claim that is not yet in words, and what it is chosen by."""

    claim: Claim
    loss: float = 0.0  # by how much a complaint lowers the mean of the stars
    stars: float | None = None  # the mean of the reviews that say it, and of the others
    other_stars: float | None = None
    general: bool = False  # says only how the whole is liked
    group: str | None = None  # that says it more often than the others: ``earlier`` of ``earlier_of``
    point: int | None = None  # the key point that the group says


def find_claims(
    source: SummarySource, counts: SummaryCounts, *, fewest: int, aspect: str | None = None
) -> list[ClaimDraft]:
    """Return what can be told of the reviews in a language, with at least ``fewest`` reviews behind each.

    Key points come first, those of most reviews before others.
    """
    least = max(fewest, RARE * counts.reviews) if aspect is None else fewest
    overall = language(counts.lang).topic_names.OVERALL_NAMES
    points = [
        point
        for point in source.key_points(limit=None if aspect else POINTS, quotes=QUOTES)
        if point.lang == counts.lang
        and point.reviews >= least
        and aspect in (None, point.aspect, point.category)
        and (point.category in overall or counts.point_chances.get(point.id, 1.0) >= SURE)
    ]
    queries = {point.id: query for point in points if (query := opposing_query(point)) is not None}
    answers = source.topic_quotes(list(queries.values()), lang=counts.lang, limit=QUOTES)
    opposing = dict(zip(queries, answers, strict=True))
    drafts = [point_claim(point, counts, *opposing.get(point.id, (0, []))) for point in points]
    return [*drafts, *changes(source, counts, fewest=fewest, aspect=aspect), *group_claims(points, counts)]


def opposing_query(point: KeyPoint) -> TopicQuery | None:
    """Return who opposes a key point: if it names its topic, those who judge that the other way."""
    topic, sign = topic_of(point), {"complaint": 1, "praise": -1}.get(point.kind)
    if not topic or not sign or topic.casefold() not in point.text.casefold():
        return None
    return TopicQuery(topic, sign, besides=point.id)


def topic_of(point: KeyPoint) -> str:
    return point.aspect or point.category or ""


def point_claim(point: KeyPoint, counts: SummaryCounts, opposing: int, against: Sequence[Quote]) -> ClaimDraft:
    """Return a key point as a claim."""
    topic = topic_of(point)
    rated = counts.point_ratings.get(point.id, NO_STARS)
    starred = counts.point_stars.get(point.id, NO_STARS)
    found = damage(
        OpinionCounts(complaints=point.reviews, rated_complaints=rated.reviews, complaint_stars=rated.total),
        reviews=counts.reviews,
        stars=counts.ratings,
    )
    elsewhere = counts.stars.reviews - starred.reviews
    overall = language(counts.lang).topic_names.OVERALL_NAMES
    return ClaimDraft(
        make_claim(
            topic, point.reviews, point.of, counts, kind=point.kind, word=point.text, opposing=opposing,
            quotes=point.quotes, against=tuple(against),
        ),
        loss=found.loss or 0.0,
        stars=starred.mean if starred.reviews >= STARRED else None,
        other_stars=(counts.stars.total - starred.total) / elsewhere if elsewhere else None,
        general=topic in overall
        or point.category in overall
        or not topic
        or says_only_good_or_bad(point.text, counts.lang),
    )  # fmt: skip


def make_claim(
    topic: str, supporting: int, of: int, counts: SummaryCounts, *, opposing: int = 0, **facts: object
) -> Claim:
    """Return a claim with its numbers, not yet in words."""
    low, high = share_interval(supporting, of)
    shown = {"first": counts.first, "last": counts.last, **facts}
    share = supporting / of if of else 0.0
    return Claim("", topic, supporting, opposing, of=of, share=share, low=low, high=high, lang=counts.lang, **shown)  # type: ignore[arg-type]


def changes(source: SummarySource, counts: SummaryCounts, *, fewest: int, aspect: str | None) -> Iterator[ClaimDraft]:
    """Yield that complaints of a topic became more, or fewer, since some month, as a share of all reviews.

    The quotes are those of the complaints since then; where they became fewer, of those before.
    """
    overall = language(counts.lang).topic_names.OVERALL_NAMES
    topics = {topic: months for topic, months in counts.complaint_months.items() if topic not in overall}
    turning_points = {
        topic: turning_point
        for topic, months in topics.items()
        if aspect in (None, topic)
        and (turning_point := find_turning_point(months, counts.months - months, tests=len(topics)))
    }
    days = {topic: Date.fromisoformat(f"{month}-01") for topic, (month, _) in turning_points.items()}
    queries = [
        TopicQuery(topic, -1, since=start, until=end)
        for topic, day in days.items()
        for start, end in ((day, None), (None, day))
    ]
    answers = iter(source.topic_quotes(queries, lang=counts.lang, limit=QUOTES))
    for topic, (month, worse) in turning_points.items():
        since, after, before = days[topic], next(answers), next(answers)
        if (after if worse else before)[0] < fewest:
            continue
        of = sum(n for day, n in counts.months.items() if day >= month)
        claim = make_claim(
            topic, after[0], of, counts, kind="worse" if worse else "improved", first=since, earlier=before[0],
            earlier_of=counts.months.total() - of, quotes=tuple(after[1]), against=tuple(before[1]),
        )  # fmt: skip
        yield ClaimDraft(claim)


def find_turning_point(blame: Counter[str], others: Counter[str], *, tests: int = 1) -> tuple[str, bool] | None:
    """Return the month since which the share of blame has most clearly changed, and whether it got worse.

    Every month is tried as the first of the new period, so the level is divided by the number of months tried, and by
    ``tests``, the number of topics that were tested.
    """
    months = sorted(set(blame) | set(others))
    tried: list[tuple[float, str]] = []
    for month in months[1:]:
        late, early = blame_counts(blame, others, month), blame_counts(blame, others, month, before=True)
        if min(late[1], early[1]) >= EACH_SIDE:
            tried.append((difference(*late, *early), month))
    if not tried:
        return None
    z, month = max(tried, key=lambda trial: (abs(trial[0]), trial[1]))
    return (month, z > 0) if chance(z) < LEVEL / (len(tried) * max(tests, 1)) else None


def blame_counts(blame: Counter[str], others: Counter[str], month: str, *, before: bool = False) -> tuple[int, int]:
    """Return how many reviews blame, and how many there are, since a month or before it."""
    bad = sum(n for day, n in blame.items() if (day < month) == before)
    return bad, bad + sum(n for day, n in others.items() if (day < month) == before)


def group_claims(points: Sequence[KeyPoint], counts: SummaryCounts) -> Iterator[ClaimDraft]:
    """Yield which groups say a key point clearly more often than the others, of each group the clearest.

    There may be very many groups, so the quotes come later: ``with_quotes``.
    """
    large = {group: n for group, n in counts.groups.items() if n >= GROUP}
    everyone = counts.groups.total()
    tests = max(1, len(large) * len(points))
    clearest: dict[str, tuple[float, KeyPoint]] = {}
    for point in points:
        by_group = counts.point_groups.get(point.id, Counter())
        for group, of in large.items():
            n, rest, rest_of = by_group[group], by_group.total() - by_group[group], everyone - of
            z = difference(n, of, rest, rest_of)
            if n < SINGLED_OUT or z <= 0 or chance(z) > LEVEL / tests or n / of < TWICE * rest / max(rest_of, 1):
                continue
            if group not in clearest or z > clearest[group][0]:
                clearest[group] = z, point
    for group, (_, point) in sorted(clearest.items(), key=lambda item: (-item[1][0], item[0])):
        by_group = counts.point_groups[point.id]
        claim = make_claim(
            topic_of(point), by_group[group], large[group], counts, kind="differs",
            word=point.text, earlier=by_group.total() - by_group[group],
            earlier_of=everyone - large[group],
        )  # fmt: skip
        yield ClaimDraft(claim, group=group, point=point.id)


def with_quotes(draft: ClaimDraft, source: SummarySource) -> ClaimDraft:
    """Return a claim with its quotes; those of a group are looked up when it is told."""
    if draft.group is None:
        return draft
    (ours,) = source.key_points(only=draft.point, group=draft.group, quotes=QUOTES)
    return replace(draft, claim=replace(draft.claim, quotes=ours.quotes))
