"""What can be claimed: every finding that enough reviews stand behind, with the evidence counted for and against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date as Date
from math import sqrt
from typing import Any

from voxpop.aggregate.share import share_interval
from voxpop.summarize.change import turn
from voxpop.summarize.collect import Book, Rival, Topic, Voices
from voxpop.types import Claim, Comparison, Finding, Opinion

LEAN = 0.65  # from which share of those on either side a thing is praised or blamed; between, it is mixed


@dataclass(frozen=True, slots=True)
class Candidate:
    """A claim before it is worded and quoted, with what choosing goes by and what quotes are chosen from."""

    claim: Claim
    topic: str
    category: str | None = None  # what its topic belongs to
    surprise: float = 0.0  # standard errors between its share of praise and that of all opinions
    sign: int = 0  # of what is said
    cost: float = 0.0  # stars that the reviews behind it lie below the others, in all
    vague: bool = False
    evidence: Sequence[Opinion | Comparison] = ()  # one of each of some reviews
    contrary: Sequence[Opinion | Comparison] = ()


def candidates(book: Book, *, fewest: int = 2) -> list[Candidate]:
    """All claims with at least ``fewest`` supporting reviews to quote, those on one topic together."""
    tested = [topic for topic in book.topics.values() if topic.voiced >= fewest]
    usual = usual_share(book)
    found: list[Candidate] = []
    for topic in sorted(tested, key=lambda topic: (-topic.voiced, topic.key)):
        found += verdicts(topic, book, fewest, usual)
        found += wordings(topic, book, fewest)
        found += changes(topic, book, fewest, tests=len(tested))
    for rival in sorted(book.rivals.values(), key=lambda rival: (-rival.voiced, rival.name)):
        found += compared(rival, book, fewest)
    return found


def verdicts(topic: Topic, book: Book, fewest: int, usual: float) -> Iterator[Candidate]:
    """Praised, blamed, or mixed."""
    praise, blame = topic.praise, topic.blame
    sides = praise.reviews + blame.reviews
    lean = praise.reviews / sides if sides else 0.5
    kind: Finding = "praise" if lean > LEAN else "blame" if lean < 1 - LEAN else "mixed"
    for_it, against = (blame, praise) if kind == "blame" else (praise, blame)
    if for_it.reviews < fewest or (kind == "mixed" and against.reviews < fewest):
        return
    yield Candidate(
        counted(topic, book, kind, for_it.reviews, against.reviews),
        topic.key,
        category(topic),
        surprise=(lean - usual) / sqrt(usual * (1 - usual) / sides),
        sign={"praise": 1, "blame": -1}.get(kind, 0),
        cost=cost(blame, book),
        evidence=for_it.opinions(),
        contrary=against.opinions(),
    )


def wordings(topic: Topic, book: Book, fewest: int) -> Iterator[Candidate]:
    """What exactly is said of it."""
    for (dimension, pole, sign), wording in topic.words.items():
        if wording.voices.reviews >= fewest and wording.forms:
            word = min(wording.forms, key=lambda form: (-wording.forms[form], form))
            claim = counted(topic, book, "says", wording.voices.reviews, topic.poles[dimension, -pole], word=word)
            vague = dimension in topic.vague
            yield Candidate(claim, topic.key, sign=sign, vague=vague, evidence=wording.voices.opinions())


def changes(topic: Topic, book: Book, fewest: int, *, tests: int) -> Iterator[Candidate]:
    """More, or fewer, complaints since some month."""
    found = turn(topic.blame.months, topic.praise.months + topic.torn_months, tests=tests)
    if found is None:
        return
    month, worse = found
    side, other = (topic.blame, topic.praise) if worse else (topic.praise, topic.blame)
    evidence = side.opinions(since=month)
    if len(evidence) < fewest:
        return
    supporting, opposing = side.since(month), other.since(month)
    of = supporting + opposing + sum(n for day, n in topic.torn_months.items() if day >= month)
    claim = counted(
        topic, book, "worse" if worse else "improved", supporting, opposing, of=of, earlier_of=dated(topic) - of,
        earlier=side.months.total() - supporting, first=Date.fromisoformat(f"{month}-01"),
    )  # fmt: skip
    yield Candidate(
        claim,
        topic.key,
        category(topic),
        sign=-1 if worse else 1,
        evidence=evidence,
        contrary=other.opinions(since=month),
    )


def compared(rival: Rival, book: Book, fewest: int) -> Iterator[Candidate]:
    """Found better or worse than another product."""
    wins = len(rival.better) >= len(rival.worse)
    ours, theirs = (rival.better, rival.worse) if wins else (rival.worse, rival.better)
    if len(ours) < fewest:
        return
    low, high = share_interval(len(ours), rival.voiced)
    claim = Claim(
        "", rival.name, len(ours), len(theirs), kind="beats" if wins else "prefers", word=rival.name, of=rival.voiced,
        share=len(ours) / rival.voiced, low=low, high=high, lang=book.lang, first=book.first, last=book.last,
    )  # fmt: skip
    yield Candidate(
        claim, f"vs {rival.name}", sign=1 if wins else -1, cost=0.0 if wins else float(len(ours)), evidence=ours,
        contrary=theirs,
    )  # fmt: skip


def counted(
    topic: Topic, book: Book, kind: Finding, supporting: int, opposing: int, *, of: int | None = None, **facts: Any
) -> Claim:
    """A claim with its numbers, not yet in words."""
    of = topic.voiced if of is None else of
    low, high = share_interval(supporting, of)
    known: dict[str, Any] = {"first": book.first, "last": book.last, **facts}
    return Claim(
        "", name_of(topic), supporting, opposing, kind=kind, of=of, share=supporting / of, low=low, high=high,
        lang=book.lang, **known,
    )  # fmt: skip


def name_of(topic: Topic) -> str:
    """The name used most, spelled as people spell it within sentences: "Wi-Fi", not "wi-fi"."""
    name = min(topic.names, key=lambda name: (-topic.names[name], name))
    spelled = [(n, form) for form, n in topic.spelled.items() if form.lower() == name.lower()]
    return max(spelled)[1] if spelled and max(spelled)[0] > sum(n for n, _ in spelled) / 2 else name


def category(topic: Topic) -> str | None:
    """The category that most of its opinions are in."""
    return min(topic.categories, key=lambda name: (-topic.categories[name], name)) if topic.categories else None


def usual_share(book: Book) -> float:
    """The share of praise among all verdicts on anything; never quite 0 or 1."""
    praise = sum(topic.praise.reviews for topic in book.topics.values())
    blame = sum(topic.blame.reviews for topic in book.topics.values())
    return (praise + 1) / (praise + blame + 2)


def cost(blame: Voices, book: Book) -> float:
    """Stars that those who blame it give less than all do, added up; without stars, how many they are."""
    if not blame.starred or not book.starred:
        return float(blame.reviews)
    return max(0.0, book.stars / book.starred - blame.stars / blame.starred) * blame.reviews


def dated(topic: Topic) -> int:
    return topic.praise.months.total() + topic.blame.months.total() + topic.torn_months.total()
