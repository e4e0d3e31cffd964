"""One stage of training in one process: ``python -m research.training.opinions.run STAGE LANG --prepared DIR --work DIR``.

Stages: ``pretrain`` (teacher or student), ``teacher`` (one seed; ``--model large`` takes the large one), ``label`` (what teachers say of the
unlabelled texts) and ``distil`` (one seed). Each reads what the stage before it left in the work folder. ``--study`` trains on a paper's own data instead (``papers``): its figures are
of the tenth held out, which also chooses thresholds, and with ``--final`` of the paper's test set.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file

from research.training.opinions.batches import Batch
from research.training.opinions.labels import FINE
from research.training.opinions.large_encoder import large_encoder, load_large
from research.training.opinions.learn import TAUGHT_SPANS, blocks, distil, fine_tune, pretrain, teachers_say
from research.training.opinions.network import OpinionReader
from research.training.opinions.prepare import read_prepared
from research.training.opinions.score import figures, line, predict
from research.training.opinions.starting_weights import (
    empty_like,
    fast_model,
    packed_arrays,
    student_model,
    teacher_model,
    unpacked,
)
from research.training.opinions.statements import point_figures
from voxpop.extract.opinion_decoding import Thresholds


def about_rivals(samples: list[dict[str, Any]], seed: int) -> list[dict[str, Any]]:
    """Return the passages that speak of something else than the product, and as many of the rest."""

    def speaks(sample: dict[str, Any]) -> bool:
        return any(opinion[4] != 0 for opinion in sample.get("opinions", ())) or bool(sample.get("comparisons"))

    chosen = [sample for sample in samples if speaks(sample)]
    rest = [sample for sample in samples if not speaks(sample)]
    return chosen + random.Random(seed).sample(rest, min(len(rest), len(chosen)))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m research.training.opinions.run", description=__doc__.split("\n")[0]
    )
    parser.add_argument("stage", choices=("pretrain", "teacher", "tune", "label", "distil"))
    parser.add_argument("lang")
    parser.add_argument("--prepared", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="where checkpoints go")
    parser.add_argument("--out", type=Path, help="where what is to be kept goes")
    parser.add_argument("--model", choices=("teacher", "large", "student", "fast"), default="student")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--at-most", type=float, default=math.inf, help="seconds of fine-tuning")
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--tokens", type=int, default=4096, help="of a batch, padding included")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--teachers", nargs="*", default=[], help="whose labels are taken, such as teacher-0 or large-0"
    )
    parser.add_argument("--earlier", type=Path, help="a student's checkpoint whose labels count as a teacher's")
    parser.add_argument("--large", type=Path, help="folder of the large teacher's starting weights")
    parser.add_argument("--taught-spans", type=float, default=TAUGHT_SPANS, help="how much the spans of teachers count")
    parser.add_argument("--limit", type=int, default=0, help="of unlabelled stretches, to try things out")
    parser.add_argument("--final", action="store_true", help="learn from the development domains too")
    parser.add_argument(
        "--study", choices=("dimabsa", "semeval14", "asap", "asap-whole"), help="learn from a paper's own data"
    )
    parser.add_argument("--rivals", action="store_true", help="learn from passages on other things, and as many others")
    parser.add_argument("--name", default="", help="tells apart what is distilled with different options")
    parser.add_argument("--begin", type=Path, help="a trained teacher or student to go on from")
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_float32_matmul_precision("high")
    if given.model == "large" or any(name.startswith("large") for name in given.teachers):
        for switch in ("cudnn", "flash", "mem_efficient"):  # with these its gradients became not numbers
            getattr(torch.backends.cuda, f"enable_{switch}_sdp")(False)
    began = time.monotonic()
    run_name = f"{given.lang}-{given.study}" if given.study else given.lang
    small = "fast-" if given.model == "fast" else ""
    small += f"{given.name}-" if given.name else ""
    labels = given.work / f"{run_name}-labels.pt"
    given.large = given.large or given.prepared.parent

    def log(what: str) -> None:
        print(
            f"{run_name} {given.stage} {given.model} {given.seed} {time.monotonic() - began:5.0f}s {what}",
            file=sys.stderr,
            flush=True,
        )

    data = read_prepared(given.prepared, run_name)
    size = len(data["pieces"])
    split = data["split"]
    texts = read_prepared(given.prepared, given.lang) if given.study and given.stage == "label" else data
    unlabelled = texts["unlabelled"][: given.limit or None]
    train = [
        sample
        for sample in split["train"] + (split["dev"] + split["seen"] if given.final else [])
        if len(sample["ids"]) > 2
    ]
    train += split["fine"] + split.get("compared", [])
    if given.rivals:
        train = about_rivals(train, given.seed)
    points = split.get("points", []) + (split.get("points_dev", []) if given.final else [])
    starred = [sample for sample in unlabelled if sample["stars"]]
    log(f"{len(train)} annotated, {len(unlabelled)} unlabelled, {len(starred)} with stars, on {device}")

    def empty(kind: str) -> Any:
        if kind == "large":
            about = json.loads((given.large / "large.json").read_text())
            return large_encoder(size, about["tokens"], layers=about["layers"])
        if kind == "fast":
            return fast_model(size)
        return teacher_model(given.lang, size) if kind == "teacher" else student_model(given.lang, size)

    def start(kind: str) -> Any:
        if kind == "large":
            return load_large(given.large, size)
        if given.begin and kind in ("student", "fast"):
            return empty_like(unpacked([given.begin]), given.lang)  # ``go_on`` fills it
        encoder = empty(kind)
        kept = given.work / f"{given.lang}-{kind}-pretrained.safetensors"
        if kept.exists():
            arrays = {name: array.float() for name, array in load_file(kept).items()}
        else:
            arrays = unpacked(sorted(given.prepared.glob(f"{kind}-*.safetensors")))
        encoder.load_state_dict(arrays, strict=False)
        log(f"begins from {kept.name if kept.exists() else 'its ancestor'}")
        return encoder

    def go_on(model: OpinionReader) -> None:
        """Take up the weights of a reader that was trained before."""
        if given.begin:
            shapes = {name: array.shape for name, array in model.state_dict().items()}
            kept = {n: a for n, a in unpacked([given.begin]).items() if shapes.get(n) == a.shape}
            model.load_state_dict(kept, strict=False)  # the head of domains may be another
            log(f"goes on from {given.begin.name}")

    def keep(part: str, made: dict[str, Any]) -> None:
        if given.out:
            given.out.mkdir(parents=True, exist_ok=True)
            about = {"lang": given.lang, "study": given.study, "stage": given.stage, "model": given.model}
            with (given.out / "figures.jsonl").open("a") as out:
                out.write(json.dumps({**about, "seed": given.seed, "part": part, **made}) + "\n")

    def report(model: OpinionReader) -> None:
        if given.study:
            report_study(model)
            return
        for part in ("dev", "seen", "test") if given.final else ("dev", "seen"):
            scored = [sample for sample in split[part] if len(sample["ids"]) > 2]
            made = figures(scored, predict(model, scored, device))
            for name, figure in made.items():
                if name == "all" or part == "test":
                    log(f"{part} {name}: {line(figure)}")
            if part == "dev" and split.get("points_dev"):
                made["points"] = point_figures(model, split["points_dev"], device)
                log(f"points: {line(made['points'])}")
            keep(part, made)

    def report_study(model: OpinionReader) -> None:
        from research.training.opinions.paper_scores import study_figures  # needs more than a machine for training has

        part = "test" if given.final else "dev"
        chosen = given.work / f"{run_name}-{given.stage}-thresholds.json"
        known = json.loads(chosen.read_text()) if given.final and chosen.exists() else {}
        if given.final:
            log(f"thresholds: {known or 'those of the decoder; run without --final first to choose them'}")
        thresholds = {name: Thresholds(**each) for name, each in known.items()} if given.final else None
        made, best = study_figures(data, split[part], model, device, thresholds)
        for name, figure in made.items():
            log(f"{part} {name}: {line(figure)}")
        if not given.final:
            chosen.write_text(json.dumps({name: asdict(each) for name, each in best.items()}))
        keep(part, made)

    def save(model: torch.nn.Module, path: Path) -> None:
        save_file(
            {
                name: array.half().cpu().contiguous()
                for name, array in model.state_dict().items()
                if "position_ids" not in name
            },
            path,
        )

    def bring(student: OpinionReader) -> None:
        """Write a student in int8 where what is to be kept goes."""
        if given.out:
            arrays = {name: array for name, array in student.state_dict().items() if "position_ids" not in name}
            given.out.mkdir(parents=True, exist_ok=True)
            save_file(packed_arrays(arrays), given.out / f"{run_name}-{small}{given.stage}-{given.seed}.safetensors")

    if given.stage == "pretrain":
        encoder = start(given.model)
        rate = given.rate or (1e-4 if given.model == "teacher" else 5e-4)
        pretrain(
            encoder,
            blocks(unlabelled),
            device,
            seconds=given.seconds,
            rate=rate,
            batch=given.batch,
            seed=given.seed,
            log=log,
        )
        save(encoder, given.work / f"{given.lang}-{given.model}-pretrained.safetensors")
    elif given.stage in ("teacher", "tune"):
        kind = given.model if given.stage == "tune" or given.model == "large" else "teacher"
        model = OpinionReader(start(kind), len(data["domains"]), len(FINE[given.lang]))
        go_on(model)
        rate = given.rate or (4e-5 if kind == "teacher" else 1e-4)
        fine_tune(
            model,
            train,
            device,
            epochs=given.epochs,
            rate=rate,
            tokens=given.tokens,
            seed=given.seed,
            log=log,
            starred=() if given.rivals else starred,
            points=points,
            seconds=given.at_most,
        )
        save(model, given.work / f"{run_name}-{kind}-{given.seed}.safetensors")
        report(model)
        if kind not in ("teacher", "large"):
            bring(model)
    elif given.stage == "label":
        teachers = []
        for name in given.teachers:
            teacher = OpinionReader(empty(name.partition("-")[0]), len(data["domains"]), len(FINE[given.lang]))
            arrays = load_file(given.work / f"{run_name}-{name}.safetensors")
            teacher.load_state_dict({n: a.float() for n, a in arrays.items()}, strict=False)
            teachers.append(teacher)
        if given.earlier:
            arrays = unpacked([given.earlier])
            student = OpinionReader(empty_like(arrays, given.lang), len(data["domains"]), len(FINE[given.lang]))
            student.load_state_dict({n: a for n, a in arrays.items() if "domains" not in n}, strict=False)
            teachers.append(student)
        if not teachers:
            parser.error("nobody to ask: give --teachers or --earlier")
        batches = teachers_say(teachers, unlabelled, device, tokens=given.tokens)
        torch.save([tuple(batch.to(torch.device("cpu"))) for batch in batches], labels.with_suffix(".new"))
        labels.with_suffix(".new").rename(labels)  # other processes may wait for it
        log(f"{len(teachers)} teachers labelled {len(batches)} batches")
    else:
        batches = [Batch(*parts).to(device) for parts in torch.load(labels)]
        log(f"{len(batches)} labelled batches")
        student = OpinionReader(start(given.model), len(data["domains"]), len(FINE[given.lang]))
        go_on(student)
        distil(
            student,
            batches,
            train,
            device,
            seconds=given.seconds,
            rate=given.rate or 5e-4,
            seed=given.seed,
            log=log,
            points=points,
            taught_spans=given.taught_spans,
        )
        report(student)
        save(student, given.work / f"{run_name}-{small}distilled-{given.seed}.safetensors")
        bring(student)
    log("done")


if __name__ == "__main__":
    main()
