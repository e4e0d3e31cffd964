"""How many adverts and how much noise the filter finds, and how many reviews it loses, beside the rules alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from research.experiments.quality.generate import HOME, drawn
from research.experiments.quality.reviews import SOURCES, reviews
from voxpop.ingest.quality_filter import QualityFilter
from voxpop.ingest.text_quality import low_quality

EACH = 150
SYSTEMS = ("rules", "filter", "both")


@dataclass
class TextGroup:
    """Texts that belong together, how many there are, and how many each system sets aside."""

    bad: bool
    size: int = 0
    caught: Counter[str] = field(default_factory=Counter)


@dataclass
class Measured:
    lang: str
    thresholds: dict[str, float]
    groups: dict[str, dict[str, TextGroup]]  # part ("families", "written", "real") → name → group
    wrong: list[tuple[str, str, str]]  # source, verdict, text: real reviews that were set aside


def measure(chosen: QualityFilter, data: Path, *, split: str) -> Measured:
    lang = chosen.lang
    done = Measured(lang, chosen.thresholds, defaultdict(dict), [])
    for family, kind, text in drawn(lang, split, each=EACH):
        _count(done, chosen, "families", family, text, bad=kind != "review")
    if split == "test":
        for kind, text in written(lang):
            _count(done, chosen, "written", kind, text, bad=kind != "review")
    for source in SOURCES[lang][split]:
        for text in reviews(source, data):
            _count(done, chosen, "real", source, text, bad=False)
    return done


def written(lang: str) -> list[tuple[str, str]]:
    """(kind, text) written one by one, before and apart from the templates."""
    lines = (HOME / f"written-{lang}.tsv").read_text("utf-8").splitlines()
    return [(kind, text) for kind, text in (line.split("\t", 1) for line in lines)]


def _count(done: Measured, chosen: QualityFilter, part: str, name: str, text: str, *, bad: bool) -> None:
    group = done.groups[part].setdefault(name, TextGroup(bad))
    rules, judged = low_quality(text), chosen.judge([text])[0]
    group.size += 1
    group.caught["rules"] += bool(rules)
    group.caught["filter"] += bool(judged)
    group.caught["both"] += bool(rules or judged)
    if part == "real" and (rules or judged):
        verdict = f"{judged.kind} {judged.chance:.3f}" if judged else "rules"
        done.wrong.append((name, verdict + (" and rules" if rules and judged else ""), text))


def report(done: Measured, *, judge: bool) -> None:
    print(f"\n== {done.lang}, sure from {done.thresholds}")
    for part, groups in done.groups.items():
        print(f"{part + ': set aside by':40}{'rules':>10}{'filter':>10}{'both':>10}")
        for name, group in groups.items():
            shares = "".join(f"{group.caught[system] / group.size:10.2%}" for system in SYSTEMS)
            print(f"  {name:28}{'bad' if group.bad else 'ok':4}{group.size:6}{shares}")
        if part != "real":
            _summary(list(groups.values()))
    if judge:
        for source, verdict, text in done.wrong:
            print(f"[{source}] {verdict}: {' '.join(text.split())[:300]}")


def _summary(groups: list[TextGroup]) -> None:
    for system in SYSTEMS:
        hit = sum(group.caught[system] for group in groups if group.bad)
        false = sum(group.caught[system] for group in groups if not group.bad)
        bad, size = sum(group.size for group in groups if group.bad), sum(group.size for group in groups)
        right = (hit + size - bad - false) / size
        precision = hit / (hit + false) if hit + false else 1.0
        print(f"  {system}: accuracy {right:.1%}, precision {precision:.1%}, recall {hit / bad:.1%}")
