"""The kind of product that the reviews of a language are of, and the categories that such reviews can speak of.

The model says of every text how likely it is of each domain that it learned from. What the reviews of a sample agree
on is what they read as: the geometric mean, by kind of product. A text that says little ("Tasty!") may be of anything
and hardly counts there, whereas it lowers an arithmetic mean as much as one of another kind. An opinion never gets a
category that reviews of that kind do not speak of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from voxpop.extract.extractors import reader_model
from voxpop.extract.opinion_extractor import OVERALL
from voxpop.extract.opinion_model import OpinionModel, has_opinion_model
from voxpop.ingest.boilerplate import Boilerplate
from voxpop.ingest.text_sample import TextSample
from voxpop.lang import DEFAULT, LANGUAGES
from voxpop.lang.product_kinds import kind_names
from voxpop.settings import ANY_DOMAIN, Settings
from voxpop.types import Rejected, Review

SAMPLE = 48  # reviews of each language that the kind is detected in
MIN_REVIEWS = 8  # from fewer, nothing is concluded
FLOOR = 0.001  # added to every probability, so that one odd text cannot rule a kind out; chosen on development texts
SURE = 0.4  # from this probability on, the reviews are said to be of a kind
NAMING = 0.6  # from this probability on, rows have the names that fit the kind; they are narrower than the general ones
LEAST_SHARE = 0.002  # of the opinions on a kind of product, from which a category can occur


@dataclass(frozen=True, slots=True)
class Domain:
    """The most probable kind of product of some reviews, and the categories that can occur in them."""

    kind: str
    probability: float
    categories: frozenset[str]
    is_given: bool = False  # by the user

    @property
    def is_sure(self) -> bool:
        """Whether the reviews are said to be of this kind."""
        return self.probability >= SURE

    @property
    def names_rows(self) -> bool:
        """Whether rows have the names that fit this kind."""
        return self.probability >= NAMING


class DomainDetector:
    """Watches rows on their way, and detects the domain of each language in a sample of them, whatever their order."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._samples: dict[str, TextSample] = {}

    def watch(self, rows: Iterable[Review | Rejected]) -> Iterator[Review | Rejected]:
        """Yield the same rows."""
        for row in rows:
            if isinstance(row, Review):
                self._samples.setdefault(row.lang or DEFAULT, TextSample(SAMPLE)).add(row.text)
            yield row

    def find(self, boilerplate: Boilerplate) -> dict[str, Domain]:
        """Return the domain of each language, from the rows that have passed."""
        domains: dict[str, Domain] = {}
        for lang, sample in sorted(self._samples.items()):
            texts = [boilerplate.read(text).text for text in sample.texts()]
            domain = detect_domain(reader_model(lang, fast=self._settings.fast), texts)
            domains |= {} if domain is None else {lang: domain}
        return domains


def detect_domain(model: OpinionModel, texts: Sequence[str]) -> Domain | None:
    """Return the domain of some texts, or None where there are too few or the model knows no kinds."""
    kinds = model.config.get("kinds")
    if len(texts) < MIN_REVIEWS or not kinds:
        return None
    read = np.array([model.read(text).domains for text in texts])
    by_kind = {kind: read[:, entry["domains"]].sum(axis=1) for kind, entry in kinds.items() if entry["domains"]}
    agreed = {kind: float(np.exp(np.log(some + FLOOR).mean())) for kind, some in by_kind.items()}
    kind = max(agreed, key=agreed.__getitem__)
    domain = domain_of({name: float(some.mean()) for name, some in by_kind.items()}, kinds)
    return replace(domain, kind=kind, probability=agreed[kind] / sum(agreed.values()))


def domain_of(probabilities: Mapping[str, float], kinds: Mapping[str, Mapping[str, Mapping[str, float]]]) -> Domain:
    """Return the most probable kind, and the categories that can occur.

    The kinds are weighed by the squares of their probabilities, so that a category is not possible by chance alone:
    of the reviews of a hotel, some always read as if they were of something else.
    """
    kind = max(probabilities, key=probabilities.__getitem__)
    weights = {name: probability**2 for name, probability in probabilities.items()}
    least = LEAST_SHARE * sum(weights.values())
    allowed = {
        category
        for category in kinds[kind]["categories"]
        if sum(weight * kinds[name]["categories"][category] for name, weight in weights.items()) >= least
    }
    return Domain(kind, probabilities[kind], frozenset({OVERALL, *allowed}))


def given_domains(settings: Settings) -> dict[str, Domain]:
    """Return the domain that the user gave, for each language that the model reads."""
    kind = settings.domain
    if kind is None or kind == ANY_DOMAIN:
        return {}
    domains: dict[str, Domain] = {}
    for lang in LANGUAGES:
        if has_opinion_model(lang, fast=settings.fast):
            kinds = reader_model(lang, fast=settings.fast).config.get("kinds", {})
            if kind in kinds:
                domains[lang] = Domain(kind, 1.0, domain_of({kind: 1.0}, kinds).categories, is_given=True)
    return domains


def domain_facts(domains: Mapping[str, Domain]) -> dict[str, dict[str, str | float | bool | None]]:
    """Return the domain of each language as plain data. ``kind`` is None where it is not sure."""
    return {
        lang: {
            "kind": domain.kind if domain.is_sure else None,
            "name": kind_names(lang)[domain.kind] if domain.is_sure else None,
            "probability": round(domain.probability, 3),
            "given": domain.is_given,
        }
        for lang, domain in domains.items()
    }
