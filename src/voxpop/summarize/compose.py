"""From points to a text: as long as asked, in the order its readers need, every clause with its claims."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from voxpop.aggregate.share import share_interval
from voxpop.lang import language
from voxpop.lang.summary_parts import SummaryClause, TopicClaims
from voxpop.summarize.selection import SummaryPoint
from voxpop.summarize.topic_keys import OVERALL
from voxpop.types import Claim

EXTRAS = {"change": 0.9, "words": 0.45, "opposing": 0.2}  # how much of the worth of a point its other clauses have
NOTABLE = 0.1  # share of the reviews on the other side from which it is mentioned


@dataclass(frozen=True, slots=True)
class PointPlan:
    """A point and which of its parts are stated."""

    point: SummaryPoint
    parts: frozenset[str] = frozenset()

    @property
    def brief(self) -> str | None:
        """The kind of verdict, if nothing else is stated."""
        main = self.point.main
        return main.claim.kind if not self.parts and main.topic != OVERALL else None

    def claims(self, fewest: int) -> TopicClaims:
        """Return the claims of the parts that are stated."""
        point, main = self.point, self.point.main.claim
        opposes = "opposing" in self.parts
        opposing_words = tuple(word.claim for word in point.opposing_words) if opposes else ()
        return TopicClaims(
            main,
            words=tuple(word.claim for word in point.words) if "words" in self.parts else (),
            opposing_words=opposing_words,
            opposing_side=opposing_side(main, fewest) if opposes and not opposing_words else None,
            change=point.change.claim if point.change and "change" in self.parts else None,
        )


@dataclass(frozen=True)
class SummarySection:
    """Sentences or entries under one title; without a title where the summary has no parts."""

    title: str | None
    lines: tuple[tuple[SummaryClause, ...], ...]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The lines as plain text."""
        return tuple("".join(clause.text for clause in line) for line in self.lines)


Build = Callable[[Sequence[PointPlan]], list[SummarySection]]


def fit_length(points: Sequence[SummaryPoint], build: Build, words: int | None, lang: str) -> list[SummarySection]:
    """Return the sections of as many points, with as many parts, as fit into so many words; the worthiest first."""
    plans: list[PointPlan] = []
    for _, point, part in rank_parts(points):
        place = next((n for n, plan in enumerate(plans) if plan.point is point), None)
        if part is None:
            trial = [*plans, PointPlan(point)]
        elif place is None:
            continue
        else:
            trial = [*plans]
            trial[place] = PointPlan(point, plans[place].parts | {part})
        if words is None or measure_length(build(trial), lang) <= words:
            plans = trial
    return build(plans)


def rank_parts(points: Sequence[SummaryPoint]) -> list[tuple[float, SummaryPoint, str | None]]:
    """Return points and their parts, the worthiest first, a point always before its parts."""
    steps: list[tuple[float, SummaryPoint, str | None]] = []
    for point in points:
        steps.append((point.score, point, None))
        present = {"change": point.change, "words": point.words, "opposing": point.main.claim.opposing}
        steps += [(point.score * EXTRAS[part], point, part) for part, there in present.items() if there]
    order = {id(point): place for place, point in enumerate(points)}
    return sorted(steps, key=lambda step: (-step[0], order[id(step[1])], step[2] is not None))


def measure_length(sections: Sequence[SummarySection], lang: str) -> int:
    """Return the length of sections as running text."""
    return language(lang).summary_wording.measure_length(join_sections(sections, lang))


def join_sections(sections: Sequence[SummarySection], lang: str) -> str:
    """Return sections as running text."""
    wording = language(lang).summary_wording
    parts = []
    for section in sections:
        if section.lines:
            text = wording.join_sentences(section.texts)
            parts.append(text if section.title is None else wording.write_section(section.title, text))
    return wording.join_sentences(parts)


def make_sections(
    plans: Sequence[PointPlan],
    *,
    audience: str,
    lang: str,
    line: Callable[[Sequence[PointPlan]], list[list[SummaryClause]]],
) -> list[SummarySection]:
    """Return sections in the order of reading, under the titles that their readers need."""
    titles = language(lang).summary_wording.TITLES
    parts: list[tuple[str | None, list[PointPlan]]]
    good = [plan for plan in plans if current_sign(plan.point) > 0]
    bad = [plan for plan in plans if current_sign(plan.point) <= 0]
    if audience == "merchant":
        parts = [(titles["fix"], bad), (titles["keep"], good)]
    elif audience == "customer":
        parts = [(titles["know"], good), (titles["mind"], bad)]
    else:
        first = [plan for plan in plans if plan.point.main.topic == OVERALL]
        rest = [plan for plan in (*good, *sorted(bad, key=lambda plan: -current_sign(plan.point))) if plan not in first]
        parts = [(None, [*first, *rest])]
    return [SummarySection(title, tuple(map(tuple, line(ours)))) for title, ours in parts if ours]


def current_sign(point: SummaryPoint) -> int:
    """Return the side that reviews are on since the last change, if there was one."""
    return point.change.sign if point.change is not None else point.main.sign


def sentence_writer(lang: str, fewest: int, numbers: str) -> Callable[[Sequence[PointPlan]], list[list[SummaryClause]]]:
    """Return a function that writes plans as sentences; those with nothing but a verdict share one."""
    wording = language(lang).plain_wording if numbers == "none" else language(lang).summary_wording

    def lines(plans: Sequence[PointPlan]) -> list[list[SummaryClause]]:
        brief = {kind: [plan for plan in plans if plan.brief == kind] for kind in ("praise", "blame")}
        written: list[list[SummaryClause]] = []
        for plan in plans:
            ours = brief.get(plan.brief or "", [])
            if len(ours) < 2:
                written.append(wording.write_topic(plan.claims(fewest), numbers=numbers, place=len(written)))
            elif plan is ours[-1]:
                again = any(
                    current_sign(other.point) == current_sign(plan.point) for other in plans if other not in ours
                )
                claims = [other.point.main.claim for other in ours]
                written.append(wording.write_list(claims, numbers=numbers, again=again))
        return written

    return lines


def bullet_writer(lang: str, fewest: int, numbers: str) -> Callable[[Sequence[PointPlan]], list[list[SummaryClause]]]:
    """Return a function that writes plans as entries of a list."""
    wording = language(lang).summary_wording
    numbers = "figures" if numbers == "none" else numbers
    return lambda plans: [wording.write_bullet(plan.claims(fewest), numbers=numbers) for plan in plans]


def opposing_side(claim: Claim, fewest: int) -> Claim | None:
    """Return the claim of those who say the opposite, if they are enough to be mentioned and quoted."""
    if claim.kind == "mixed" or claim.opposing < max(fewest, NOTABLE * claim.of) or len(claim.against) < fewest:
        return None
    low, high = share_interval(claim.opposing, claim.of)
    return replace(
        claim,
        supporting=claim.opposing,
        opposing=claim.supporting,
        quotes=claim.against,
        against=claim.quotes,
        kind="blame" if claim.kind == "praise" else "praise",
        share=claim.opposing / claim.of,
        low=low,
        high=high,
    )
