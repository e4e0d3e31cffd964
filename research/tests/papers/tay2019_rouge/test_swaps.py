from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from research.papers.base import DATA
from research.papers.tay2019_rouge import swaps
from research.papers.tay2019_rouge.swaps import BLOCKS, SENTIWORDNET, Scored, Swapper, tokens_of
from voxpop.errors import InputError
from voxpop.types import Token

SCORED: Scored = {("clean", "a"): {1}, ("large", "a"): {1}, ("great", "a"): {1, 2}, ("good", "a"): {2}}


def versions(text: str, *, direct: bool = False, topic: str = "service_x") -> swaps.Versions:
    return Swapper(SCORED, direct=direct).versions(text, tokens_of([text])[0], topic)


def word(text: str, tag: str = "ADJ") -> Token:
    return Token(0, len(text), text, text, tag)


def test_synonyms_and_antonyms_take_the_place_of_sentiment_words() -> None:
    found = versions("The rooms are clean and large.")
    assert found.antonym == "The rooms are dirty and small."
    assert found.synonym.endswith("and big.")
    assert (found.replaced, found.words) == (2, 6)


def test_direct_relations_reach_fewer_words() -> None:
    found = versions("The rooms are clean and large.", direct=True)
    assert found.antonym == "The rooms are clean and small."
    assert found.replaced == 1


def test_the_first_sense_decides_what_bears_sentiment() -> None:
    assert Swapper(SCORED).bears_sentiment(word("great"))
    assert not Swapper(SCORED).bears_sentiment(word("good"))  # only its second sense has a score
    assert not Swapper(SCORED).bears_sentiment(word("clean", "NOUN"))


def test_a_sense_with_a_score_goes_first() -> None:
    first, second = swaps.pairs()["great", "a"][:2]
    assert Swapper({("great", "a"): {1, 2}}).pair(word("great")) == first
    scored = {("great", "a"): {2}, ("great", "x"): {1}}
    assert Swapper(scored).pair(word("great")) is None  # its first sense has none
    assert second.sense == 2


def test_masked_words_are_not_exchanged() -> None:
    found = versions("Large rooms, clean rooms.", topic="rooms_x")
    assert found.antonym == "Small maskc, dirty maskc."


def test_a_text_without_sentiment_words_stays_the_same() -> None:
    found = versions("Next to the station.")
    assert found.synonym == found.antonym == "Next to the station."
    assert found.replaced == 0


def test_auxiliaries_bear_sentiment_but_are_not_exchanged() -> None:
    is_ = Token(0, 2, "is", "be", "AUX")
    swapper = Swapper({("be", "v"): {1}})
    assert swapper.bears_sentiment(is_)
    assert swapper.pair(is_) is None
    assert swaps.forms(Token(0, 3, "can", "can", "AUX")) == []


def test_the_table_holds_no_word_as_its_own_synonym_or_antonym() -> None:
    for (term, pos), found in swaps.pairs().items():
        assert pos in "arv"
        assert [pair.sense for pair in found] == sorted({pair.sense for pair in found})
        for pair in found:
            assert len({term, pair.synonym, pair.antonym}) == 3
            assert pair.route in ("direct", "cluster")


def test_the_licence_of_wordnet_travels_with_the_table() -> None:
    licence = DATA / "wordnet_pairs.LICENSE.txt"
    assert "Princeton University" in licence.read_text(encoding="utf-8")


def test_sentiwordnet_is_read_by_part_of_speech(opinosis_data: Path) -> None:
    scored = swaps.scored_senses(opinosis_data)
    assert 1 in scored["nice", "a"]
    assert 1 in scored["not", "r"]
    assert ("nice", "n") not in scored  # the town
    assert ("entity", "n") not in scored


def test_a_damaged_sentiwordnet_is_named(tmp_path: Path) -> None:
    (tmp_path / "sentiwordnet").mkdir()
    path = tmp_path / "sentiwordnet" / SENTIWORDNET
    path.write_bytes(lzma.compress(b"0\t0\table#1\n"))
    with pytest.raises(InputError, match="has 1 rows"):
        swaps.scored_senses(tmp_path)
    rows = ["0\t0\table#1"] * (sum(size for _, size in BLOCKS) - 1)
    path.write_bytes(lzma.compress("\n".join([*rows, "a\tb"]).encode(), preset=0))
    with pytest.raises(InputError, match="row 117659"):
        swaps.scored_senses(tmp_path)
