"""Is this sentence so? Each sentence of a summary against the reviews: supported, contradicted, or not mentioned.

A sentence that repeats one of the reviews is held against it word by word. Otherwise its opinions are counted in the
reviews, about the same thing of the same product, and against the number of people it names. What has no opinion is
left to entailment and words in common (``combine``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from voxpop.aggregate.quotes import choose_quotes
from voxpop.check.align import Changes, changes
from voxpop.check.base import Checked, Floats, entailer
from voxpop.check.claims import Statement, claims, goes_on
from voxpop.check.combine import BORNE_OUT, probabilities
from voxpop.check.evidence import Heard, Shelf
from voxpop.check.features import COPIED
from voxpop.check.findings import Finding, divided, tallied
from voxpop.check.frames import unframed
from voxpop.check.quantity import wilson
from voxpop.check.tallies import tallies
from voxpop.check.views import View, views
from voxpop.lang import LANGUAGES, detect, language
from voxpop.types import Opinion, Product, Quote, Review, Span, Verdict

NEAR = 6  # source sentences that are looked at word by word
WHOLE = 0.95  # the share of a sentence from which nothing else was added
QUOTES = 3
REPEATING = 0.6  # words in common from which a sentence may be a repetition
READ = 16  # reviews that are read again for a thing that the analysis has no opinions on


def check(
    sentences: Sequence[str],
    sources: Sequence[Review | str],
    *,
    opinions: Sequence[Opinion] | None = None,
    product: Product | None = None,
    sentiment: str = "auto",
) -> list[Checked]:
    """A verdict for each sentence. ``opinions`` are those of an analysis; without, the reviews are read now."""
    checker = Checker(sources, opinions=opinions, product=product, sentiment=sentiment)
    return [checker.check(sentence) for sentence in sentences]


def split(summary: str) -> list[str]:
    """The sentences of a summary; bullets and lines are sentences too."""
    lang = code(summary) or "en"
    lines = (line.strip().lstrip("-*•·–— \t").strip() for line in summary.splitlines())
    found: list[str] = []
    for line in filter(None, lines):
        before = ""
        for start, end in language(lang).sentences(line):
            sentence = line[start:end]
            if before.endswith(("；", ";")) and (goes_on(sentence, lang) or tallies(before + sentence, lang)):
                found[-1] = before = before + sentence
            elif any(map(str.isalnum, sentence)):
                found.append(before := sentence)
    return found


def code(text: str) -> str:
    """The language of a text, if it is one of ours."""
    found = detect(text)
    return found if found in LANGUAGES else ""


class Checker:
    """Reviews, read once, to check sentences against."""

    def __init__(
        self,
        sources: Sequence[Review | str],
        *,
        opinions: Sequence[Opinion] | None = None,
        product: Product | None = None,
        sentiment: str = "auto",
    ) -> None:
        self.product, self.sentiment = product, sentiment
        reviews = [one if isinstance(one, Review) else Review(id=str(n), text=one) for n, one in enumerate(sources, 1)]
        by_language: dict[str, list[Review]] = {}
        for review in reviews:
            by_language.setdefault(review.lang or code(review.text) or "en", []).append(review)
        self._known: dict[str, View] = {}
        self.shelves = {
            lang: self._shelf(lang, found, opinions) for lang, found in by_language.items() if lang in LANGUAGES
        }

    def _shelf(self, lang: str, reviews: list[Review], opinions: Sequence[Opinion] | None) -> Shelf:
        if opinions is None:
            heard = self._views([review.text for review in reviews], lang, [review.id for review in reviews])
            return Shelf(lang, reviews, [one for view in heard for one in view.opinions])
        own = {review.id for review in reviews}
        return Shelf(lang, reviews, [one for one in opinions if one.review_id in own and one.polarity])

    def _views(self, texts: Sequence[str], lang: str, ids: Sequence[str]) -> list[View]:
        """Views, each text seen once."""
        new = {text: name for text, name in zip(texts, ids, strict=True) if text not in self._known}
        made = views(list(new), lang, ids=list(new.values()), product=self.product, sentiment=self.sentiment)
        self._known.update(zip(new, made, strict=True))
        return [self._known[text].named(name) for text, name in zip(texts, ids, strict=True)]

    def check(self, sentence: str) -> Checked:
        """The verdict on one sentence."""
        lang = code(sentence)
        if not any(map(str.isalnum, sentence)):
            return Checked(sentence, "unmentioned", "It says nothing that could be checked.")
        if not self.shelves:
            return Checked(sentence, "unmentioned", "There are no reviews to check it against.", lang=lang or "en")
        if lang not in self.shelves:
            own, theirs = LANGUAGES.get(lang, "another language"), " and ".join(LANGUAGES[one] for one in self.shelves)
            reason = f"It is in {own} and the reviews are in {theirs}: it cannot be checked against them."
            return Checked(sentence, "unmentioned", reason, lang=lang or "en")
        shelf = self.shelves[lang]
        view, bare = self._views([sentence, unframed(sentence, lang)], lang, ["summary", "summary"])
        copied, counted = self._repeated(bare, shelf), self._counted(view, shelf)
        if copied and (counted is None or overrules(copied, counted)):
            return replace(copied, text=sentence)
        return counted or replace(self._entailed(bare, shelf), text=sentence)

    # --- by the words of one review

    def _candidates(self, view: View, shelf: Shelf) -> list[tuple[View, Span, float]]:
        near = shelf.nearest(view.text, count=NEAR)
        texts = [shelf.texts[name] for name, _, _ in near]
        heard = self._views(texts, shelf.lang, [name for name, _, _ in near])
        return [(one, span, share) for one, (_, span, share) in zip(heard, near, strict=True)]

    def _repeated(self, view: View, shelf: Shelf) -> Checked | None:
        """Where a review says nearly the same in the same words: so, or not so."""
        if not any(share >= REPEATING for _, _, share in shelf.nearest(view.text, count=NEAR)):
            return None
        near = {one.id: one for one, _, _ in self._candidates(view, shelf)}
        found = [(one, changes(one, view)) for one in near.values()]
        copies = [(one, change) for one, change in found if change.repeated >= COPIED]
        if not copies:
            return None
        chances = self._chances([one for one, _ in copies], view)
        faithful = [copy for copy, chance in zip(copies, chances, strict=True) if chance >= BORNE_OUT]
        quotes = tuple(_plain_quote(one, _where(change)) for one, change in (faithful or copies)[:QUOTES])
        score = float(chances.max())
        if faithful and any(change.repeated > WHOLE or change.agreed for _, change in faithful):
            said = "A review says so in these words."
            return Checked(view.text, "supported", said, quotes, len(faithful), 0, score, view.lang)
        if not faithful and (reason := conflict(copies[0][1])):
            said = f"A review says so, but {reason}."
            return Checked(view.text, "contradicted", said, quotes, 0, len(copies), score, view.lang)
        return None

    # --- by counting opinions

    def _counted(self, view: View, shelf: Shelf) -> Checked | None:
        found = tallied(tallies(view.text, shelf.lang), shelf)
        if not found:
            found = [self._find(one, view, shelf) for one in claims(view)]
        if not found:
            return None
        order: tuple[Verdict, ...] = ("contradicted", "unmentioned", "supported")
        worst = min(found, key=lambda one: order.index(one.verdict))
        quotes = choose_quotes([one for finding in found if finding.verdict == worst.verdict for one in finding.shown],
                               lambda ids: {name: shelf.texts[name] for name in ids}, count=QUOTES)  # fmt: skip
        score = min(finding.score for finding in found) if worst.verdict != "unmentioned" else 0.0
        return Checked(
            view.text, worst.verdict, worst.reason, quotes, worst.supporting, worst.opposing, score, view.lang
        )

    def _find(self, claim: Statement, view: View, shelf: Shelf) -> Finding:
        heard = shelf.hear(claim)
        if not (heard.on_side or heard.opposed or heard.elsewhere):
            heard = self._looked_up(claim, shelf)
        for_it, against = len(heard.on_side), len(heard.opposed)
        name = claim.opinion.text
        if not for_it + against:
            if heard.elsewhere:
                other = next((one.entity for one in heard.elsewhere if one.entity), None) or "another product"
                return Finding(
                    "contradicted", f"Reviews say so of {other}, not of this.", 0, len(heard.elsewhere), heard.elsewhere
                )
            return Finding("unmentioned", f"No review speaks of “{name}” in this way.")
        held = judgement(claim, heard, len(shelf.reviews))
        if held == "supported" and not heard.exact and not self._said(claim, heard, view, shelf):
            side = "well" if claim.sign > 0 else "badly"
            return Finding(
                "unmentioned",
                f"Reviews speak {side} of “{name}”, but none says “{claim.words}”.",
                for_it,
                against,
                heard.on_side,
            )
        counts = f"{for_it:,} of {for_it + against:,} reviews that speak of “{name}” say so"
        shown = heard.on_side if held == "supported" else heard.opposed or heard.on_side
        return Finding(held, f"{counts}.", for_it, against, shown)

    def _looked_up(self, claim: Statement, shelf: Shelf) -> Heard:
        """What reviews that use the claim's words say of it: an analysis keeps only opinions on what many speak of."""
        near = [name for name, _, _ in shelf.having(claim.opinion.aspect or claim.opinion.text, count=READ)]
        heard = self._views([shelf.texts[name] for name in near], shelf.lang, near)
        opinions = [one for view in heard for one in view.opinions]
        return Shelf(shelf.lang, shelf.reviews, opinions).hear(claim) if opinions else Heard()

    def _said(self, claim: Statement, heard: Heard, view: View, shelf: Shelf) -> bool:
        """Whether some review on the claim's side says it in other words."""
        clause = view.text[slice(*claim.opinion.evidence)] or view.text
        near = [(one, shelf.texts[one.review_id]) for one in heard.on_side[:NEAR]]
        texts = [text[slice(*one.evidence)] or text for one, text in near]
        (made,) = self._views([clause], shelf.lang, ["claim"])
        sources = self._views(texts, shelf.lang, [one.review_id for one, _ in near])
        return bool((self._chances(sources, made) >= BORNE_OUT).any())

    def _chances(self, sources: Sequence[View], claim: View) -> Floats:
        """How likely each source bears a claim out."""
        return probabilities([(source, claim) for source in sources], entailer(claim.lang))

    # --- by entailment

    def _entailed(self, view: View, shelf: Shelf) -> Checked:
        near = self._candidates(view, shelf)
        if not near:
            return Checked(view.text, "unmentioned", "No review speaks of this.", lang=view.lang)
        chances = self._chances([one for one, _, _ in near], view)
        best = int(chances.argmax())
        quotes = tuple(
            _plain_quote(near[at][0], near[at][1])
            for at in chances.argsort()[::-1][:QUOTES]
            if chances[at] >= BORNE_OUT
        )
        if quotes:
            said = f"{len(quotes)} of the {len(near)} sentences nearest to it bear it out."
            return Checked(view.text, "supported", said, quotes, len(quotes), 0, float(chances[best]), view.lang)
        return Checked(
            view.text, "unmentioned", "No review bears this out.", score=float(chances[best]), lang=view.lang
        )


def overrules(copied: Checked, counted: Checked) -> bool:
    """Whether the words of one review decide, rather than the counts over all.

    They do where opinions were not found, and where another thing or number was put into a review's sentence. One
    review's words do not make up for many that say the opposite, nor does one that was turned round against many.
    """
    if copied.verdict == "supported":
        refuted = counted.verdict == "contradicted"
        return counted.verdict == "unmentioned" or (refuted and counted.opposing <= copied.supporting)
    return counted.verdict != "supported" or counted.supporting <= copied.opposing


def conflict(change: Changes) -> str:
    """What is different in a repeated sentence; nothing where it is only said otherwise."""
    if change.opposite:
        return "the opposite"
    if change.negation:
        return "with the negation the other way"
    if change.number:
        return "with another number"
    return "of something else" if change.swaps and not change.thing else ""


def judgement(claim: Statement, heard: Heard, reviews: int) -> Verdict:
    """What counts say to a claim: by the quantity it names, or by the side that most are on."""
    for_it, against = len(heard.on_side), len(heard.opposed)
    _, high = wilson(for_it, for_it + against)
    if claim.mixed:
        return "supported" if divided(for_it, against) else "contradicted"
    if claim.quantity is not None:
        return "supported" if claim.quantity.holds(for_it, against, reviews) else "contradicted"
    return "supported" if for_it and 2 * for_it >= against and high >= 0.5 else "contradicted"


def _where(change: Changes) -> Span:
    return Span(change.sentence.start, change.sentence.end) if change.sentence else Span(0, 0)


def _plain_quote(view: View, span: Span) -> Quote:
    """A sentence of a review as proof."""
    inside = [one for one in view.opinions if span.start <= one.start < span.end]
    words = Span(inside[0].start, inside[0].end) if inside else Span(span.start, span.start)
    polarity = inside[0].polarity if inside else 0.0
    return Quote(view.id, span.start, span.end, view.text[slice(*span)], polarity, words)
