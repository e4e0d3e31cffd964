"""Pairs that turn on which product is spoken of: the main one, another one, or something used with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from research.training.branch.pair_worded import CONTRADICTED, ENTAILED, NEUTRAL
from research.training.branch.pair_words import PairWords
from research.training.corpora import opened
from research.training.samples.sample import SPLITS
from research.training.samples.tokenised import detokenise

Pair = tuple[str, str, str]  # premise, hypothesis, label
COQE = {"en": ("camera",), "zh": ("car", "ele")}
NAMED = {"en": re.compile(r"\w*[A-Z]\w+|\d"), "zh": re.compile(r"[A-Za-z0-9]{2}|[^这该它此其他她我你的车]{2}")}
ELEMENT = re.compile(r"(\d+)&+(\S+)")
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


# --- comparisons that people wrote


def compared(data: Path, words: PairWords, draw: Random) -> Iterator[tuple[str, str, Pair]]:
    """Split, number and pair: who is better, by the annotations of coqe."""
    for domain in COQE[words.lang]:
        for split in SPLITS:
            with opened(data / "coqe" / f"{domain}_{split}.txt") as lines:
                for number, (sentence, elements) in enumerate(comparisons(lines), start=1):
                    for pair in _who(sentence, elements, words, draw):
                        yield split, f"{domain}-{number}", pair


def comparisons(lines: Iterator[str] | Any) -> Iterator[tuple[str, list[str]]]:
    """Sentences with one comparison each: subject, object, aspect, opinion, preference."""
    sentence, found = "", list[list[str]]()
    for line in lines:
        if line.startswith("[["):
            found.append(line.strip()[2:-2].split("];["))
        elif "\t" in line:
            if sentence and len(found) == 1:
                yield sentence, found[0]
            sentence, found = line.rsplit("\t", 1)[0].strip(), []
    if sentence and len(found) == 1:
        yield sentence, found[0]


def _who(sentence: str, elements: list[str], words: PairWords, draw: Random) -> Iterator[Pair]:
    gap = " " if words.lang == "en" else ""
    subject, other, aspect = (gap.join(word for _, word in ELEMENT.findall(part)) for part in elements[:3])
    if elements[4] not in ("1", "-1") or not (NAMED[words.lang].search(subject) and NAMED[words.lang].search(other)):
        return
    text = detokenise(sentence.split())[0] if words.lang == "en" else sentence
    wording = draw.choice(words.raw["entities"]["aspect_better" if aspect else "better"])
    first, second = (subject, other) if elements[4] == "1" else (other, subject)
    yield text, wording.format(m=first, c=second, a=aspect), ENTAILED
    yield text, wording.format(m=second, c=first, a=aspect), CONTRADICTED
