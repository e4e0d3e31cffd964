from __future__ import annotations

import lzma
from dataclasses import replace
from pathlib import Path

import pytest

from research.training.data import Corpus, Example, hold_out, load, read_plain, with_words, write_plain
from voxpop.errors import InputError, OptionError


def test_the_plain_format_gives_back_what_was_written(toy: Corpus, tmp_path: Path) -> None:
    write_plain(toy, tmp_path / "toy.jsonl.xz")
    assert read_plain(tmp_path / "toy.jsonl.xz") == toy


def test_a_known_name_is_read_from_the_plain_format_first(toy: Corpus, tmp_path: Path) -> None:
    write_plain(replace(toy, name="restaurant"), tmp_path / "restaurant.jsonl.xz")
    assert load("restaurant", tmp_path).train == toy.train


def test_words_are_cut_once(toy: Corpus) -> None:
    cut = with_words(toy)
    assert cut.train[0].words[:4] == ("the", "food", "was", "great")
    assert with_words(cut) == cut


@pytest.mark.parametrize("label", [2, -3, 7])
def test_a_label_outside_the_scheme_is_an_error(toy: Corpus, label: int) -> None:
    with pytest.raises(InputError, match=rf"'toy-0': {label} is no label of food\. Accepted: 1 positive"):
        replace(toy, train=(replace(toy.train[0], labels=(label, 0, 0)),))


def test_the_wrong_number_of_labels_is_an_error(toy: Corpus) -> None:
    with pytest.raises(InputError, match="has 2 labels; the scheme 'toy' has 3 aspects"):
        replace(toy, dev=(replace(toy.dev[0], labels=(1, 1)),))


@pytest.mark.parametrize("stars", [0.0, 6.0, float("nan")])
def test_stars_outside_the_scale_are_an_error(toy: Corpus, stars: float) -> None:
    with pytest.raises(InputError, match="stars"):
        replace(toy, test=(replace(toy.test[0], stars=stars),))


def test_the_split_depends_on_ids_and_seed_alone(toy: Corpus) -> None:
    rest, held = hold_out(toy.train, share=0.25)
    assert len(held) == 12
    assert not {e.id for e in rest} & {e.id for e in held}
    _, again = hold_out(toy.train[::-1], share=0.25)
    assert {e.id for e in again} == {e.id for e in held}
    _, other = hold_out(toy.train, share=0.25, seed=2)
    assert {e.id for e in other} != {e.id for e in held}


def test_one_group_stays_together() -> None:
    examples = [Example(str(i), "x", (), source=str(i % 7)) for i in range(70)]
    rest, held = hold_out(examples, share=0.3, key=lambda example: example.source)
    assert len(held) == 20
    assert not {e.source for e in rest} & {e.source for e in held}


def test_a_share_must_be_a_share(toy: Corpus) -> None:
    with pytest.raises(OptionError, match="between 0 and 1"):
        hold_out(toy.train, share=1.0)


@pytest.mark.parametrize("content", [b"", b"{}\n", b'{"scheme": 3}\n', b"not json\n"])
def test_a_damaged_file_is_named(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "restaurant.jsonl.xz"
    path.write_bytes(lzma.compress(content))
    with pytest.raises(InputError, match=r"restaurant\.jsonl\.xz, line 1, is not a data set"):
        load("restaurant", tmp_path)


def test_an_unknown_name_lists_the_known(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="asap-zh, lara-hotels, restaurant"):
        load("restaurants", tmp_path)
