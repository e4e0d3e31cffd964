"""What the second look brings: ``python -m research.experiments.terms.evaluate`` prints, for the reviews of ``train`` that are
kept for dev, F1 of exact terms and how many given terms are felt about as marked, by the reader alone and with it.

The English branch that ships learnt from them too, so that its line is no measurement; its card has that of its twin.
"""

from __future__ import annotations

from collections.abc import Sequence

from research.experiments.terms.samples import written
from research.training.reader.figures import Knobs, felt, verdict
from research.training.reader.open_readers import Looking
from research.training.reader.predict import Reads
from research.training.reader.samples import Sample
from voxpop.extract.decode import tagged_spans
from voxpop.extract.reader import reader
from voxpop.extract.reader_output import TERM
from voxpop.extract.terms import term_tagger
from voxpop.types import Span


def figures(model: Reads, samples: Sequence[Sample]) -> tuple[float, float]:
    """F1 of terms, accuracy of feelings."""
    knobs = Knobs.of(model.config)
    hits = every = right = asked = 0
    for sample, reading in zip(samples, model.read([sample.text for sample in samples]), strict=True):
        gold = {Span(start, end): sign for start, end, sign in sample.terms or ()}
        found = tagged_spans(reading, sample.text, TERM, threshold=knobs.term)
        hits += 2 * len(gold.keys() & set(found))
        every += len(gold) + len(found)
        right += sum(verdict(felt(reading, span)) == sign for span, sign in gold.items())
        asked += len(gold)
    return hits / every, right / asked


def main() -> None:
    print(f"{'':24}{'terms, F1':>10}{'felt':>8}")
    for lang in ("en", "zh"):
        dev = [sample for sample in written(lang) if sample.split == "dev"]
        alone, look = reader(lang), term_tagger(lang)
        models: dict[str, Reads] = {f"{lang}, the reader alone": alone}
        if look is not None:
            learnt = " *" if look.branch.config["training"].get("with_dev") else ""
            models[f"{lang}, looked again{learnt}"] = Looking(alone, look)
        for name, model in models.items():
            found, feelings = figures(model, dev)
            print(f"{name:24}{found:10.3f}{feelings:8.3f}  {len(dev)} reviews")
    print("* learnt from these reviews, too")


if __name__ == "__main__":
    main()
