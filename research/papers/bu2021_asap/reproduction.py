"""Bu et al. (2021) again: every system of its Tables 5 and 6, the statistics of Table 4, joint against separate training.

Systems are trained by ``python -m research.training.train`` (a GPU helps); here their predictions on the test sets are
scored and set beside the paper's figures. ``asap_runs`` says where they come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from research.papers.base import REPRODUCTIONS, Report
from research.papers.bu2021_asap import published as paper
from research.papers.bu2021_asap.category_figures import category_figures, category_table
from research.papers.bu2021_asap.files import Files, loose_files
from research.papers.bu2021_asap.hotel_folds import every_hotel
from research.papers.bu2021_asap.shipped_model import VOXPOP, with_shipped_model
from research.papers.bu2021_asap.tables import ablation_table, acsa_table, rating_table, statistics_table
from research.papers.bu2021_asap.trained_runs import WANTED, Own, Study, gather, vectors
from research.training.encoder_folder import encoder_folder
from voxpop.errors import InputError, OptionError
from voxpop.metrics.measure import SEED
from voxpop.metrics.score_table import Table

ROUNDS = 10  # of the paired test, for each draw asked for
SHOWN = 8  # names in an error
WHOLE = ("ASAP's train.csv, dev.csv and test.csv, or what stands in for them: asap/train_sample.csv, "
         "asap/dev_sample.csv and aichallenger-zh/labelled.csv")  # fmt: skip
SOURCES = {"aichallenger": "held-out AI-Challenger", "asap": "ASAP's dev sample"}


@REPRODUCTIONS.register("asap")
def run(
    data: Path,
    *,
    seed: int = SEED,
    draws: int = 200,
    runs: Path | None = None,
    train: bool = False,
    encoder_en: str | None = None,
    encoder_zh: str | None = None,
) -> Report:
    """``data`` holds ``semeval14``, ``aichallenger-zh``, ``asap`` (samples, or the whole release), ``lara-hotels``.

    Of files in ASAP's format that are no whole data set, Table 4 is told. Runs of one's own lie in ``runs`` (in "runs"
    unless named); with ``train``, or an encoder, those that are missing there are trained first.
    """
    own = own_runs(runs, train, {"en": encoder_en, "zh": encoder_zh})
    studies = {key: with_shipped_model(study) for key, study in gather(data, own).items()}
    files = loose_files(data)
    if not studies and not files.reviews:
        raise InputError(nothing_found(data, files))
    tables = {"Table 4": statistics_table(studies, files.reviews)}
    for key, study in studies.items():
        tables |= TABLES[key](study)
    compared = [studies[key] for key in ("hotels", "chinese") if key in studies and studies[key].of("joint")]
    if "hotels" in studies:
        compared.append(every_hotel(studies["hotels"].corpus, own.runs))
    for study in compared:
        tables[f"Joint against separate, {study.title}"] = ablation_table(study, seed=seed, rounds=ROUNDS * draws)
    figures = category_figures(studies)
    tables |= {name: category_table(figure) for name, figure in figures.items()}
    return Report(
        name="asap",
        title="Bu et al. (2021): aspect category sentiment and rating prediction, jointly",
        tables=tables,
        notes=(
            *(notes(studies, own) if studies else ()),
            *file_notes(studies, files),
            *own_notes([*studies.values(), *compared], own),
        ),
        figures=figures,
        settings={"seed": seed, "draws": draws, **encoders(studies)},
    )


def own_runs(folder: Path | None, train: bool, encoders: Mapping[str, str | None]) -> Own:
    chosen = {lang: encoder_folder(encoder) for lang, encoder in encoders.items() if encoder}
    if folder is not None and not folder.exists() and not (train or chosen):
        raise OptionError(f"There are no runs at {folder}. Name a folder that python -m research.training.train wrote to, "
                          "or train with --train.")  # fmt: skip
    return Own(runs=folder or Path("runs"), train=train or bool(chosen), encoders=chosen)


def restaurant_tables(study: Study) -> dict[str, Table]:
    return {"Table 5, RESTAURANT": acsa_table(study, column=2)}


def chinese_tables(study: Study) -> dict[str, Table]:
    """On the whole of ASAP as in the paper; on what stands in for it also by source."""
    tables = {f"Table 5, {study.title}": acsa_table(study, column=0)}
    for source in SOURCES if study.corpus.name != "asap" else ():
        tables[f"Table 5, {study.title}: {SOURCES[source]}"] = acsa_table(study, column=0, source=source)
    return {**tables, f"Table 6, {study.title}": rating_table(study)}


def hotel_tables(study: Study) -> dict[str, Table]:
    return {
        "Table 5, lara-hotels": acsa_table(study, column=None),
        "Table 6, lara-hotels": rating_table(study, beside=False),
    }


TABLES = {"restaurant": restaurant_tables, "chinese": chinese_tables, "hotels": hotel_tables}


def notes(studies: Mapping[str, Study], own: Own) -> tuple[str, ...]:
    found = [
        "A tenth of the training reviews is held out to choose the number of epochs. On restaurant and asap-zh systems "
        "are then trained again on all of them for as long; on asap, which has a dev set, and on lara-hotels the "
        "weights that were best on what was held out are kept. Joint Model (w/o RP) on restaurant has the "
        "epochs that cross-validation over all of them chose. The paper trains three.",
        "Vanilla-BERT here is one encoder with a softmax layer per aspect; ARP is our reading of its name, since "
        "Bu et al. (2021) describes neither.",
        "Word vectors are the small tables that come with voxpop unless --vectors says otherwise; the paper's are 300 "
        "wide (GloVe) and Tencent's eight million words.",
    ]  # fmt: skip
    if any(study.of(VOXPOP) for study in studies.values()):
        found.append("The row voxpop is the model that comes with voxpop, read now. It learnt from our own annotation "
                     "of many kinds of product and from none of these training sets, so that its row says what a user "
                     "gets and the others what a method gives on one set. Its stars are the median of what it holds "
                     "likely.")  # fmt: skip
    if "chinese" in studies and studies["chinese"].corpus.name != "asap":
        found.append("ASAP's 46,730 reviews are not here. The Chinese column is trained on AI-Challenger's reviews of "
                     "the same platform and aspects and ASAP's 100-review training sample: no reproduction of the "
                     "paper's. Put train.csv, dev.csv and test.csv into the folder asap for one. In Table 6 only the "
                     "samples have stars.")  # fmt: skip
    for study in studies.values():
        missing = [system for system in WANTED.get(study.corpus.name, paper.TITLES) if not study.of(system)]
        if missing:
            found.append(f"No runs on {study.corpus.name}: {', '.join(missing)}. To train them: the same command with "
                         f"--train and --encoder-{study.corpus.scheme.lang} DIR; or python -m research.training.train "
                         f"--config {study.corpus.name} --data DIR --encoder DIR --out {own.runs}.")  # fmt: skip
    return tuple(found)


def own_notes(studies: Iterable[Study], own: Own) -> Iterator[str]:
    mine = {run.place for study in studies for run in study.runs if run.place.startswith(str(own.runs))}
    if mine:
        yield f"{len(mine)} of the runs are your own, from {own.runs.resolve()}; they go before those that are shipped."


def file_notes(studies: Mapping[str, Study], files: Files) -> Iterator[str]:
    if files.reviews and "chinese" not in studies:
        yield (f"In ASAP's format there are: {', '.join(files.reviews)}. Their statistics are in Table 4. Tables 5 and "
               f"6 need {WHOLE}.")  # fmt: skip
    yield from (f"Not counted: {why}" for why in files.others)


def nothing_found(data: Path, files: Files) -> str:
    there = sorted(f"{path.name}/" if path.is_dir() else path.name for path in data.iterdir())
    listed = ", ".join(there[:SHOWN]) + ", …" * (len(there) > SHOWN) if there else "nothing"
    return " ".join([f"No data set of Bu et al. (2021) and no file in ASAP's format is in {data}, which holds: {listed}. "
                     f"Expected are the folders semeval14 or lara-hotels, or {WHOLE}; or, for Table 4, any CSV files "
                     f"with a review and ASAP's 18 labels a row, in {data} or {data / 'asap'}.",
                     *files.others])  # fmt: skip


def encoders(studies: Mapping[str, Study]) -> dict[str, str]:
    """What the systems began from, and the machine, by data set."""
    settings = {}
    for study in studies.values():
        names = {str(run.config["encoder"]["name"]) for run in study.runs if run.config["encoder"]}
        tables = {vectors(run) for run in study.runs if run.config["vectors"]}
        machines = {str(run.config["machine"]["device"]) for run in study.runs}
        if study.runs:
            began = "; ".join(sorted(names) + sorted(tables))
            settings[study.corpus.name] = f"begun from {began}; trained on {', '.join(sorted(machines))}"
    return settings
