"""From points to a text: as long as asked, in the order its readers need, every clause with its claims."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from voxpop.aggregate.share import share_interval
from voxpop.summarize.choose import Point
from voxpop.summarize.topics import OVERALL
from voxpop.summarize.wording import Clause, Told, teller, wording
from voxpop.types import Claim

EXTRAS = {"change": 0.9, "said": 0.45, "but": 0.2}  # how much of a point's worth its other clauses have
NOTABLE = 0.1  # share of the reviews on the other side from which it is mentioned


@dataclass(frozen=True, slots=True)
class Plan:
    """A point and which of its parts are told."""

    point: Point
    parts: frozenset[str] = frozenset()

    @property
    def brief(self) -> str | None:
        """The verdict, where nothing else is told."""
        main = self.point.main
        return main.claim.kind if not self.parts and main.topic != OVERALL else None

    def told(self, fewest: int) -> Told:
        main = self.point.main.claim
        said = tuple(one.claim for one in self.point.said) if "said" in self.parts else ()
        but = tuple(one.claim for one in self.point.but) if "but" in self.parts else ()
        other = other_side(main, fewest) if "but" in self.parts and not but else None
        change = self.point.change.claim if self.point.change and "change" in self.parts else None
        return Told(main, said, but, other, change)


@dataclass(frozen=True)
class Section:
    """Sentences or entries under one title; without a title where the summary has no parts."""

    title: str | None
    lines: tuple[tuple[Clause, ...], ...]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return tuple("".join(clause.text for clause in line) for line in self.lines)


Build = Callable[[Sequence[Plan]], list[Section]]


def fitted(points: Sequence[Point], build: Build, words: int | None, lang: str) -> list[Section]:
    """The sections of as many points, told as fully, as fit into so many words; the worthiest first."""
    plans: list[Plan] = []
    for _, point, part in ranked(points):
        place = next((n for n, plan in enumerate(plans) if plan.point is point), None)
        if part is None:
            trial = [*plans, Plan(point)]
        elif place is None:
            continue
        else:
            trial = [*plans]
            trial[place] = Plan(point, plans[place].parts | {part})
        if words is None or size(build(trial), lang) <= words:
            plans = trial
    return build(plans)


def ranked(points: Sequence[Point]) -> list[tuple[float, Point, str | None]]:
    """Points and their parts, the most worth telling first, a point always before its parts."""
    steps: list[tuple[float, Point, str | None]] = []
    for point in points:
        steps.append((point.score, point, None))
        present = {"change": point.change, "said": point.said, "but": point.main.claim.opposing}
        steps += [(point.score * EXTRAS[part], point, part) for part, there in present.items() if there]
    order = {id(point): place for place, point in enumerate(points)}
    return sorted(steps, key=lambda step: (-step[0], order[id(step[1])], step[2] is not None))


def size(sections: Sequence[Section], lang: str) -> int:
    return wording(lang).length(paragraph(sections, lang))


def paragraph(sections: Sequence[Section], lang: str) -> str:
    """All of it as running text."""
    words = wording(lang)
    parts = []
    for section in sections:
        if section.lines:
            text = words.join(section.texts)
            parts.append(text if section.title is None else f"{section.title}{colon(lang)}{text}")
    return words.join(parts)


def colon(lang: str) -> str:
    return "：" if lang == "zh" else ": "


def sections(
    plans: Sequence[Plan], *, audience: str, lang: str, line: Callable[[Sequence[Plan]], list[list[Clause]]]
) -> list[Section]:
    """Plans in the order of reading, under the titles that their readers need."""
    words = wording(lang)
    parts: list[tuple[str | None, list[Plan]]]
    good = [plan for plan in plans if now(plan.point) > 0]
    bad = [plan for plan in plans if now(plan.point) <= 0]
    if audience == "merchant":
        parts = [(words.title("fix"), bad), (words.title("keep"), good)]
    elif audience == "customer":
        parts = [(words.title("know"), good), (words.title("mind"), bad)]
    else:
        first = [plan for plan in plans if plan.point.main.topic == OVERALL]
        rest = [plan for plan in (*good, *sorted(bad, key=lambda plan: -now(plan.point))) if plan not in first]
        parts = [(None, [*first, *rest])]
    return [Section(title, tuple(map(tuple, line(ours)))) for title, ours in parts if ours]


def now(point: Point) -> int:
    """The side that people are on since the last change, if there was one."""
    return point.change.sign if point.change is not None else point.main.sign


def told(lang: str, fewest: int, numbers: str) -> Callable[[Sequence[Plan]], list[list[Clause]]]:
    """Plans as sentences; those of which only the verdict is told share one."""
    words = teller(lang, numbers)

    def lines(plans: Sequence[Plan]) -> list[list[Clause]]:
        brief = {kind: [plan for plan in plans if plan.brief == kind] for kind in ("praise", "blame")}
        found: list[list[Clause]] = []
        for plan in plans:
            ours = brief.get(plan.brief or "", [])
            if len(ours) < 2:
                found.append(words.sentence(plan.told(fewest), numbers=numbers, place=len(found)))
            elif plan is ours[-1]:
                again = any(now(one.point) == now(plan.point) for one in plans if one not in ours)
                found.append(words.also([one.point.main.claim for one in ours], numbers=numbers, again=again))
        return found

    return lines


def listed(lang: str, fewest: int, numbers: str) -> Callable[[Sequence[Plan]], list[list[Clause]]]:
    """Plans as entries of a list."""
    words = wording(lang)
    numbers = "figures" if numbers == "none" else numbers
    return lambda plans: [words.bullet(plan.told(fewest), numbers=numbers) for plan in plans]


def other_side(claim: Claim, fewest: int) -> Claim | None:
    """Those who say the opposite, where they are enough to be mentioned and quoted."""
    if claim.kind == "mixed" or claim.opposing < max(fewest, NOTABLE * claim.of) or len(claim.against) < fewest:
        return None
    low, high = share_interval(claim.opposing, claim.of)
    return replace(
        claim, supporting=claim.opposing, opposing=claim.supporting, quotes=claim.against, against=claim.quotes,
        kind="blame" if claim.kind == "praise" else "praise", share=claim.opposing / claim.of, low=low, high=high,
    )  # fmt: skip
