"""Teachers for aspect terms: whole encoders that learn what the branch shall, and say it of unlabelled texts.

``python -m research.training.branch.term_teachers --encoder DIR --samples FILE… --texts FILE --student READER --seeds 0 1 2
--out soft.npz`` trains one a seed, prints how each does on dev and how all do together, and writes the mean of what
they say, on the student's pieces, for ``branch.terms``.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from research.training.branch.branch_training import BranchRecipe
from research.training.branch.teachers import ComparisonTeacher, Framed
from research.training.branch.terms import (
    FELT,
    JUDGED,
    Floats,
    TermItem,
    TermLabel,
    answers,
    figures,
    fit,
    items,
    outputs,
)
from research.training.encoder import load_encoder
from research.training.encoder_folder import encoder_folder
from research.training.pieces import Pieces
from research.training.reader.samples import Sample, read_samples
from research.training.reader.soft import carry_over
from research.training.reader.trim import texts as read_texts
from voxpop.errors import says_errors

log = logging.getLogger("voxpop.branch")


def blank(written: Sequence[str], texts: Framed, lang: str) -> list[TermItem]:
    """Texts of which nothing is known; an empty one keeps a place."""
    room = texts.window - 2
    return [TermItem(ids, {name: nothing(len(ids)) for name in outputs(lang, teacher=True)}, "unlabelled")
            for ids in (ids[:room] for ids in texts.pieces(written))]  # fmt: skip


def nothing(size: int) -> TermLabel:
    return TermLabel(np.zeros((size, 3), np.float32), np.zeros(size, np.float32))


def moved(
    said: Sequence[Mapping[str, Floats]], written: Sequence[str], texts: Framed, student: Pieces
) -> list[dict[str, Floats]]:
    """From the teacher's pieces to the student's, without the answer that students do not give."""
    theirs, ours = texts.pieces.placed(written), student.placed(written)
    return [{name: carry_over(each, spans[: len(each)], places, begins=() if name == FELT else (0,)).astype(np.float32)
             for name, each in chances.items() if name != JUDGED}
            for chances, (_, spans), (_, places) in zip(said, theirs, ours, strict=True)]  # fmt: skip


def mean(answers: Sequence[Mapping[str, Floats]]) -> dict[str, Floats]:
    """What several say of one text together."""
    return {name: np.mean([each[name] for each in answers], axis=0) for name in answers[0]}


@says_errors
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m research.training.branch.term_teachers", description=__doc__)
    parser.add_argument("--encoder", type=encoder_folder, required=True)
    parser.add_argument("--samples", type=Path, nargs="+", required=True)
    parser.add_argument("--texts", type=Path, nargs="*", default=[], help="texts without labels")
    parser.add_argument("--student", type=Path, required=True, help="whose pieces the answers are wanted on")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--rate", type=float, default=4e-5)
    parser.add_argument("--with-dev", action="store_true", help="learn from dev too, once all is chosen")
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    texts = Framed(given.encoder, device, doubled=load_encoder(given.encoder).config.model_type != "bert")
    samples: list[Sample] = [sample for path in given.samples for sample in read_samples(path)]
    lang = json.loads((given.student / "config.json").read_text("utf-8"))["language"]
    train, dev = (items([one for one in samples if one.split == split], texts, lang) for split in ("train", "dev"))
    train += dev if given.with_dev else []
    written = [text for text in read_texts(given.texts) if text.strip()]
    student = Pieces(given.student)
    written = [text for text, ids, other in zip(written, texts.pieces(written), student(written), strict=True)
               if ids and other]  # fmt: skip
    unlabelled = blank(written, texts, lang)
    known, said = [], []
    metrics = {}
    for seed in given.seeds:
        recipe = BranchRecipe(epochs=given.epochs, rate=given.rate, heads=10.0, seed=seed)
        torch.manual_seed(seed)
        teacher = ComparisonTeacher(load_encoder(given.encoder), outputs(lang, teacher=True)).to(device)
        fit(teacher, train, texts, recipe)
        known.append(answers(teacher, dev, texts))
        metrics[str(seed)] = figures(dev, known[-1])
        log.info("seed %s: %s", seed, json.dumps(metrics[str(seed)]))
        said.append(moved(answers(teacher, unlabelled, texts), written, texts, student))
    metrics["together"] = figures(dev, [mean(each) for each in zip(*known, strict=True)])
    log.info("together: %s", json.dumps(metrics["together"]))
    given.out.parent.mkdir(parents=True, exist_ok=True)
    if written:
        means = [mean(each) for each in zip(*said, strict=True)]
        arrays: dict[str, Any] = {name: np.concatenate([each[name] for each in means]).astype(np.float16)
                                  for name in means[0]}  # fmt: skip
        lengths = np.array([len(each[FELT]) for each in means])
        np.savez(given.out, lengths=lengths, texts=np.array(json.dumps(written)), **arrays)
    given.out.with_suffix(".json").write_text(json.dumps(metrics, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
