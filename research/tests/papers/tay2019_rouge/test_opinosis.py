from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from research.papers.tay2019_rouge import opinosis
from research.papers.tay2019_rouge.opinosis import ARCHIVE, LABELS, PolarityLabel, TopicStatistics
from voxpop.errors import InputError


def archive(folder: Path, members: dict[str, bytes]) -> Path:
    (folder / "opinosis").mkdir()
    with ZipFile(folder / "opinosis" / ARCHIVE, "w") as stream:
        for name, content in members.items():
            stream.writestr(name, content)
    return folder


def test_table_3_comes_out_exactly(opinosis_data: Path) -> None:
    summaries = opinosis.summaries(opinosis_data)
    found = opinosis.statistics_of([summary.text for summary in summaries])
    assert (found.summaries, found.shortest, found.longest, found.median) == (223, 3, 62, 15)
    assert round(found.mean, 1) == 16.7
    assert len({summary.topic for summary in summaries}) == 51


def test_every_topic_keeps_three_to_five_summaries(opinosis_data: Path) -> None:
    topics = [summary.topic for summary in opinosis.summaries(opinosis_data)]
    assert {topics.count(topic) for topic in topics} == {3, 4, 5}


def test_a_repeated_text_goes_by_its_first_number(tmp_path: Path) -> None:
    texts = {2: b"Good.", 10: b"Bad.", 1: b" Good.\r\n", 3: b"Fine."}
    data = archive(tmp_path, {f"summaries-gold/a_b/a_b.{n}.gold": text for n, text in texts.items()})
    found = [(summary.key, summary.text) for summary in opinosis.summaries(data)]
    assert found == [(("a_b", 1), "Good."), (("a_b", 3), "Fine."), (("a_b", 10), "Bad.")]


def test_examples_in_the_archive_are_not_read(tmp_path: Path) -> None:
    gold = "summaries-gold/a_b/a_b.1.gold"
    data = archive(tmp_path, {gold: b"Good.", f"examples/input/{gold}": b"Other."})
    assert [summary.text for summary in opinosis.summaries(data)] == ["Good."]


def test_statistics_count_words_with_apostrophes_as_one() -> None:
    assert opinosis.statistics_of(["It's well-lit.", "Bad."]) == TopicStatistics(2, 1, 3, 2, 2)


def test_absent_empty_and_undecodable_data_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="opinosis"):
        opinosis.summaries(tmp_path)
    data = archive(tmp_path, {"readme.txt": b""})
    with pytest.raises(InputError, match="no gold summaries"):
        opinosis.summaries(data)
    with ZipFile(data / "opinosis" / ARCHIVE, "w") as stream:
        stream.writestr("summaries-gold/a_b/a_b.1.gold", b"caf\xe9 ")
    with pytest.raises(InputError, match=r"a_b\.1\.gold is not UTF-8"):
        opinosis.summaries(data)


def test_the_annotation_covers_every_summary_and_no_other(opinosis_data: Path) -> None:
    assert set(opinosis.polarities()) == {summary.key for summary in opinosis.summaries(opinosis_data)}


def test_the_annotation_is_complete_without_the_data() -> None:
    labels = opinosis.polarities()
    assert len(labels) == 223
    assert len({topic for topic, _ in labels}) == 51
    assert {reading for label in labels.values() for reading in (label.first, label.second, label.final)} == set(LABELS)


def test_adjudication_departs_from_two_equal_readings_only_where_the_paper_says_so() -> None:
    departures = [key for key, label in opinosis.polarities().items() if label.first == label.second != label.final]
    assert departures == [("buttons_amazon_kindle", 2)]


def test_labels_that_the_paper_gives_away() -> None:
    labels = opinosis.polarities()
    kindle = [label.final for (topic, _), label in labels.items() if topic == "buttons_amazon_kindle"]
    assert sorted(kindle) == ["negative", "positive", "positive", "positive"]
    for topic in ("performance_honda_accord_2008", "rooms_swissotel_chicago"):
        assert len({label.final for (name, _), label in labels.items() if name == topic}) == 1


def test_the_two_readings_agree_but_not_by_copying() -> None:
    observed, kappa = opinosis.agreement(list(opinosis.polarities().values()))
    assert 0.8 < kappa < 1
    assert kappa < observed < 1


def test_kappa_against_hand_worked_numbers() -> None:
    rows = [("positive", "positive")] * 20 + [("positive", "negative")] * 5
    rows += [("negative", "positive")] * 10 + [("negative", "negative")] * 15
    observed, kappa = opinosis.agreement([PolarityLabel(first, second, first) for first, second in rows])
    assert observed == pytest.approx(0.7)
    assert kappa == pytest.approx(0.4)


def test_kappa_of_constant_readings_is_defined() -> None:
    assert opinosis.agreement([PolarityLabel("positive", "positive", "positive")] * 3) == (1.0, 1.0)
    assert opinosis.agreement([PolarityLabel("positive", "negative", "positive")] * 3) == (0.0, 0.0)
