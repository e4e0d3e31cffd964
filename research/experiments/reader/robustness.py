"""What a reader makes of hard texts, beside the lexicon engine: ``python -m research.experiments.reader.robustness --data DIR``.

Accuracy in per cent of the polarity of a given term; "found" wants the reader to have marked the term by itself too.
Of texts of one or two words the sign of the whole is asked: by stars above or below three, by the tone of the words.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from research.experiments.lexicon.evaluate import SETS, with_phrase
from research.experiments.lexicon.evaluate import cases as marked_cases
from research.training.reader.contrast import ContrastCase, buried, mistyped, read_cases, upper, wide
from research.training.reader.figures import Knobs, felt, verdict
from research.training.reader.open_readers import opened
from research.training.reader.predict import Reads
from voxpop.errors import says_errors
from voxpop.extract.clause_tones import clause_tones
from voxpop.extract.decode import tagged_spans
from voxpop.extract.lexicon import engine
from voxpop.extract.reader_output import TERM
from voxpop.lang import language
from voxpop.metrics.score_table import Cell, Table
from voxpop.types import ReaderOutput, Sentence, Span

HOME = Path(__file__).parent / "contrast"
SEED = 7
SLIPS = (0.05, 0.10)  # share of the words, or in Chinese of the characters, that are mistyped
LONG = {"en": 2000, "zh": 3000}  # words, or in Chinese characters, around a buried case
REAL = {"en": ("restaurants test", "MAMS test"), "zh": ("zh-triplets test",)}
FEW = 1500  # of a real test set


@says_errors
def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.experiments.reader.robustness", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--data", type=Path, help="folder of the data sets, for typos on SemEval-14 and for MAMS")
    parser.add_argument("--model", nargs="+", default=["reader-en", "reader-zh"], help="as in evaluate")
    parser.add_argument("--exact", action="store_true", help="in float32")
    parser.add_argument("--misses", action="store_true", help="list what the reader got wrong of the written cases")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    for name in given.model:
        show(opened(name, exact=given.exact), given)


def show(reader: Reads, given: argparse.Namespace) -> None:
    lang = str(reader.config["language"])
    cases = [*written(lang), *real(lang, given.data)]
    readings = dict(zip(texts := list(dict.fromkeys(case.text for case in cases)), reader.read(texts), strict=True))
    knobs = Knobs.of(reader.config)
    told = {case: by_reader(case, readings[case.text], knobs) for case in cases}
    lexicon = dict(zip(cases, by_lexicon(cases, lang), strict=True))
    table = tabled(cases, told, lexicon, lang)
    print(json.dumps(table.to_json(), ensure_ascii=False, indent=1) if given.json else table.text())
    for case in cases if given.misses else ():
        if told[case][0] != case.gold and case.kind in kinds(lang):
            print(f"{case.kind}\t{case.gold:+d}\t{told[case][0]:+d}\t{case.term and case.text[slice(*case.term)]}\t"
                  f"{case.text[:120]}")  # fmt: skip


def kinds(lang: str) -> list[str]:
    return list(dict.fromkeys(case.kind for case in read_cases(HOME / f"{lang}.txt")))


def written(lang: str) -> list[ContrastCase]:
    """The cases by hand, and the same spoilt."""
    cases = read_cases(HOME / f"{lang}.txt")
    filler = (HOME / f"filler_{lang}.txt").read_text("utf-8").splitlines()
    plain = [case for case in cases if case.kind in ("negation", "but")]
    mixed = [case for case in cases if case.kind == "code-mixed"]
    dice = random.Random(SEED)
    spoilt = [replace(buried(case, filler, dice, size=LONG[lang], lang=lang), kind="very long") for case in plain]
    if lang == "en":
        spoilt += [replace(upper(case), kind="upper case") for case in plain]
    spoilt += [replace(wide(case), kind="full-width") for case in (plain if lang == "en" else mixed)]
    return [*cases, *spoilt]


def real(lang: str, data: Path | None) -> list[ContrastCase]:
    """Test sets as they are, and the first of them mistyped."""
    found: list[ContrastCase] = []
    for place, name in enumerate(REAL[lang] if data is not None else ()):
        given = [ContrastCase(name, text, term, gold) for text, term, gold in marked_cases(data / SETS[name][1])][:FEW]
        found += given
        for share in SLIPS if not place else ():
            dice = random.Random(SEED)
            found += [replace(mistyped(case, dice, share=share, lang=lang), kind=f"{name}, {share:.0%} mistyped")
                      for case in given]  # fmt: skip
    return found


# --- judges


def by_reader(case: ContrastCase, reading: ReaderOutput, knobs: Knobs) -> tuple[int, bool]:
    """The verdict, and whether the reader would have given one unasked."""
    if case.term is None:
        stars = float(reading.stars @ (1.0, 2.0, 3.0, 4.0, 5.0))
        return (stars > 3) - (stars < 3), True
    said = tagged_spans(reading, case.text, TERM, threshold=knobs.term)
    return verdict(felt(reading, case.term)), any(a < case.term.end and b > case.term.start for a, b in said)


def by_lexicon(cases: Sequence[ContrastCase], lang: str) -> list[int]:
    judge, parse = engine(lang).judge, language(lang).parse
    unique = list(dict.fromkeys(case.text for case in cases if case.term is not None))
    parsed = dict(zip(unique, parse(unique), strict=True))

    def sign(case: ContrastCase) -> int:
        if case.term is None:
            value = sum(feeling.value for feeling in clause_tones(case.text, lang=lang))
        else:
            held = holding(parsed[case.text], case.term)
            value = 0.0
            if held is not None:
                sentence, place = with_phrase(held, case.term)
                value = judge(sentence)[place].polarity or 0.0
        return (value > 0) - (value < 0)

    return [sign(case) for case in cases]


def holding(sentences: Sequence[Sentence], term: Span) -> Sentence | None:
    """The sentence with a word of the term."""
    for sentence in sentences:
        if any(token.start < term.end and token.end > term.start for token in sentence.tokens):
            return sentence
    return None


def tabled(
    cases: Sequence[ContrastCase],
    told: dict[ContrastCase, tuple[int, bool]],
    lexicon: dict[ContrastCase, int],
    lang: str,
) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for kind in dict.fromkeys(case.kind for case in cases):
        own = [case for case in cases if case.kind == kind]
        right = [told[case][0] == case.gold for case in own]
        found = [hit and told[case][1] for case, hit in zip(own, right, strict=True)]
        words = [lexicon[case] == case.gold for case in own]
        termed = all(case.term is not None for case in own)
        rows.append((kind, len(own), share(words), share(right), share(found) if termed else None))
    columns = (f"{lang}: phenomenon", "cases", "lexicon", "reader", "reader, found by itself")
    return Table(columns, tuple(rows), digits=1)


def share(hits: Sequence[bool]) -> float:
    return 100 * sum(hits) / len(hits)


if __name__ == "__main__":
    raise SystemExit(main())
