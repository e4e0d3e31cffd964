"""Digests: topics and feelings by sentence, content words once each, in both languages."""

from __future__ import annotations

import numpy as np
import pytest

from voxpop.metrics.opinion_digest import digester


def test_sentences_have_topics_and_feelings() -> None:
    reader = digester("en")
    found = reader.digest("The food was delicious. The waiter was rude!")
    assert len(found) == 2
    assert found.topics.shape == (2, len(reader.topics))
    assert found.good[0] > 0.8 > 0.3 > found.good[1]
    assert [reader.topics[i] for i in found.topics.argmax(axis=1)] == ["food", "staff"]


def test_statements_have_a_meaning_and_a_sign() -> None:
    found = digester("en").digest("The food was delicious but the waiter was rude.")
    assert found.praises[0] > 0.7 > 0.3 > found.praises[1]
    assert np.linalg.norm(found.meanings, axis=1).tolist() == pytest.approx([1, 1])
    assert len(digester("en").digest("The room.").praises) == 0


def test_a_sentence_that_turns_is_cut() -> None:
    found = digester("en").digest("The food was delicious but the waiter was rude.")
    assert found.good[0] > 0.7 > 0.3 > found.good[1]
    assert len(digester("en").digest("The food was delicious and the waiter was lovely.")) == 1
    assert len(digester("en").digest("It was great but bad.")) == 1  # nothing is named


def test_words_are_base_forms_once_a_sentence() -> None:
    reader = digester("en")
    rooms, room = reader.digest("Rooms, rooms, clean rooms."), reader.digest("A clean room.")
    assert set(rooms.words.tolist()) == set(room.words.tolist())
    assert len(rooms.words) == 2
    assert np.linalg.norm(rooms.vectors, axis=1).tolist() == pytest.approx([1, 1])


def test_chinese() -> None:
    reader = digester("zh")
    found = reader.digest("味道很好。服务员态度恶劣！")
    assert found.good[0] > 0.7 > 0.3 > found.good[1]
    assert reader.topics[int(found.topics[0].argmax())] == "food"


def test_marks_alone_are_no_sentences() -> None:
    assert len(digester("en").digest("!!! ... 👍")) == 0
    assert len(digester("en").digest("")) == 0


def test_unknown_words_have_no_vector_but_a_number() -> None:
    found = digester("en").digest("The qzxvbl was fine.")
    assert (np.linalg.norm(found.vectors, axis=1) == 0).sum() == 1
