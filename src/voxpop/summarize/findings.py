"""What a summary can tell: what is praised and criticised, complaints that became more or fewer, and who differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date as Date
from typing import Any, NamedTuple, Protocol

from voxpop.aggregate.compare import StarSums
from voxpop.aggregate.damage import damage
from voxpop.aggregate.opinion_counts import OpinionCounts
from voxpop.aggregate.share import chance, difference, share_interval
from voxpop.lang import language
from voxpop.summarize.examples import SAMPLE, Example, TopicStatement, choose_examples
from voxpop.types import Claim, Finding, Quote

RARE = 0.035  # share of the reviews from which praise or blame of a topic is told, unless it alone is asked for
SURE = 0.8  # the mean chance that opinions and their categories are right, from which praise or blame is told
WIDESPREAD = 0.1  # share of the reviews, from which it is told even if less sure: misreadings are rarely so frequent
RARE_HURT, WIDESPREAD_HURT = 0.025, 0.05  # both shares, for the complaints that cost the most stars
DISPUTED = 0.15  # share of those who take a side from which the smaller side is told: it may be misread from the larger
DISPUTED_CATEGORY = 0.4  # the same of a category, which is misread more often than a thing that reviews name
ONE_THING = 0.4  # share of a smaller side of a category that says nearly the same, from which it is told all the same
HURTS_MOST = 3  # complaints that cost the most stars, which are told however many praise the same
GROUP = 20  # reviews of a product, or of another group, from which it is told how it differs
LEVEL = 0.05  # chance that any of the differences told between groups, or of the changes, is none
EACH_SIDE = 8  # reviews with an opinion on a topic, before and after a change
TWICE = 2.0  # a group that differs says something so many times as often as the others
MOST_GROUPS = 4  # that are told, the clearest
SINGLED_OUT = 3  # reviews of a group that must say it
QUOTES = 200  # of each side of a claim that are carried along; the page of an aspect has all
SIDES: dict[int, Finding] = {1: "praise", -1: "complaint"}


@dataclass(slots=True)
class TopicCounts:
    """The reviews that speak well of a topic, or those that speak badly of it."""

    reviews: int = 0
    rated: int = 0  # with stars, given or predicted from the text
    rating: float = 0.0  # the sum of these stars
    confidence: float = 1.0  # the mean chance that the reader is right
    months: Counter[str] = field(default_factory=Counter)
    groups: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryCounts:
    """What is counted of the reviews in one language. A topic is a row of the table, or what no row counts."""

    lang: str
    reviews: int = 0
    first: Date | None = None
    last: Date | None = None
    stars: StarSums = field(default_factory=StarSums)  # as given
    ratings: StarSums = field(default_factory=StarSums)  # given, or predicted from the text
    months: Counter[str] = field(default_factory=Counter)
    groups: Counter[str] = field(default_factory=Counter)  # of the product, or of the column that was chosen
    topics: Mapping[tuple[str, int], TopicCounts] = field(default_factory=dict)  # by topic and sign
    judging: int = 0  # reviews that praise or criticise the product as a whole


class TopicQuery(NamedTuple):
    """Asks who speaks well (1) or badly (−1) of a topic; ``until`` is the day after the last."""

    topic: str
    sign: int
    exclusive: bool = False  # only those who do not speak the other way as well
    since: Date | None = None
    until: Date | None = None
    group: str | None = None
    examples: tuple[tuple[int, ...], ...] = ()  # places of opinions that are quoted first


class SummarySource(Protocol):
    """What an analysis offers to a summary."""

    def languages(self) -> list[str]: ...
    def summary_counts(self, lang: str) -> SummaryCounts: ...
    def topic_statements(
        self, wanted: Sequence[TopicQuery], shares: Sequence[float], *, lang: str
    ) -> list[list[TopicStatement]]:
        """Return of each query such a share of what reviews say of the topic, the same in whatever order they come."""

    def topic_quotes(self, wanted: Sequence[TopicQuery], *, lang: str, limit: int) -> list[tuple[int, list[Quote]]]:
        """Return of each query how many reviews speak so of the topic, and a quote of each, the clearest first."""


@dataclass(frozen=True, slots=True)
class ClaimDraft:
    """A claim that is not yet in words, what it is chosen by, and who speaks for it and against it."""

    claim: Claim
    speakers: TopicQuery
    others: TopicQuery | None = None
    examples: tuple[Example, ...] = ()
    loss: float = 0.0  # by how much a complaint lowers the mean of the stars
    general: bool = False  # says how the whole is liked
    is_disputed: bool = False  # of a category, few beside those who say the opposite: told only if they say one thing


def find_claims(counts: SummaryCounts, *, fewest: int, aspect: str | None = None) -> list[ClaimDraft]:
    """Return what can be told of the reviews in a language, with at least ``fewest`` reviews behind each claim."""

    losses = {topic: star_loss(said, counts) for (topic, sign), said in counts.topics.items() if sign < 0}
    hurting = sorted((loss, topic) for topic, loss in losses.items() if loss > 0 and not is_overall(topic, counts.lang))
    hurts_most = {topic for _, topic in hurting[-HURTS_MOST:]}

    def taking_side(topic: str, said: TopicCounts, sign: int) -> int:
        opposite = counts.topics.get((topic, -sign))
        return said.reviews + (opposite.reviews if opposite and not is_overall(topic, counts.lang) else 0)

    def is_told(topic: str, sign: int, said: TopicCounts) -> bool:
        if aspect is not None:
            return said.reviews >= fewest and topic == aspect
        hurts = sign < 0 and topic in hurts_most
        rare, widespread = (RARE_HURT, WIDESPREAD_HURT) if hurts else (RARE, WIDESPREAD)
        least, share = 0 if hurts else DISPUTED * taking_side(topic, said, sign), said.reviews / counts.reviews
        is_frequent = said.reviews >= max(fewest, least) and share >= rare
        return is_frequent and (said.confidence >= SURE or share >= widespread)

    def is_disputed(topic: str, sign: int, said: TopicCounts) -> bool:
        is_category = language(counts.lang).topic_names.is_category(topic)
        hurts = sign < 0 and topic in hurts_most
        is_few = said.reviews < DISPUTED_CATEGORY * taking_side(topic, said, sign)
        return aspect is None and is_category and not hurts and is_few

    topics = {key: said for key, said in counts.topics.items() if is_told(*key, said)}
    drafts = [
        replace(topic_claim(*key, said, counts), is_disputed=is_disputed(*key, said)) for key, said in topics.items()
    ]
    certain = {draft.speakers[:2]: topics[draft.speakers[:2]] for draft in drafts if not draft.is_disputed}
    return [*drafts, *changes(counts, fewest=fewest, aspect=aspect), *group_claims(certain, counts)]


def is_overall(topic: str, lang: str) -> bool:
    """Return whether a topic is the product as a whole."""
    return topic in language(lang).topic_names.OVERALL_NAMES


def topic_claim(topic: str, sign: int, said: TopicCounts, counts: SummaryCounts) -> ClaimDraft:
    """Return that so many praise or criticise a topic."""
    general = is_overall(topic, counts.lang)
    of = counts.judging if general else counts.reviews
    return ClaimDraft(
        make_claim(SIDES[sign], topic, said.reviews, of, counts),
        TopicQuery(topic, sign),
        TopicQuery(topic, -sign, exclusive=True),
        loss=star_loss(said, counts) if sign < 0 else 0.0,
        general=general,
    )


def with_examples(drafts: Sequence[ClaimDraft], source: SummarySource, lang: str) -> list[ClaimDraft]:
    """Return the claims, those on praise and complaints of a topic with examples of what is said.

    Disputed ones are left out, unless so many of their reviews say nearly the same that they are hardly misread.
    """
    exemplified = [draft for draft in drafts if draft.claim.kind in SIDES.values() and not draft.general]
    shares = [min(1, SAMPLE / draft.claim.supporting) for draft in exemplified]
    statements = source.topic_statements([draft.speakers for draft in exemplified], shares, lang=lang)
    examples = {
        draft.speakers: choose_examples(own, draft.speakers.sign, lang)
        for draft, own in zip(exemplified, statements, strict=True)
    }
    told = [replace(draft, examples=examples.get(draft.speakers, ())) for draft in drafts]
    return [
        draft
        for draft in told
        if not draft.is_disputed or any(example.share >= ONE_THING for example in draft.examples[:1])
    ]


def star_loss(complaints: TopicCounts, counts: SummaryCounts) -> float:
    """Return by how much those who complain of a topic lower the mean of the stars."""
    said = OpinionCounts(
        complaints=complaints.reviews, rated_complaints=complaints.rated, complaint_stars=complaints.rating
    )
    return damage(said, reviews=counts.reviews, stars=counts.ratings).loss or 0.0


def make_claim(kind: Finding, topic: str, supporting: int, of: int, counts: SummaryCounts, **facts: Any) -> Claim:
    """Return a claim with its numbers, not yet in words."""
    low, high = share_interval(supporting, of)
    shown = {"first": counts.first, "last": counts.last, "lang": counts.lang, **facts}
    return Claim("", topic, supporting, 0, kind=kind, of=of, share=supporting / of, low=low, high=high, **shown)


def changes(counts: SummaryCounts, *, fewest: int, aspect: str | None) -> Iterator[ClaimDraft]:
    """Yield that complaints of a topic became more, or fewer, since some month, as a share of all reviews.

    The quotes are those of the complaints since then, and before.
    """
    overall = language(counts.lang).topic_names.OVERALL_NAMES
    topics = {
        topic: said.months
        for (topic, sign), said in counts.topics.items()
        if sign < 0 and said.months and topic not in overall
    }
    for topic, months in topics.items():
        if aspect not in (None, topic):
            continue
        turning_point = find_turning_point(months, counts.months - months, tests=len(topics))
        if turning_point is None:
            continue
        month, worse = turning_point
        since = Date.fromisoformat(f"{month}-01")
        after = sum(n for day, n in months.items() if day >= month)
        before = months.total() - after
        if (after if worse else before) < fewest:
            continue
        of = sum(n for day, n in counts.months.items() if day >= month)
        claim = make_claim(
            "worse" if worse else "improved", topic, after, of, counts, first=since, earlier=before,
            earlier_of=counts.months.total() - of,
        )  # fmt: skip
        yield ClaimDraft(claim, TopicQuery(topic, -1, since=since), TopicQuery(topic, -1, until=since))


def find_turning_point(blame: Counter[str], others: Counter[str], *, tests: int = 1) -> tuple[str, bool] | None:
    """Return the month since which the share of blame has most clearly changed, and whether it got worse.

    Every month is tried as the first of the new period, so the level is divided by the number of months tried, and by
    ``tests``, the number of topics that were tested.
    """
    months = sorted(set(blame) | set(others))
    tried: list[tuple[float, str, bool]] = []
    for month in months[1:]:
        late, early = blame_counts(blame, others, month), blame_counts(blame, others, month, before=True)
        if min(late[1], early[1]) >= EACH_SIDE:
            tried.append((chance(*late, *early), month, difference(*late, *early) > 0))
    if not tried:
        return None
    by_chance, month, worse = max(tried, key=lambda trial: (-trial[0], trial[1]))
    return (month, worse) if by_chance < LEVEL / (len(tried) * max(tests, 1)) else None


def blame_counts(blame: Counter[str], others: Counter[str], month: str, *, before: bool = False) -> tuple[int, int]:
    """Return how many reviews blame, and how many there are, since a month or before it."""
    bad = sum(n for day, n in blame.items() if (day < month) == before)
    return bad, bad + sum(n for day, n in others.items() if (day < month) == before)


def group_claims(topics: Mapping[tuple[str, int], TopicCounts], counts: SummaryCounts) -> Iterator[ClaimDraft]:
    """Yield which groups praise or criticise a topic clearly more often than the others, of each group the clearest."""
    large = {group: n for group, n in counts.groups.items() if n >= GROUP}
    everyone = counts.groups.total()
    tests = max(1, len(large) * len(topics))
    clearest: dict[str, tuple[float, ClaimDraft]] = {}
    for (topic, sign), said in topics.items() if len(counts.groups) > 1 else ():
        for group, of in large.items():
            n, rest, rest_of = said.groups[group], said.groups.total() - said.groups[group], everyone - of
            z = difference(n, of, rest, rest_of)
            if n < SINGLED_OUT or z <= 0 or n / of < TWICE * rest / max(rest_of, 1):
                continue
            if chance(n, of, rest, rest_of) > LEVEL / tests:
                continue
            if group not in clearest or z > clearest[group][0]:
                claim = make_claim("differs", topic, n, of, counts, earlier=rest, earlier_of=rest_of)
                clearest[group] = z, ClaimDraft(claim, TopicQuery(topic, sign, group=group))
    for _, (_, draft) in sorted(clearest.items(), key=lambda item: (-item[1][0], item[0]))[:MOST_GROUPS]:
        yield draft


def with_quotes(drafts: Sequence[ClaimDraft], source: SummarySource) -> list[ClaimDraft]:
    """Return claims with their quotes, for and against; those of all that is told are looked up together."""
    lang = drafts[0].claim.lang if drafts else ""
    speakers = [draft.speakers._replace(examples=tuple(one.place for one in draft.examples)) for draft in drafts]
    others = [draft.others for draft in drafts if draft.others]
    answers = source.topic_quotes([*speakers, *others], lang=lang, limit=QUOTES)
    against = dict(zip(others, answers[len(drafts) :], strict=True))
    quoted: list[ClaimDraft] = []
    for draft, (_, quotes) in zip(drafts, answers[: len(drafts)], strict=True):
        n, opposed = against[draft.others] if draft.others else (0, [])
        opposing = n if draft.claim.kind in SIDES.values() else 0
        claim = replace(draft.claim, quotes=tuple(quotes), opposing=opposing, against=tuple(opposed))
        quoted.append(replace(draft, claim=claim))
    return quoted
