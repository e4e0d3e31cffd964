"""What can be claimed: every finding that enough reviews stand behind, with the evidence counted for and against it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from voxpop.aggregate.quotes import choose_quotes, quote
from voxpop.aggregate.share import share_interval
from voxpop.summarize.change import turn
from voxpop.summarize.collect import Book, Rival, Topic, Voices
from voxpop.types import Claim, Comparison, Finding, Opinion, Quote, Review, Span

Find = Callable[[Iterable[str]], dict[str, Review]]
LEAN = 0.65  # from which share of those on either side a thing is praised or blamed; between, it is mixed
SHOWN = 3  # quotes for and against, at least as many as were asked for


@dataclass(frozen=True, slots=True)
class Candidate:
    """A claim before it is worded, with what choosing goes by."""

    claim: Claim
    topic: str
    category: str | None = None  # what its topic belongs to
    surprise: float = 0.0  # standard errors between its share of praise and that of all opinions
    sign: int = 0  # of what is said
    cost: float = 0.0  # stars that the reviews behind it lie below the others, in all
    vague: bool = False


def candidates(book: Book, find: Find, *, fewest: int = 2) -> list[Candidate]:
    """All claims with at least ``fewest`` supporting reviews to quote, those on one topic together."""
    tested = [topic for topic in book.topics.values() if topic.voiced >= fewest]
    found: list[Candidate] = []
    for topic in sorted(tested, key=lambda topic: (-topic.voiced, topic.key)):
        found += verdicts(topic, book, find, fewest)
        found += wordings(topic, book, find, fewest)
        found += changes(topic, book, find, fewest, tests=len(tested))
    for rival in sorted(book.rivals.values(), key=lambda rival: (-rival.voiced, rival.name)):
        found += compared(rival, book, fewest)
    return found


def verdicts(topic: Topic, book: Book, find: Find, fewest: int) -> Iterator[Candidate]:
    """Praised, blamed, or mixed."""
    praise, blame = topic.praise, topic.blame
    sides = praise.reviews + blame.reviews
    lean = praise.reviews / sides if sides else 0.5
    kind: Finding = "praise" if lean > LEAN else "blame" if lean < 1 - LEAN else "mixed"
    for_it, against = (blame, praise) if kind == "blame" else (praise, blame)
    if for_it.reviews < fewest or (kind == "mixed" and against.reviews < fewest):
        return
    claim = counted(topic, book, kind, for_it, against.reviews, find, fewest, against=against)
    yield Candidate(
        claim, topic.key, category(topic), surprise(topic, book),
        sign={"praise": 1, "blame": -1}.get(kind, 0), cost=cost(blame, book),
    )  # fmt: skip


def wordings(topic: Topic, book: Book, find: Find, fewest: int) -> Iterator[Candidate]:
    """What exactly is said of it."""
    for (dimension, pole, sign), wording in topic.words.items():
        if wording.voices.reviews < fewest or not wording.forms:
            continue
        word = min(wording.forms, key=lambda form: (-wording.forms[form], form))
        opposing = topic.poles[dimension, -pole]
        claim = counted(topic, book, "says", wording.voices, opposing, find, fewest, word=word)
        yield Candidate(claim, topic.key, sign=sign, vague=dimension in topic.vague)


def changes(topic: Topic, book: Book, find: Find, fewest: int, *, tests: int) -> Iterator[Candidate]:
    """More, or fewer, complaints since some month."""
    blame, others = topic.blame.months, topic.praise.months + topic.torn_months
    if (found := turn(blame, others, tests=tests)) is None:
        return
    month, worse = found
    recent = {day: n for day, n in (topic.blame if worse else topic.praise).months.items() if day >= month}
    side = topic.blame if worse else topic.praise
    known = find({opinion.review_id for opinion in side.sample})
    later = [opinion for opinion in side.sample if month_of(known[opinion.review_id]) >= month]
    quotes = pick(later, known, max(SHOWN, fewest))
    if sum(recent.values()) < fewest or len(quotes) < fewest:
        return
    supporting, of = sum(recent.values()), since(topic, month)
    low, high = share_interval(supporting, of)
    opposite = topic.praise if worse else topic.blame
    claim = Claim(
        "", name_of(topic), supporting, sum(n for day, n in opposite.months.items() if day >= month), quotes,
        kind="worse" if worse else "improved", of=of, share=supporting / of, low=low, high=high, lang=book.lang,
        first=min(day for review in known.values() if (day := review.date) and f"{day:%Y-%m}" >= month).replace(day=1),
        last=book.last, earlier=sum(side.months.values()) - supporting, earlier_of=dated(topic) - of,
    )  # fmt: skip
    yield Candidate(claim, topic.key, category(topic), surprise(topic, book), sign=-1 if worse else 1)


def compared(rival: Rival, book: Book, fewest: int) -> Iterator[Candidate]:
    """Found better or worse than another product."""
    wins = len(rival.better) >= len(rival.worse)
    ours, theirs = (rival.better, rival.worse) if wins else (rival.worse, rival.better)
    if len(ours) < fewest:
        return
    low, high = share_interval(len(ours), rival.voiced)
    quotes, against = ([shown(one) for one in side[: max(SHOWN, fewest)]] for side in (ours, theirs))
    claim = Claim(
        "", rival.name, len(ours), len(theirs), tuple(quotes), kind="beats" if wins else "prefers", word=rival.name,
        of=rival.voiced, share=len(ours) / rival.voiced, low=low, high=high, lang=book.lang, first=book.first,
        last=book.last, against=tuple(against),
    )  # fmt: skip
    yield Candidate(claim, f"vs {rival.name}", sign=1 if wins else -1, cost=0.0 if wins else float(len(ours)))


def shown(comparison: Comparison) -> Quote:
    """A comparison as proof, the other product marked as what it is about."""
    other = comparison.object or comparison.aspect or Span(comparison.start, comparison.start)
    words = (comparison.opinion,) if comparison.opinion else ()
    verdict = float(comparison.verdict or 0)
    return Quote(comparison.review_id, comparison.start, comparison.end, comparison.text, verdict, other, words)


def counted(
    topic: Topic,
    book: Book,
    kind: Finding,
    voices: Voices,
    opposing: int,
    find: Find,
    fewest: int,
    *,
    against: Voices | None = None,
    word: str | None = None,
) -> Claim:
    """A claim with its numbers and quotes, not yet in words."""
    sample = (*voices.sample, *(against.sample if against else ()))
    known = find({opinion.review_id for opinion in sample})
    low, high = share_interval(voices.reviews, topic.voiced)
    return Claim(
        text="",
        aspect=name_of(topic),
        supporting=voices.reviews,
        opposing=opposing,
        quotes=pick(voices.sample, known, max(SHOWN, fewest)),
        kind=kind,
        word=word,
        of=topic.voiced,
        share=voices.reviews / topic.voiced,
        low=low,
        high=high,
        lang=book.lang,
        first=book.first,
        last=book.last,
        against=pick(against.sample, known, max(SHOWN, fewest)) if against else (),
    )


def pick(opinions: Sequence[Opinion], known: dict[str, Review], count: int) -> tuple[Quote, ...]:
    """The best quotes, each from another review; where they are too alike, more of the same."""
    chosen = choose_quotes(opinions, lambda ids: {id: known[id].text for id in ids}, count=count)
    used = {one.review_id for one in chosen}
    rest = sorted((opinion for opinion in opinions if opinion.review_id not in used), key=lambda one: one.review_id)
    spare = (quote(opinion, known[opinion.review_id].text) for opinion in rest)
    return (*chosen, *(one for one, _ in zip(spare, range(count - len(chosen)), strict=False)))


def name_of(topic: Topic) -> str:
    """The name used most, spelled as people spell it within sentences: "Wi-Fi", not "wi-fi"."""
    name = min(topic.names, key=lambda name: (-topic.names[name], name))
    spelled = [(n, form) for form, n in topic.spelled.items() if form.lower() == name.lower()]
    return max(spelled)[1] if spelled and max(spelled)[0] > sum(n for n, _ in spelled) / 2 else name


def category(topic: Topic) -> str | None:
    """The category that most of its opinions are in."""
    return min(topic.categories, key=lambda name: (-topic.categories[name], name)) if topic.categories else None


def surprise(topic: Topic, book: Book) -> float:
    """How far its share of praise lies from that of everything, in standard errors."""
    praise = sum(each.praise.reviews for each in book.topics.values())
    sides = praise + sum(each.blame.reviews for each in book.topics.values())
    n = topic.praise.reviews + topic.blame.reviews
    usual = (praise + 1) / (sides + 2)
    return (topic.praise.reviews / n - usual) / sqrt(usual * (1 - usual) / n) if n else 0.0


def cost(blame: Voices, book: Book) -> float:
    """Stars that those who blame it give less than all do, added up; without stars, how many they are."""
    if not blame.starred or not book.starred:
        return float(blame.reviews)
    return max(0.0, book.stars / book.starred - blame.stars / blame.starred) * blame.reviews


def since(topic: Topic, month: str) -> int:
    parts = (topic.praise.months, topic.blame.months, topic.torn_months)
    return sum(n for part in parts for day, n in part.items() if day >= month)


def dated(topic: Topic) -> int:
    return topic.praise.months.total() + topic.blame.months.total() + topic.torn_months.total()


def month_of(review: Review) -> str:
    return f"{review.date:%Y-%m}" if review.date else ""
