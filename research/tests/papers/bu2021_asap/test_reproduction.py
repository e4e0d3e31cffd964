from __future__ import annotations

import csv
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from research.papers.bu2021_asap import hotel_folds as asap_folds
from research.papers.bu2021_asap import published as paper001
from research.papers.bu2021_asap import reproduction as asap
from research.papers.bu2021_asap import trained_runs as asap_runs
from research.papers.bu2021_asap.shipped_model import median_star
from research.papers.bu2021_asap.tables import summary
from research.training import runs
from research.training.data import Corpus, Example, load, write_plain
from research.training.recipe import CONFIGS
from research.training.scheme import CLASSES, HOTELS, NOT_MENTIONED, RESTAURANT, Scheme, asap_columns
from research.training.scheme import asap as asap_scheme
from research.training.scores import Prediction
from voxpop.errors import InputError, OptionError
from voxpop.extract import opinion_model
from voxpop.extract.opinion_model import TextScores
from voxpop.metrics.score_table import Table

Say = Callable[[Example], Prediction]


def examples(
    scheme: Scheme, count: int, *, sources: tuple[str, ...] = ("x",), stars: bool = True
) -> tuple[Example, ...]:
    dice = random.Random(0)
    found = []
    for i in range(count):
        labels = tuple(dice.choice((*CLASSES, NOT_MENTIONED)) for _ in scheme.aspects[1:])
        source = sources[i % len(sources)]
        rated = float(dice.randint(1, 5)) if stars and source != "aichallenger" else None
        found.append(Example(f"{scheme.name}-{i}", "Good. 好。", (CLASSES[i % 3], *labels), rated, source))
    return tuple(found)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Three small data sets in the plain format."""
    chinese = ("aichallenger", "asap")
    for name, scheme, sources, stars in (("restaurant", RESTAURANT, ("semeval14",), False),
                                         ("asap-zh", asap_scheme(), chinese, True),
                                         ("lara-hotels", HOTELS, ("lara-hotels",), True)):  # fmt: skip
        made = examples(scheme, 40, sources=sources, stars=stars)
        write_plain(Corpus(name, scheme, made[:10], made[10:20], made[20:]), tmp_path / "data" / f"{name}.jsonl.xz")
    return tmp_path / "data"


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(asap_runs, "SHIPPED", tmp_path / "nothing-shipped.jsonl.xz")
    monkeypatch.setattr(asap_folds, "SHIPPED", tmp_path / "nothing-shipped.jsonl.xz")
    monkeypatch.setattr(opinion_model, "has_opinion_model", lambda lang: False)
    return tmp_path / "runs"


def right(example: Example) -> Prediction:
    return Prediction(example.id, example.labels, example.stars)


def flipped(example: Example) -> Prediction:
    labels = tuple(-label if label in CLASSES else label for label in example.labels)
    return Prediction(example.id, labels, example.stars and 6.0 - example.stars)


def write_run(out: Path, data: Path, name: str, system: str, say: Say, *, seed: int = 0, encoder: str = "tiny") -> Path:
    home = runs.folder(out, name if encoder == "tiny" else f"{name}-{encoder}", system, seed)
    home.mkdir(parents=True)
    config = {"system": system, "seed": seed, "data": name, "encoder": {"name": encoder}, "vectors": None,
              "machine": {"device": "CPU"}}  # fmt: skip
    runs.write_json(home / "config.json", config)
    runs.write_json(home / "metrics.json", {})
    runs.write_predictions(home / "predictions.jsonl", map(say, load(name, data).test))
    return home


def row(table: Table, model: str) -> dict[str, Any]:
    return dict(zip(table.columns, next(row for row in table.rows if row[0] == model), strict=True))


def test_without_runs_the_papers_figures_stand_alone_and_the_command_is_named(data: Path, out: Path) -> None:
    report = asap.run(data)
    table = report.tables["Table 5, RESTAURANT"]
    assert len(table.rows) == 8
    joint = row(table, "Joint Model (w/o RP)")
    assert (joint["paper: F1 on RESTAURANT"], joint["macro-F1"], joint["seeds"]) == (0.8201, None, None)
    assert any(
        "No runs on restaurant: textcnn, " in note and "research.training.train" in note for note in report.notes
    )
    assert any("ASAP's 46,730 reviews are not here" in note for note in report.notes)
    assert report.to_markdown().count("| TextCNN |") >= 3


def test_runs_are_scored_and_averaged_over_seeds(data: Path, out: Path) -> None:
    write_run(out, data, "restaurant", "joint-no-rp", right)
    write_run(out, data, "restaurant", "joint-no-rp", flipped, seed=1)
    write_run(out, data, "restaurant", "textcnn", right)
    table = asap.run(data).tables["Table 5, RESTAURANT"]
    joint = row(table, "Joint Model (w/o RP)")
    test = load("restaurant", data).test
    labels = [label for example in test for label in example.mentioned.values()]
    neutral = labels.count(0) / len(labels)
    assert joint["seeds"] == 2
    assert joint["macro-F1"] == pytest.approx((1 + 1 / 3) / 2)
    assert joint["accuracy"] == pytest.approx((1 + neutral) / 2)
    assert joint["± sd of it"] == pytest.approx((1 - neutral) / 2**0.5)
    assert row(table, "TextCNN")["macro-F1"] == 1.0
    assert row(table, "TextCNN")["± sd"] is None


def test_the_chinese_column_is_labelled_and_split_by_source(data: Path, out: Path) -> None:
    def mixed(example: Example) -> Prediction:
        return right(example) if example.source == "asap" else flipped(example)

    write_run(out, data, "asap-zh", "joint", mixed)
    tables = asap.run(data).tables
    titles = [title for title in tables if title.startswith("Table 5, Chinese")]
    assert titles == ["Table 5, Chinese data at hand, not ASAP",
                      "Table 5, Chinese data at hand, not ASAP: held-out AI-Challenger",
                      "Table 5, Chinese data at hand, not ASAP: ASAP's dev sample"]  # fmt: skip
    figures = [row(tables[title], "Joint Model")["macro-F1"] for title in titles]
    assert figures[1] == pytest.approx(1 / 3)
    assert figures[2] == 1.0
    assert figures[1] < figures[0] < figures[2]
    rated = row(tables["Table 6, Chinese data at hand, not ASAP"], "Joint Model")
    assert (rated["MAE"], rated["accuracy"]) == (0.0, 1.0)


def test_joint_against_separate_has_a_p(data: Path, out: Path) -> None:
    for seed in (0, 1):
        write_run(out, data, "lara-hotels", "joint", right, seed=seed)
        write_run(out, data, "lara-hotels", "joint-no-rp", flipped, seed=seed)
        write_run(out, data, "lara-hotels", "joint-no-acsa", right, seed=seed)
    table = asap.run(data, draws=50).tables["Joint against separate, lara-hotels"]
    acsa, rp = (dict(zip(table.columns, each, strict=True)) for each in table.rows)
    assert acsa["joint"] == 1.0
    assert acsa["separate"] < 0.5
    assert acsa["p"] < 0.01
    assert (rp["difference"], rp["p"]) == (0.0, 1.0)


def test_folds_count_as_one_run_where_all_are_there(data: Path, out: Path) -> None:
    corpus = load("lara-hotels", data)
    reviews = (*corpus.train, *corpus.test)

    def write_folds(system: str, say: Say, *, seed: int, folds: Sequence[int]) -> None:
        for fold in folds:
            home = write_run(out, data, "lara-hotels", system, say, seed=seed, encoder=f"fold-{fold}")
            config = runs.read(home).config | {"data": f"lara-hotels-fold-{fold}", "encoder": {"name": "tiny"}}
            runs.write_json(home / "config.json", config)
            runs.write_predictions(home / "predictions.jsonl", map(say, reviews[fold::9]))

    for seed in (0, 1):
        write_folds("joint-rated", right, seed=seed, folds=range(9))
    write_folds("joint-no-acsa", flipped, seed=0, folds=range(9))
    write_folds("joint-no-acsa", right, seed=1, folds=range(8))  # not whole: not counted
    table = asap.run(data, draws=50).tables["Joint against separate, lara-hotels, every hotel tested once"]
    (found,) = (dict(zip(table.columns, each, strict=True)) for each in table.rows)
    assert (found["figure"], found["begins from"], found["seeds"]) == ("MAE", "tiny; aspects in stars", 1)
    flips = [abs(6 - 2 * review.stars) for review in reviews if review.stars is not None]
    assert (found["joint"], found["separate"]) == (0.0, pytest.approx(np.mean(flips)))
    assert found["p"] < 0.01


def test_joint_against_separate_is_paired_within_an_encoder(data: Path, out: Path) -> None:
    for seed in (0, 1, 2):
        write_run(out, data, "lara-hotels", "joint", right, seed=seed)
        write_run(out, data, "lara-hotels", "joint-no-acsa", flipped, seed=seed, encoder="adapted")
    table = asap.run(data, draws=5).tables["Joint against separate, lara-hotels"]
    assert [(each[0], each[2], each[-1]) for each in table.rows] == [("macro-F1", None, None), ("MAE", None, None)]
    write_run(out, data, "lara-hotels", "joint", right, seed=0, encoder="adapted")
    table = asap.run(data, draws=50).tables["Joint against separate, lara-hotels"]
    found = dict(zip(table.columns, table.rows[1], strict=True))
    assert (found["begins from"], found["seeds"], found["joint"]) == ("adapted", 1, 0.0)
    assert found["p"] < 0.01


def test_every_encoder_has_its_row(data: Path, out: Path) -> None:
    for seed in (0, 1):
        write_run(out, data, "restaurant", "joint-no-rp", flipped, seed=seed)
        write_run(out, data, "restaurant", "joint-no-rp", right, seed=seed, encoder="adapted")
    table = asap.run(data).tables["Table 5, RESTAURANT"]
    joint = [dict(zip(table.columns, each, strict=True)) for each in table.rows if each[0] == "Joint Model (w/o RP)"]
    assert [(each["begins from"], each["seeds"]) for each in joint] == [("adapted", 2), ("tiny", 2)]
    assert [each["macro-F1"] for each in joint] == pytest.approx([1.0, 1 / 3])
    assert {each["paper: F1 on RESTAURANT"] for each in joint} == {0.8201}


def test_hotels_have_no_columns_of_a_paper_that_has_no_hotels(data: Path, out: Path) -> None:
    write_run(out, data, "lara-hotels", "joint", right)
    tables = asap.run(data).tables
    for number, figure in ((5, "macro-F1"), (6, "MAE")):
        table = tables[f"Table {number}, lara-hotels"]
        assert table.columns == ("model", "begins from", "seeds", figure, "± sd", "accuracy", "± sd of it")
        assert [(each[0], each[1], each[2], each[5]) for each in table.rows] == [("Joint Model", "tiny", 1, 1.0)]


def test_word_vectors_are_named_in_words(data: Path, out: Path) -> None:
    home = write_run(out, data, "restaurant", "textcnn", right)
    runs.write_json(home / "config.json", runs.read(home).config | {"encoder": None, "vectors": "shipped"})
    report = asap.run(data)
    words = "word vectors that come with voxpop"
    assert row(report.tables["Table 5, RESTAURANT"], "TextCNN")["begins from"] == words
    assert report.settings["restaurant"] == f"begun from {words}; trained on CPU"


class FakeModel:
    """Says of every review that all is well."""

    home = Path("fake")

    def __init__(self, lang: str) -> None:
        aspects = {"en": RESTAURANT.aspects, "zh": asap_scheme().aspects}
        self.config = {"fine": list(aspects[lang])}

    def read(self, text: str) -> TextScores:
        fine = np.tile(np.array([1, 0.1, 0.1, 0.8], np.float32), (len(self.config["fine"]), 1))
        stars, domains = np.array([0, 0, 0, 0.4, 0.6], np.float32), np.ones(1, np.float32)
        return TextScores((), (), stars, domains, fine)


def test_the_shipped_model_stands_beside_the_papers_systems(
    data: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opinion_model, "has_opinion_model", lambda lang: True)
    monkeypatch.setattr(opinion_model, "opinion_model", FakeModel)
    tables = asap.run(data).tables
    ours = row(tables["Table 5, RESTAURANT"], "voxpop")
    labels = [label for example in load("restaurant", data).test for label in example.mentioned.values()]
    assert ours["accuracy"] == pytest.approx(labels.count(1) / len(labels))
    assert ours["paper: F1 on RESTAURANT"] is None
    stars = [e.stars for e in load("asap-zh", data).test if e.stars]
    rated = row(tables["Table 6, Chinese data at hand, not ASAP"], "voxpop")
    assert rated["MAE"] == pytest.approx(sum(5 - star for star in stars) / len(stars))
    hotels = [e.stars for e in load("lara-hotels", data).test if e.stars]
    assert row(tables["Table 6, lara-hotels"], "voxpop")["MAE"] == pytest.approx(5 - sum(hotels) / len(hotels))
    assert not any(each[0] == "voxpop" for each in tables["Table 5, lara-hotels"].rows)


def test_the_median_star_is_where_half_of_the_chances_lie() -> None:
    assert median_star([0.5, 0, 0, 0, 0.5]) == 1
    assert median_star([0.1, 0.1, 0.2, 0.3, 0.3]) == 4
    assert median_star([0, 0, 0, 0, 1]) == 5


def test_categories_are_drawn_for_those_who_labelled_them(data: Path, out: Path) -> None:
    assert asap.run(data).figures == {}
    for seed, say in enumerate((right, flipped)):
        write_run(out, data, "restaurant", "joint-no-rp", say, seed=seed)
    write_run(out, data, "restaurant", "voxpop", right, encoder="reader-en")
    report = asap.run(data)
    figure = report.figures["Categories, RESTAURANT"]
    drawn = figure.data["accuracy"]
    assert set(drawn) == set(RESTAURANT.aspects)
    assert {bar["voxpop"] for bar in drawn.values()} == {1.0}
    food = [example.labels[0] for example in load("restaurant", data).test if 0 in example.mentioned]
    assert drawn["food"]["Joint Model (w/o RP)"] == pytest.approx((1 + food.count(0) / len(food)) / 2)
    assert "<svg" in figure.svg
    shown = row(report.tables["Categories, RESTAURANT"], "Joint Model (w/o RP)")
    assert {name: shown[name] for name in drawn} == {name: bar["Joint Model (w/o RP)"] for name, bar in drawn.items()}


def test_a_model_with_other_categories_is_refused(data: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = FakeModel("en")
    lacking.config["fine"].remove("price")
    monkeypatch.setattr(opinion_model, "has_opinion_model", lambda lang: lang == "en")
    monkeypatch.setattr(opinion_model, "opinion_model", lambda lang: lacking)
    with pytest.raises(InputError, match="has 4 fine categories and cannot label the 5 aspects of restaurant"):
        asap.run(data)


def test_the_note_on_training_again_is_what_the_configs_say(data: Path, out: Path) -> None:
    again = {path.stem for path in CONFIGS.glob("*.json") if '"refit": true' in path.read_text("utf-8")}
    assert again == {"restaurant", "asap-zh"}
    settled = [path.stem for path in CONFIGS.glob("*.json") if '"settled": true' in path.read_text("utf-8")]
    assert settled == ["restaurant"]
    note = asap.run(data).notes[0]
    assert "On restaurant and asap-zh systems are then trained again" in note
    assert "Joint Model (w/o RP) on restaurant has the epochs that cross-validation" in note


def test_ones_own_runs_go_before_those_shipped(data: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path = out.parent
    write_run(tmp_path / "shipped", data, "restaurant", "textcnn", flipped)
    write_run(tmp_path / "shipped", data, "restaurant", "capsnet", flipped)
    runs.pack(runs.find(tmp_path / "shipped"), tmp_path / "shipped.jsonl.xz")
    monkeypatch.setattr(asap_runs, "SHIPPED", tmp_path / "shipped.jsonl.xz")
    write_run(out, data, "restaurant", "textcnn", right)
    table = asap.run(data).tables["Table 5, RESTAURANT"]
    assert row(table, "TextCNN")["macro-F1"] == 1.0
    assert row(table, "CapsNet")["macro-F1"] == pytest.approx(1 / 3)


def test_runs_on_another_test_set_are_refused(data: Path, out: Path) -> None:
    write_run(out, data, "restaurant", "textcnn", lambda example: replace(right(example), id=example.id + "x"))
    with pytest.raises(InputError, match="predicts other reviews than the test set holds now"):
        asap.run(data)


def test_stars_must_be_there(data: Path, out: Path) -> None:
    write_run(out, data, "asap-zh", "joint", lambda example: replace(right(example), stars=None))
    with pytest.raises(InputError, match="predicts no stars"):
        asap.run(data)


def test_the_whole_release_takes_the_place_of_the_samples(data: Path, out: Path) -> None:
    header = ["id", "review", "star", *dict(asap_columns())["release"]]
    for part in ("train", "dev", "test"):
        (data / "asap").mkdir(exist_ok=True)
        with (data / "asap" / f"{part}.csv").open("w", encoding="utf-8", newline="") as lines:
            csv.writer(lines).writerows([header, [part, "好吃。便宜。", "5", *["1"] * 18]])
    report = asap.run(data)
    assert "Table 5, ASAP" in report.tables
    assert "Table 6, ASAP" in report.tables
    ours = [each for each in report.tables["Table 4"].rows if each[0] == "ASAP" and each[2] == "ours"]
    seen = [(each[1], each[3], each[7], each[14]) for each in ours]
    assert seen == [(part, 1, 18, 1) for part in ("train", "dev", "test")]
    assert not any("46,730" in note for note in report.notes)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[Path | None, tuple[str, ...]]]:
    """What training was asked for, by data set: the encoder, and the systems. Nothing is trained."""
    from research.training import train

    found: dict[str, tuple[Path | None, tuple[str, ...]]] = {}

    def note(plan: Any, place: Any, *, seeds: Any, systems: Any) -> list[runs.Run]:
        found[plan.data] = place.encoder, tuple(systems)
        return []

    monkeypatch.setattr(train, "train", note)
    return found


def test_training_what_is_missing(data: Path, out: Path, asked: dict[str, Any]) -> None:
    for seed in (0, 1, 2):
        home = write_run(out, data, "restaurant", "textcnn", right, seed=seed)
        runs.write_json(home / "config.json", runs.read(home).config | {"encoder": None, "vectors": "shipped"})
    asap.run(data)
    assert asked == {}
    asap.run(data, train=True)
    assert asked["restaurant"] == (None, ("bilstm-attn", "atae-lstm", "capsnet"))


def test_an_encoder_trains_what_was_not_trained_from_it(data: Path, out: Path, asked: dict[str, Any]) -> None:
    for name, encoder in (("joint", "other"), ("joint-no-rp", "bert-base-chinese")):
        for seed in (0, 1, 2):
            write_run(out, data, "asap-zh", name, right, seed=seed, encoder=encoder)
    chinese = out.parent / "bert-base-chinese"
    chinese.mkdir()
    asap.run(data, encoder_zh=str(chinese))
    encoder, systems = asked["asap-zh"]
    assert encoder == chinese
    assert {"joint", "joint-no-acsa", "vanilla-bert"} <= set(systems)
    assert "joint-no-rp" not in systems
    assert "joint-no-rp" not in asked["restaurant"][1]  # no English encoder was named


def test_runs_of_ones_own_are_said(data: Path, out: Path) -> None:
    assert not any("your own" in note for note in asap.run(data).notes)
    write_run(out, data, "restaurant", "textcnn", right)
    other = write_run(out.parent / "mine", data, "restaurant", "capsnet", right).parent.parent
    note = asap.run(data).notes[-1]
    assert note == f"1 of the runs are your own, from {out}; they go before those that are shipped."
    assert asap.run(data, runs=other).notes[-1].startswith(f"1 of the runs are your own, from {other}; ")
    runs.pack(runs.find(other), out.parent / "mine.jsonl.xz")
    assert "mine.jsonl.xz; they go before" in asap.run(data, runs=out.parent / "mine.jsonl.xz").notes[-1]
    with pytest.raises(OptionError, match="There are no runs at nowhere"):
        asap.run(data, runs=Path("nowhere"))


def test_mean_and_deviation() -> None:
    assert summary([]) == (None, None)
    assert summary([0.5]) == (0.5, None)
    assert summary([1.0, 3.0]) == (2.0, pytest.approx(2**0.5))


def test_table_4_beside_the_papers(data_dir: Path, out: Path) -> None:
    table = asap.run(data_dir, draws=1).tables["Table 4"]
    found = {(each[0], each[1], each[2]): each for each in table.rows}
    for split in ("train", "test"):
        ours, theirs = (found["RESTAURANT", split, whose] for whose in ("ours", "paper"))
        assert ours[3] == theirs[3]
        assert ours[7:10] == theirs[7:10]
    assert found["ASAP", "train", "paper"][3] == paper001.TABLE_4["ASAP", "train"].reviews


def write_asap(path: Path, *labels: str, header: str = "release") -> None:
    """A file in ASAP's format with one review of five stars."""
    lead = {"release": ("id", "review", "star"), "sample": ("index", "reviewbody", "star")}[header]
    path.parent.mkdir(exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as lines:
        columns = dict(asap_columns())[header]
        csv.writer(lines).writerows(
            [[*lead, *columns], ["1", "好吃。便宜。", "5", *labels, *["-2"] * (18 - len(labels))]]
        )


def test_asaps_files_alone_are_enough(tmp_path: Path, out: Path) -> None:
    for part in ("train", "dev", "test"):
        write_asap(tmp_path / f"{part}.csv", "0")
    report = asap.run(tmp_path)
    assert set(report.tables) == {"Table 4", "Table 5, ASAP", "Table 6, ASAP"}
    assert {row[0] for row in report.tables["Table 4"].rows} == {"ASAP"}


@pytest.mark.parametrize(
    "names", [("asap/train_sample", "asap/dev_sample"), ("asap/train",), ("train",), ("一月", "b")]
)
def test_of_any_files_in_asaps_format_there_is_table_4(names: tuple[str, ...], tmp_path: Path, out: Path) -> None:
    for name, header in zip(names, ("sample", "release"), strict=False):
        write_asap(tmp_path / f"{name}.csv", "1", "-1", "0", "1", header=header)
    (tmp_path / "aichallenger-zh").mkdir()  # empty: nothing stands in for ASAP
    report = asap.run(tmp_path)
    assert set(report.tables) == {"Table 4"}
    rows = {each[1]: each for each in report.tables["Table 4"].rows if each[2] == "ours"}
    assert set(rows) == {name.removeprefix("asap/") for name in names}
    for each in rows.values():
        assert each[3:] == (1, 2.0, 4.0, 4.0, 2, 1, 1, 0, 0, 0, 0, 1)
    (note,) = report.notes
    assert "Tables 5 and 6 need ASAP's train.csv, dev.csv and test.csv, or " in note
    assert all(name in note for name in rows)


def test_files_beside_the_data_sets_have_their_rows_too(data: Path, out: Path) -> None:
    write_asap(data / "asap" / "mine.csv", "1")
    (data / "notes.csv").write_text("who,what\n")
    (data / "gb.csv").write_bytes("编号,评论\n".encode("gb18030"))
    report = asap.run(data)
    assert {"RESTAURANT", "lara-hotels", "in ASAP's format"} <= {each[0] for each in report.tables["Table 4"].rows}
    told = [note for note in report.notes if note.startswith("Not counted: ")]
    assert any("notes.csv has no column of reviews" in note for note in told)
    assert any("gb.csv is not in UTF-8" in note for note in told)


def test_what_is_there_and_what_is_wrong_with_it_is_named(tmp_path: Path, out: Path) -> None:
    with pytest.raises(InputError, match=r"No data set of Bu et al\. \(2021\) .* which holds: nothing\. Expected are "):
        asap.run(tmp_path)
    (tmp_path / "asap").mkdir()
    (tmp_path / "asap" / "train.csv").write_text("id,review,star,Location#Transportation\n")
    with pytest.raises(InputError, match=r"which holds: asap/\. .*train\.csv lacks label columns: Location#Downtown, "):
        asap.run(tmp_path)
    write_asap(tmp_path / "asap" / "train.csv", "7")
    with pytest.raises(InputError, match=r"train\.csv, record 1, column Location#Transportation: '7' is no label"):
        asap.run(tmp_path)
