"""Pairs that turn on which product is spoken of: the main one, another one, or something used with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from research.training.entailment.facts import Comparison, KnownSentence
from research.training.entailment.worded import CONTRADICTED, ENTAILED, NEUTRAL
from research.training.entailment.words import PairWords

Pair = tuple[str, str, str]  # premise, hypothesis, label
NAMED = {"en": re.compile(r"\w*[A-Z]\w+|\d"), "zh": re.compile(r"[A-Za-z0-9]{2}|[^这该它此其他她我你的车]{2}")}
ARTICLE = re.compile(r"^(the|a|an)\s+", re.IGNORECASE)
IT = {
    "en": re.compile(r"^(It|This one|This thing)\b(?= (is|was|has|had|does|works|looks|feels|runs|came|fits|comes)\b)"),
    "zh": re.compile(r"^(它|这款|这个)(?=[很非不真挺太用])"),
}


class Stories:
    """Small reviews of a product and another one, in which it is clear of which each sentence speaks."""

    def __init__(self, words: PairWords, sentences: Sequence[str], draw: Random, names: Sequence[str]) -> None:
        self.words, self.draw, self.names = words, draw, names
        self.raw: Mapping[str, Any] = words.raw["entities"]
        self.gap = " " if words.lang == "en" else ""
        self.sentences = [each for each in sentences if IT[words.lang].match(each)]

    def pick(self, name: str, **filled: str) -> str:
        return str(self.draw.choice(self.raw[name])).format(**filled)

    def tell(self) -> Iterator[Pair]:
        kind = self.draw.choice((self.changed, self.owned, self.accessory, self.better, self.other_better, self.found))
        yield from kind()

    def both(self) -> tuple[str, str]:
        main, other = self.draw.sample(list(self.names), 2)
        return main, other

    def join(self, *parts: str) -> str:
        return self.gap.join(part for part in parts if part)

    def says(self, subject: str, predicate: str) -> str:
        """A sentence of a subject: "The Flip worked great." """
        if self.words.lang == "zh":
            return f"{subject}{predicate}。"
        return f"{subject} {predicate}."

    def it(self) -> str:
        return (
            self.draw.choice(("It", "This thing")) if self.words.lang == "en" else self.draw.choice(("", "它", "这个"))
        )

    def the(self, name: str) -> str:
        if self.words.lang == "zh":
            return name
        return self.draw.choice((f"The {name}", name, f"{'An' if name[0] in 'AEIOaeiou' else 'A'} {name}"))

    def sides(self) -> tuple[str, str]:
        """Something said of one product and the reverse of it."""
        at = self.draw.randrange(len(self.raw["praise"]))
        good, bad = self.raw["praise"][at], self.raw["blame"][at]
        return (good, bad) if self.draw.random() < 0.5 else (bad, good)

    def changed(self) -> Iterator[Pair]:
        """The main product was bad and was exchanged for another, which was good; or the other way round."""
        main, other = self.both()
        mine, theirs = self.sides()
        if self.draw.random() < 0.4:
            mine, theirs = self.draw.choice(self.raw["blame"]), self.draw.choice(self.raw["praise"])
        review = self.join(
            self.pick("bought", m=main),
            self.says(self.it(), mine),
            self.pick("changed", c=other),
            self.says(self.it(), theirs),
        )
        yield review, self.says(self.the(main), mine), ENTAILED
        yield review, self.says(self.the(other), theirs), ENTAILED
        yield review, self.says(self.the(main), theirs), CONTRADICTED
        yield review, self.says(self.the(other), mine), CONTRADICTED

    def owned(self) -> Iterator[Pair]:
        """Another product is named, and the main one is spoken of."""
        main, other = self.both()
        mine, against = self.sides()
        start = self.join(self.pick("owned", c=other), self.pick("bought", m=main))
        review = self.join(start, self.says(self.it(), mine))
        yield review, self.says(self.the(main), mine), ENTAILED
        yield review, self.says(self.the(other), self.draw.choice((mine, against))), NEUTRAL
        yield review, self.says(self.the(main), against), CONTRADICTED

    def accessory(self) -> Iterator[Pair]:
        """Something used with the product is spoken of, not the product."""
        main = self.draw.choice(list(self.names))
        extra = self.draw.choice(self.raw["accessories"])
        said, against = self.sides()
        review = self.join(self.pick("bought", m=main), self.pick("with", x=extra), self.says(self.the(extra), said))
        yield review, self.says(self.the(extra), said), ENTAILED
        yield review, self.says(self.the(main), self.draw.choice((said, against))), NEUTRAL
        yield review, self.says(self.the(extra), against), CONTRADICTED

    def better(self) -> Iterator[Pair]:
        main, other = self.both()
        review = self.join(self.pick("bought", m=main), self.pick("better", m=main, c=other))
        wording = self.draw.choice(self.raw["better"])
        yield review, wording.format(m=main, c=other), ENTAILED
        yield review, wording.format(m=other, c=main), CONTRADICTED
        third = self.draw.choice([name for name in self.names if name not in (main, other)])
        yield review, wording.format(m=main, c=third), NEUTRAL

    def other_better(self) -> Iterator[Pair]:
        main, other = self.both()
        review = self.join(
            self.pick("bought", m=main),
            self.says(self.it(), self.draw.choice(self.raw["blame"])),
            self.pick("better", m=other, c=main),
        )
        wording = self.draw.choice(self.raw["better"])
        yield review, wording.format(m=other, c=main), ENTAILED
        yield review, wording.format(m=main, c=other), CONTRADICTED

    def found(self) -> Iterator[Pair]:
        """A sentence people wrote about "it", after one product or another was named last."""
        if not self.sentences:
            return
        main, other = self.both()
        sentence = self.draw.choice(self.sentences)
        found = IT[self.words.lang].match(sentence)
        assert found
        of_main = self.draw.random() < 0.5
        first = self.pick("owned", c=other) if of_main else self.pick("bought", m=main)
        last = self.pick("bought", m=main) if of_main else self.pick("changed", c=other)
        meant, not_meant = (main, other) if of_main else (other, main)
        review = self.join(first, last, sentence)
        rest = sentence[found.end() :]
        yield review, self.the(meant) + rest, ENTAILED
        yield review, self.the(not_meant) + rest, NEUTRAL


def compared(text: KnownSentence, words: PairWords, draw: Random) -> Iterator[Pair]:
    """Yield who is better and the reverse, where a text has one comparison and both sides are named."""
    if len(text.comparisons) == 1 and all(NAMED[words.lang].search(side) for side in _sides(text.comparisons[0])):
        winner, loser = (ARTICLE.sub("", side) for side in _sides(text.comparisons[0]))
        wording = draw.choice(words.raw["entities"]["better"])
        yield text.text, wording.format(m=winner, c=loser), ENTAILED
        yield text.text, wording.format(m=loser, c=winner), CONTRADICTED


def _sides(comparison: Comparison) -> tuple[str, str]:
    return comparison.winner, comparison.loser
