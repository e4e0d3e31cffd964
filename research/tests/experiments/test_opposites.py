"""The pairs of a sentence and its opposite."""

from __future__ import annotations

from collections import Counter

from research.experiments.factuality.opposites import KINDS, SPLITS, CheckedPair, read_files, read_pairs, table_row
from research.training.opinions.texts import HELD_OUT
from voxpop.check import CheckedSentence


def test_fifty_pairs_a_file_ten_of_each_kind() -> None:
    pairs, files = read_pairs(), read_files()
    assert Counter((pair.file, pair.kind) for pair in pairs) == {(name, kind): 10 for name in files for kind in KINDS}
    assert {pair.true for pair in pairs} == {"sentence", "opposite", None}
    assert all(pair.sentence != pair.opposite for pair in pairs)


def test_held_out_files_are_of_held_out_kinds_of_product() -> None:
    for name, described in read_files().items():
        assert described["split"] in SPLITS, name
        assert (described["domain"] in HELD_OUT[described["lang"]]) == (described["split"] == "held out"), name
        assert len(set(described["rows"])) == 120, name


def test_figures_of_pairs() -> None:
    first, second = read_pairs()[:2]
    yes, no = CheckedSentence("a", "supported", ""), CheckedSentence("b", "unmentioned", "")
    row = table_row([CheckedPair(first, yes, yes), CheckedPair(second, yes, no)]).split()
    assert row == ["2", "1", "2", "of", "3", "0.667", "2", "of", "2", "1.000", "0", "of", "0", "1"]
