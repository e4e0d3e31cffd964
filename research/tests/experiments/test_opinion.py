"""The Chinese triplets: what is right shares a term and a feeling, what is wrong does not."""

from __future__ import annotations

import lzma
from pathlib import Path
from random import Random

import pytest

from research.experiments.opinion import chinese, space
from research.experiments.opinion.triplets import shares

LINES = (
    "味 道 很 好####[((0, 1), (2, 3), 'POS')]",
    "味 道 不 错 ， 服 务 好####[((0, 1), (2, 3), 'POS'), ((5, 6), (7, 7), 'POS')]",
    "味 道 差####[((0, 1), (2, 2), 'NEG')]",
    "位 置 好 找####[((0, 1), (2, 3), 'POS')]",
    "味 道 好 环 境 差####[((0, 1), (2, 2), 'POS'), ((3, 4), (5, 5), 'NEG')]",
    "很 惊 艳####[((-1, -1), (0, 2), 'POS')]",
)


@pytest.fixture
def said(tmp_path: Path) -> list[chinese.OpinionSentence]:
    path = tmp_path / "test.txt.xz"
    with lzma.open(path, "wt", encoding="utf-8") as stream:
        stream.write("\n".join(LINES) + "\n")
    return list(chinese.read(path))


def test_sentences_of_two_minds_or_without_terms_are_left_out(said: list[chinese.OpinionSentence]) -> None:
    assert [one.text for one in said] == ["味道很好", "味道不错，服务好", "味道差", "位置好找"]
    assert said[1].terms == {"味道", "服务"}


def test_triplets(said: list[chinese.OpinionSentence]) -> None:
    aspect = list(chinese.drawn(said, chinese.other, Random(1)))
    assert aspect == [("味道很好", "味道不错，服务好", "位置好找"), ("味道不错，服务好", "味道很好", "位置好找")]
    polarity = list(chinese.drawn(said, chinese.opposite, Random(1)))
    assert {triplet.wrong for triplet in polarity} == {"味道差"}


def test_shares(said: list[chinese.OpinionSentence]) -> None:
    triplets = list(chinese.drawn(said, chinese.opposite, Random(1)))
    found = {name: (share, same) for name, share, same in shares(triplets, lang="zh")}
    assert found["opinion"] == (1.0, 0.0)
    assert found["rouge1"][0] < 1


def test_space_pairs_writers_of_one_thing(tmp_path: Path) -> None:
    for aspect in space.ASPECTS:
        (tmp_path / aspect).mkdir()
        for writer in range(2):
            text = f"The {aspect} was\tgood, says {writer}."
            (tmp_path / aspect / f"7_{writer}.txt").write_text(text, encoding="utf-8")
    summaries = space.read(tmp_path)
    pairs = list(space.mates(summaries, Random(1)))
    assert len(pairs) == len(summaries) == 12
    assert all(one[:2] == other[:2] and one.text != other.text for one, other in pairs)
    triplet = next(space.by_aspect(summaries, pairs, Random(1)))
    assert triplet[:2] == ("The building was good, says 0.", "The building was good, says 1.")
    assert "building" not in triplet.wrong
