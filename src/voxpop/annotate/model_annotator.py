"""The model as one more annotator, whom nobody sees before they have answered; and which reviews to label next."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from voxpop.annotate.project import MODEL, Project
from voxpop.annotate.rounds import AnnotationItem
from voxpop.annotate.scheme import POLARITIES, Answer, Scheme
from voxpop.atomic_files import atomic_write
from voxpop.errors import OptionError, choose
from voxpop.extract.custom_categories import CustomHeads, fingerprint
from voxpop.extract.extractors import extractor, reader_model
from voxpop.extract.opinion_model import OpinionModel, TextScores, category_weights
from voxpop.lang import language

Floats = NDArray[np.float32]
Prediction = tuple[Answer, float]  # the answer and how unsure it is, 0 to 1
Predictor = Callable[[AnnotationItem], Prediction]
PRESENT = 0.5
SELECTIONS = ("order", "random", "uncertain")
WIDTH = 512  # of the vectors that say how alike texts are


def predict_items(
    project: Project, *, heads: Path | None = None, report: Callable[[int, int], None] = lambda done, total: None
) -> int:
    """Let the model answer every review that is not done yet; returns how many. Its answers are not in the journal."""
    predict, knows = predictor(project.scheme, project.lang, heads)
    states = project.state.items.values()
    open_items = [state.item for state in states if state.stage != "done" and state.item.gold is None]
    lines = []
    for done, item in enumerate(open_items, start=1):
        answer, unsure = predict(item)
        lines.append({"id": item.id, "answer": answer, "unsure": round(unsure, 4), "knows": knows})
        report(done, len(open_items))
    kept: dict[str, Any] = {**project.state.model, **{str(line["id"]): line for line in lines}}
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in kept.values())
    atomic_write(project.folder / MODEL, text.encode("utf-8", "surrogatepass"))
    project.record({"do": "model", "name": str(heads or f"reader-{project.lang}"), "items": len(lines)})
    project._load_model()
    return len(lines)


def predictor(scheme: Scheme, lang: str, heads: Path | None) -> tuple[Predictor, list[str]]:
    """Return what answers for the model, and the labels that it knows."""
    model = reader_model(lang)
    if scheme.kind == "stars":
        return lambda item: _stars(model.read(item.text), scheme), list(scheme.labels)
    if scheme.marks_spans:
        names = POLARITIES if set(scheme.labels) <= set(POLARITIES) else model.config["about"]
        return lambda item: _spans(item.text, scheme, lang), _known(scheme, names)
    if not set(POLARITIES) <= set(scheme.values):
        raise OptionError(f"The model says {', '.join(POLARITIES)}; this project has {', '.join(scheme.values)}.")
    if heads is not None:
        own = CustomHeads.load(heads, encoder=fingerprint(model))
        return lambda item: _own(own, model.read(item.text, hidden=True), scheme), _known(scheme, own.categories)
    names = [*model.config["fine"], *model.categories]
    labels = {scheme.model.get(label, label.lower()): label for label in scheme.labels}
    named = [labels.get(name, "") for name in names]
    return lambda item: _categories(*_of_reader(model, item.text), named, scheme, PRESENT), _known(scheme, named)


def _known(scheme: Scheme, names: Sequence[str]) -> list[str]:
    labels = [label for label in scheme.labels if label in set(names)]
    if not labels:
        raise OptionError(
            f"The model knows none of the labels {', '.join(scheme.labels[:8])}. Train heads for them when a round is "
            "finished, with voxpop annotate train, and pass them with --categories."
        )
    return labels


def _own(own: CustomHeads, scores: TextScores, scheme: Scheme) -> Prediction:
    mine = own.apply(scores)
    return _categories(mine.presence, mine.polarity, own.categories, scheme, own.present)


def _of_reader(model: OpinionModel, text: str) -> tuple[Floats, Floats]:
    """Presence and polarity (positive, neutral, negative) of the fine and of the general categories."""
    scores = model.read(text)
    weights, graded = category_weights(scores), np.concatenate([window.polarity for window in scores.windows])
    tone = np.stack([graded[:, 3:].sum(1), graded[:, 2], graded[:, :2].sum(1)], axis=1)
    if not len(weights):
        weights, tone = np.zeros((1, len(model.categories)), np.float32), np.full((1, 3), 1 / 3, np.float32)
    general = tone[weights.argmax(0)]
    return np.concatenate([scores.fine[:, 0], weights.max(0)]), np.concatenate([scores.fine[:, [3, 2, 1]], general])


def _categories(presence: Floats, polarity: Floats, names: Sequence[str], scheme: Scheme, present: float) -> Prediction:
    answer: dict[str, str] = {}
    doubts = []
    for chance, tones, name in zip(presence, polarity, names, strict=True):
        if name in scheme.labels:
            if chance >= present and name not in answer:
                answer[name] = POLARITIES[int(tones.argmax())]
            doubts.append(_entropy(np.array([1 - chance, *(chance * tones)])))
    return {label: answer[label] for label in scheme.labels if label in answer}, float(np.mean(doubts))


def _stars(scores: TextScores, scheme: Scheme) -> Prediction:
    return {scheme.labels[0]: scheme.values[int(scores.stars.argmax())]}, _entropy(scores.stars)


def _spans(text: str, scheme: Scheme, lang: str) -> Prediction:
    (extraction,) = extractor(lang).extract([text], language(lang).parse([text]))
    by_polarity = set(scheme.labels) <= set(POLARITIES)
    spans, doubts = {}, [0.0]
    for term in extraction.terms:
        tone = term.judgement.polarity
        label = POLARITIES[0 if tone > 0 else 2 if tone < 0 else 1] if by_polarity else term.about
        if term.term and label in scheme.labels:
            spans[term.start, term.end] = [term.start, term.end, label]
            doubts.append(1 - term.judgement.confidence)
    return [spans[place] for place in sorted(spans)], float(np.mean(doubts))


def _entropy(chances: NDArray[Any]) -> float:
    """Return the entropy of some chances, 1 where all are alike."""
    kept = np.clip(chances, 1e-9, 1)
    return float(-(kept * np.log(kept)).sum() / np.log(len(kept)))


def select_items(project: Project, size: int, how: str) -> list[str]:
    """Return the reviews to label next: in order, at random, or those the model is unsure of and that differ most."""
    choose("selection", how, SELECTIONS)
    open_ids = project.unlabelled()
    if how == "random":
        return Random(project.state.settings.seed + len(project.state.rounds)).sample(
            open_ids, min(size, len(open_ids))
        )
    if how == "order":
        return open_ids[:size]
    lacking = [id for id in open_ids if id not in project.state.model]
    if lacking:
        raise OptionError(f"The model has not read {len(lacking):,} of the reviews: run voxpop annotate model first.")
    unsure = np.array([project.state.model[id]["unsure"] for id in open_ids])
    vectors = np.array([_vector(project.state.items[id].item.text) for id in open_ids]).reshape(-1, WIDTH)
    return [open_ids[place] for place in uncertain_and_diverse(unsure, vectors, size)]


def uncertain_and_diverse(unsure: NDArray[Any], vectors: NDArray[Any], size: int) -> list[int]:
    """Choose one after the other what is most unsure times least like what was chosen before."""
    nearest = np.zeros(len(unsure))
    chosen: list[int] = []
    for _ in range(min(size, len(unsure))):
        worth = unsure * (1 - nearest) + 1e-6 * unsure
        worth[chosen] = -1
        chosen.append(int(worth.argmax()))
        nearest = np.maximum(nearest, vectors @ vectors[chosen[-1]])
    return chosen


def _vector(text: str) -> Floats:
    """Counts of three-character pieces, hashed, of length 1."""
    vector = np.zeros(WIDTH, np.float32)
    for start in range(max(1, len(text) - 2)):
        vector[crc32(text[start : start + 3].lower().encode("utf-8", "surrogatepass")) % WIDTH] += 1
    return np.asarray(vector / max(float(np.sqrt((vector**2).sum())), 1e-9), np.float32)
