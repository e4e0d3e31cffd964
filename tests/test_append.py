"""More reviews taken into a file give what one run over all of them gives; edits stay."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import voxpop
from voxpop import Analysis, file_updates, run_facts, shards
from voxpop.engines import local
from voxpop.errors import OptionError, StoreError
from voxpop.ingest import curate
from voxpop.settings import Columns, Curation, Settings, stored_settings
from voxpop.store.change import changing
from voxpop.store.edit_log import do, undo
from voxpop.store.health import check_file
from voxpop.store.run_folder import folder_of

THINGS = ("room", "staff", "pool", "bed", "bar", "lobby", "shower", "breakfast")
WORDS = ("clean", "noisy", "great", "cold", "lovely", "broken", "superb", "slow")
HEADER = "id,text,stars,date,product\n"


def rows(count: int, seed: int, *, begin: int = 0) -> list[str]:
    chance = random.Random(seed)
    made = []
    for n in range(begin, begin + count):
        said = [
            f"The {chance.choice(THINGS)} was {chance.choice(WORDS)} on day {chance.randrange(10**6)}." for _ in "12"
        ]
        if chance.random() < 0.3:
            said.append(f"It is better than the {chance.choice(('Ritz', 'Hilton', 'Zenith'))}.")
        day = f"2024-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
        made.append(f"r{n},{' '.join(said)},{chance.randint(1, 5)},{day},Grand Hotel\n")
    return made


def written(path: Path, lines: Sequence[str]) -> Path:
    path.write_text(HEADER + "".join(lines), encoding="utf-8")
    return path


def analyze(source: Any, output: Path, **options: Any) -> Analysis:
    return voxpop.analyze(source, output=output, fast=True, domain="hotel", workers=1, **options)


def facts(found: Analysis) -> dict[str, Any]:
    """All that is counted."""
    document = found.document()
    return {
        "counts": document["counts"],
        "aspects": [{**row, "evidence": len(row["evidence"])} for row in document["aspects"]],
        "stars": document["stars"],
        "drivers": document["drivers"],
        "ledger": document["ledger"],
        "key_points": [(point["text"], point["reviews"]) for point in document["key_points"]],
        "summaries": [summary["text"] for summary in document["summaries"]],
        "claims": [(claim.text, claim.supporting, claim.opposing, claim.of) for claim in found.claims],
        "rejected": document["rejected"]["by_step"],
        "intervals": document["run"]["star_intervals"],
        "mentions": sorted((m.review_id, m.start, m.end, m.entity or "", m.category or "") for m in found.mentions),
        "comparisons": sorted((c.review_id, c.start, c.entity or "", c.verdict or 0) for c in found.comparisons),
        "reviews": [(review.id, review.predicted_low) for review in found.reviews],
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_the_result_is_that_of_one_run_over_all(seed: int, tmp_path: Path) -> None:
    lines = [*rows(70, seed), "short1,Great pool!,5,2024-01-01,Grand Hotel\n"]
    first, second = written(tmp_path / "a.csv", lines[:40]), written(tmp_path / "b.csv", lines[40:])
    whole = written(tmp_path / "whole.csv", lines)
    with analyze(whole, tmp_path / "whole.voxpop") as once:
        expected = facts(once)
    analyze(first, tmp_path / "a.voxpop").close()
    file_updates.append(tmp_path / "a.voxpop", second, workers=1)
    with voxpop.open(tmp_path / "a.voxpop") as found:
        assert facts(found) == expected
        assert found.document()["run"]["sources"] == [str(first), str(second)]
    assert not folder_of(tmp_path / "a.voxpop").exists()
    file_updates.append(tmp_path / "a.voxpop", whole, workers=1)
    with voxpop.open(tmp_path / "a.voxpop") as again:  # all are known
        counted = facts(again)
        assert sum(row["count"] for row in counted.pop("rejected")) == 71
        expected.pop("rejected")
        assert {**counted, "counts": 0} == {**expected, "counts": 0}


def test_workers_check_the_rows_of_a_large_append_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines, started = rows(140, 3), []

    class Noted(local.Worker):
        def __init__(self, work: bytes) -> None:
            super().__init__(work)
            started.append(b"check_rows" in work)

    for name in ("a.voxpop", "b.voxpop"):
        analyze(written(tmp_path / "a.csv", lines[:40]), tmp_path / name).close()
    few, more = written(tmp_path / "few.csv", lines[:2]), written(tmp_path / "more.csv", lines[40:])
    file_updates.append(tmp_path / "a.voxpop", few, workers=1)
    file_updates.append(tmp_path / "a.voxpop", more, workers=1)
    monkeypatch.setattr(local, "Worker", Noted)
    file_updates.append(tmp_path / "b.voxpop", few, workers=2)
    assert not started
    monkeypatch.setattr(curate, "CHECKED_TOGETHER", 400)
    file_updates.append(tmp_path / "b.voxpop", more, workers=2)
    assert any(started)
    with voxpop.open(tmp_path / "a.voxpop") as one, voxpop.open(tmp_path / "b.voxpop") as two:
        assert facts(two) == facts(one)


def test_many_small_appends_are_one_run(tmp_path: Path) -> None:
    lines = rows(60, 7)
    with analyze(written(tmp_path / "whole.csv", lines), tmp_path / "whole.voxpop") as once:
        expected = facts(once)
    chance, cuts = random.Random(3), [0, 20]
    while cuts[-1] < 60:
        cuts.append(min(60, cuts[-1] + chance.randint(3, 20)))
    analysis = analyze(written(tmp_path / "x0.csv", lines[:20]), tmp_path / "x.voxpop")
    for begin, end in pairwise(cuts[1:]):
        analysis.append(written(tmp_path / f"x{begin}.csv", lines[begin:end]), workers=1)
    with analysis:
        assert len(cuts) > 4
        assert facts(analysis) == expected


def test_edits_stay_and_count_the_new_reviews(tmp_path: Path) -> None:
    lines = rows(60, 5)
    output = tmp_path / "a.voxpop"
    analyze(written(tmp_path / "a.csv", lines[:40]), output).close()
    with changing(output) as store:
        ids = {aspect.name: aspect.id for aspect in store.aspects}
        do(store, "rename", {"id": ids["room"], "name": "bedroom"}, who="Ann")
        do(store, "merge", {"ids": [ids["bed"]], "into": ids["room"]}, who="Ann")
    with voxpop.open(output) as before:
        (aspects := tmp_path / "aspects.toml").write_text(before.user_aspects(), encoding="utf-8")
    with analyze(written(tmp_path / "whole.csv", lines), tmp_path / "w.voxpop", aspects=str(aspects)) as once:
        expected = facts(once)
    file_updates.append(output, written(tmp_path / "b.csv", lines[40:]), workers=1)
    with voxpop.open(output) as found:
        assert "bedroom" in [aspect.name for aspect in found.aspects]
        assert facts(found) == expected
        assert [(edit.kind, edit.who, edit.undone_by) for edit in found.edits] == [
            ("rename", "Ann", "append"), ("merge", "Ann", "append"), ("sheet", "append", None),
        ]  # fmt: skip
    with changing(output) as store:
        undo(store, who="Ann")
    with voxpop.open(output) as undone:
        assert "room" in [aspect.name for aspect in undone.aspects]


def test_rows_of_before_are_passed_over(tmp_path: Path) -> None:
    lines = rows(30, 9)
    analysis = analyze(written(tmp_path / "a.csv", lines[:20]), tmp_path / "a.voxpop")
    late = sum(line.split(",")[3] >= "2024-07-01" for line in lines[20:])
    analysis.append(written(tmp_path / "b.csv", lines[20:]), since=date(2024, 7, 1), workers=1)
    with analysis:
        assert 0 < late < 10
        assert len(analysis.reviews) == 20 + late
        assert len(analysis.rejected) == 0


def test_stars_and_dates_are_read_as_in_the_rows_before(tmp_path: Path) -> None:
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    first.write_text("text,score,date\nThe room was clean.,10,28/05/2024\nThe bed was cold.,2,01/05/2024\n")
    second.write_text("text,score,date\nThe pool was great.,4,03/04/2024\n")  # alone: out of 5, the fourth of March
    analysis = analyze(first, tmp_path / "a.voxpop")
    analysis.append(second, workers=1)
    with analysis:
        new = analysis.reviews[-1]
        assert (new.stars, new.date) == (2, date(2024, 4, 3))


def test_ids_of_another_numbering_are_other_reviews(tmp_path: Path) -> None:
    analysis = analyze(written(tmp_path / "a.csv", rows(20, 1)), tmp_path / "a.voxpop")
    analysis.append(written(tmp_path / "a2.csv", rows(20, 2)), workers=1)
    with analysis:
        ids = [review.id for review in analysis.reviews]
    assert len(set(ids)) == 40
    assert ids[20] == "a2:r0"


def test_a_single_new_row_in_another_language_is_set_aside_and_is_no_error(tmp_path: Path) -> None:
    output = tmp_path / "a.voxpop"
    analyze(written(tmp_path / "a.csv", rows(20, 1)), output).close()
    row = "x1,部屋はとてもきれいで、スタッフも親切でした。また泊まりたいです。,5,2024-01-01,Grand Hotel\n"
    file_updates.append(output, written(tmp_path / "b.csv", [row]), workers=1)
    with voxpop.open(output) as found:
        assert len(found.reviews) == 20
        assert [rejected.step for rejected in found.rejected] == ["language"]


def test_a_stopped_append_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = rows(200, 4)
    output, more = tmp_path / "a.voxpop", written(tmp_path / "b.csv", lines[60:])
    analyze(written(tmp_path / "a.csv", lines[:60]), output).close()
    before = output.read_bytes()
    real, done = shards.extract_shard, []

    def work(task: Any, **options: Any) -> Any:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(task)
        return real(task, **options)

    with monkeypatch.context() as patch:
        patch.setattr(shards, "extract_shard", work)
        with pytest.raises(KeyboardInterrupt):
            file_updates.append(output, more, workers=1)
    assert output.read_bytes() == before
    notes: list[str] = []
    file_updates.append(output, more, workers=1, on_note=notes.append)
    with voxpop.open(output) as found:
        assert len(found.reviews) == 200
    assert notes == ["Going on with the run that was interrupted: 128 of 140 reviews are read."]


def test_refresh_reads_again_only_if_something_changed(tmp_path: Path) -> None:
    output = tmp_path / "a.voxpop"
    with analyze(written(tmp_path / "a.csv", rows(40, 3)), output) as analysis:
        expected = facts(analysis)
    notes: list[str] = []
    file_updates.refresh(output, workers=1, on_note=notes.append)
    assert notes == [f"{output} is up to date: nothing was read again."]
    with changing(output) as store:
        do(store, "rename", {"id": next(iter(store.aspects)).id, "name": "renamed"}, who="Ann")
        store.put({"version": "0.0"})
        store._write("UPDATE mentions SET polarity = 0; DELETE FROM run WHERE key = 'reading'")
    with pytest.raises(StoreError, match=r"older voxpop .*voxpop analyze --refresh"):
        file_updates.append(output, tmp_path / "a.csv")
    file_updates.refresh(output, workers=1)
    with voxpop.open(output) as found:
        assert next(iter(found.aspects)).name == "renamed"
        assert found.document()["run"]["version"] == voxpop.__version__
        assert facts(found)["mentions"] == expected["mentions"]
        assert facts(found)["stars"] == expected["stars"]


def test_refresh_reads_only_the_languages_whose_weights_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "a.voxpop"
    chinese = [
        f"z{n},房间很{'干净' if n % 3 else '脏'}，服务员态度很好。第{n}次来。,{1 + n % 5},,\n" for n in range(20)
    ]
    mixed = [line for pair in zip(rows(20, 3), chinese, strict=True) for line in pair]
    with analyze(written(tmp_path / "a.csv", mixed), output) as analysis:
        expected, ids = facts(analysis), [review.id for review in analysis.reviews]
        english = sum(review.lang == "en" for review in analysis.reviews)
    assert 0 < english < len(ids)
    with changing(output) as store:
        store._write("UPDATE mentions SET polarity = 0 FROM reviews r WHERE r.seq = review AND r.lang = 'en'")
        engines = store.facts()["engines"]
        store.put({"engines": {**engines, "en": {**engines["en"], "sha256": "of earlier weights"}}})
    read: list[str] = []
    real = shards.extract_shard

    def work(task: Any, **options: Any) -> Any:
        read.extend(review.lang or "" for review in shards.read_shard(task.source, task.start, task.stop))
        return real(task, **options)

    monkeypatch.setattr(shards, "extract_shard", work)
    notes: list[str] = []
    file_updates.refresh(output, workers=1, on_note=notes.append)
    assert read == ["en"] * english
    assert notes == ["Only the weights for en changed: reviews in other languages are not read again."]
    with voxpop.open(output) as found:
        assert [review.id for review in found.reviews] == ids
        assert facts(found) == expected


def test_reviews_read_by_other_weights_are_still_said_to_be_after_an_append(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "a.voxpop"
    analyze(written(tmp_path / "a.csv", rows(20, 3)), output).close()
    real = run_facts.assets()
    renewed = [replace(asset, files={"config.json": "0"}) if asset.name == "en-tagger" else asset for asset in real]
    monkeypatch.setattr(run_facts, "assets", lambda: renewed)
    notes: list[str] = []
    file_updates.append(output, written(tmp_path / "b.csv", rows(5, 4, begin=20)), workers=1, on_note=notes.append)
    assert [note.partition(" than ")[0] for note in notes] == [
        f"The reviews in {output} were read by another voxpop or by other weights"
    ]
    assert "weights" in {check.name for check in check_file(output)}
    file_updates.refresh(output, workers=1)
    assert "weights" not in {check.name for check in check_file(output)}
    notes.clear()
    file_updates.refresh(output, workers=1, on_note=notes.append)
    assert notes == [f"{output} is up to date: nothing was read again."]


def test_an_analysis_in_memory_takes_in_nothing() -> None:
    with voxpop.analyze(["The room was clean."], fast=True) as analysis, pytest.raises(OptionError, match="in memory"):
        analysis.append(["The bed was hard."])


def test_settings_come_back_from_a_file() -> None:
    from dataclasses import asdict

    settings = Settings(top=7, aliases=("x",), columns=Columns(text=("a", "b")), curation=Curation(max_chars=9))
    assert stored_settings(asdict(settings)) == settings
    assert stored_settings({"top": 3, "gone": 1, "curation": {"old": 2}}) == Settings(top=3)
    assert stored_settings({"method": "auto"}) == Settings(method="model")
