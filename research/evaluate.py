"""The figures of the reader from the shipped weights: ``python -m research.evaluate --data DIR``.

Unseen domains (kept out of all training): opinions with the right sign and place, categories, stars and their intervals, and the
themes in the first rows of the table. Then the public sets, of which the reader learned no label: SemEval-14, the categories of
Bu et al. (2021), and aspects of reviews that speak of rivals. Some minutes on two cores.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from research.annotation.corpus import read_corpus
from research.commands import says_errors
from research.evaluation import key_points, semeval14, themes
from research.evaluation.opinions import ALL, evaluate
from research.experiments.mentions import counting
from research.papers.bu2021_asap.shipped_model import predictions
from research.training.corpora import CORPORA
from research.training.opinions.prepare import part_of
from research.training.scores import score
from voxpop.extract.opinion_model import opinion_model

LANGUAGES = ("en", "zh")
Figures = dict[str, Any]


def unseen(data: Path, part: str, *, fast: bool) -> Figures:
    """Return the figures of the unseen domains of each language, and of all of them together."""
    return {
        lang: evaluate(opinion_model(lang, fast=fast), [r for r in read_corpus(lang, data) if part_of(r, lang) == part])
        for lang in LANGUAGES
    }


def first_rows(data: Path, texts: int = 400, *, fast: bool) -> Figures:
    """Return how many themes have a row among the first 20, and how many there are."""
    found = {}
    for lang, domains in themes.read_themes().items():
        scores = [
            themes.score_domain(
                themes.read_texts(data, lang, domain, texts), wanted, lang=lang, domain=domain, fast=fast
            )
            for domain, wanted in domains.items()
        ]
        found[lang] = {"found": sum(each.found for each in scores), "themes": sum(len(each.hits) for each in scores)}
    return found


def categories(data: Path, *, fast: bool) -> Figures:
    """Return macro-F1 and accuracy of the polarity of given categories: SemEval's five, and the eighteen."""
    made = {}
    for name, lang in (("restaurant", "en"), ("asap-zh", "zh")):
        corpus = CORPORA[name](data)
        made[name] = score(corpus.test, predictions(opinion_model(lang, fast=fast), corpus))
    return made


def line(name: str, value: str, must: str = "") -> str:
    """Return a row of the table."""
    return f"{name:64}{value:>22}{must:>24}"


def lines(made: Mapping[str, Any]) -> Sequence[str]:
    """Return the table."""
    rows = [line("", "measured", "must")]
    musts = {"en": ".84 / .76", "zh": ".84 / .72"}
    for lang, by_domain in made.get("unseen", {}).items():
        for name, figure in sorted(by_domain.items(), key=lambda item: item[0] != ALL):
            title = f"{lang}, {'all unseen domains' if name == ALL else name}: "
            rows.append(
                line(title + "precision / recall", f"{figure['precision']:.3f} / {figure['recall']:.3f}", musts[lang])
            )
            shares = (figure[share] for share in ("category", "categorised", "likeliest"))
            rows.append(
                line(title + "category right; given to; likeliest right", "; ".join(f"{n:.3f}" for n in shares), ".85")
            )
            if "stars_r" in figure:
                held = [f"{figure[name]:.2f}" for name in ("coverage", "coverage_own") if name in figure]
                value = "; ".join([f"{figure['stars_r']:.2f}", " / ".join(held)])
                rows.append(line(title + "stars, r; coverage without / with own stars", value, ".6; .76–.84"))
    for lang, figure in made.get("themes", {}).items():
        rows.append(line(f"{lang}, themes in the first 20 rows", f"{figure['found']} of {figure['themes']}", "75 %"))
    for name, figure in made.get("semeval14", {}).items():
        must = {"restaurants": ".80; .84", "laptops": ".74; .78"}[name]
        rows.append(
            line(f"SemEval-14 {name}: terms F1; polarity", f"{figure['terms']:.3f}; {figure['polarity']:.3f}", must)
        )
    for name, figure in made.get("categories", {}).items():
        must = {"restaurant": ".80 / .885", "asap-zh": ".74 / .805"}[name]
        rows.append(line(f"{name}: macro-F1 / accuracy", f"{figure['macro_f1']:.3f} / {figure['accuracy']:.3f}", must))
    for lang, figure in made.get("key_points", {}).items():
        title = f"{lang}, key points of unseen domains: "
        rows.append(line(title + "pair F1; AUC", f"{figure['pair_f1']:.3f}; {figure['auc']:.3f}"))
        rows.append(line(title + "quotes; labels right", f"{figure['quotes']:.3f}; {figure['labels']:.3f}"))
        rows.append(line(title + "numbers within a tenth", f"{figure['within_10']:.2f}", "1.00"))
        rows.append(line(title + "size error; found", f"{figure['size_error']:.2f}; {figure['found']:.2f}"))
    if "rivals" in made:
        rows.append(line("reviews with rivals: counting error", f"{made['rivals']['ratio']:.2f} × smaller", "2.21 ×"))
    return rows


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.evaluate", description=__doc__.split("\n")[0],
                                     epilog="Example: python -m research.evaluate --data ../shared/data")  # fmt: skip
    parser.add_argument("--data", type=Path, required=True, help="folder of the data sets")
    parser.add_argument("--part", choices=("dev", "test"), default="test", help="of the unseen domains")
    parser.add_argument("--only", nargs="*", help="of unseen, themes, semeval14, categories, rivals, key_points")
    parser.add_argument("--fast", action="store_true", help="the small reader, as of voxpop analyze --fast")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    sections: dict[str, Callable[[], Figures]] = {
        "unseen": lambda: unseen(given.data, given.part, fast=given.fast),
        "themes": lambda: first_rows(given.data, fast=given.fast),
        "semeval14": lambda: semeval14.evaluate(given.data, fast=given.fast),
        "categories": lambda: categories(given.data, fast=given.fast),
        "rivals": lambda: counting.ratios(fast=given.fast),
        "key_points": lambda: {
            lang: key_points.evaluate(
                opinion_model(lang, fast=given.fast), lang, given.data, part=given.part, fast=given.fast
            )
            for lang in LANGUAGES
        },
    }
    made = {name: make() for name, make in sections.items() if not given.only or name in given.only}
    print(json.dumps(made, indent=1) if given.json else "\n".join(lines(made)))


if __name__ == "__main__":
    raise SystemExit(main())
