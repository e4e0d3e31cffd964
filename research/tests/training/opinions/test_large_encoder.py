"""The large teacher: alignment of its tokens with ours, its packed weights, and that it reads in both directions."""

from __future__ import annotations

import numpy as np
import torch
from tokenizers import Regex, Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Split

from research.training.opinions.batches import collate
from research.training.opinions.labels import FINE
from research.training.opinions.large_encoder import (
    EDGE,
    LargeTokenizer,
    large_encoder,
    packed_large,
    unpack,
    unpacked_large,
)
from research.training.opinions.network import OpinionReader

TEXT = "很好吃的面"
OURS = [(0, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 0)]  # a token for each character, between two marks


def cutter() -> LargeTokenizer:
    words = {EDGE: 0, "很好": 1, "吃": 2, "的面": 3}
    made = Tokenizer(WordLevel(words, unk_token=EDGE))
    made.pre_tokenizer = Split(Regex("很好|吃|的面"), "isolated")
    return LargeTokenizer(made)


def test_each_of_our_tokens_knows_where_it_begins_and_ends_in_theirs() -> None:
    ((ids, first, last),) = cutter().encode([TEXT], [OURS])
    assert ids == [0, 1, 2, 3, 0]
    assert first == [0, 1, 1, 2, 3, 3, 4]
    assert last == first
    ((_, first, last),) = cutter().encode([TEXT], [[(0, 0), (0, 3), (3, 5), (0, 0)]])  # ours longer than theirs
    assert (first, last) == ([0, 1, 3, 4], [0, 2, 3, 4])


def test_packed_texts_come_back() -> None:
    rows = cutter().encode([TEXT, TEXT[:3]], [OURS, [*OURS[:4], (0, 0)]])
    back = unpacked_large(packed_large(rows), [7, 5])
    assert [[part.tolist() for part in row] for row in back] == [[list(part) for part in row] for row in rows]


def test_blocks_of_four_and_six_bits_hold_their_weights() -> None:
    four = np.zeros(144, np.uint8)
    four[:4] = np.array([2.0, 1.0], np.float16).view(np.uint8)  # scale and least
    four[4:8], four[8:12] = 3, 5  # of the first four groups
    four[16:48] = 0x21  # 1 in the first group of 32, 2 in the second
    weights = unpack(torch.from_numpy(four)[None], 12)
    assert weights.shape == (1, 256)
    assert weights[0, :32].unique().tolist() == [2 * 3 * 1 - 1 * 5]
    assert weights[0, 32:64].unique().tolist() == [2 * 3 * 2 - 1 * 5]
    six = np.zeros(210, np.uint8)
    six[208:] = np.array([0.5], np.float16).view(np.uint8)
    six[192:208] = 2
    six[0] = 0x0F  # the low bits of the first weight, and of the one 64 behind it
    weights = unpack(torch.from_numpy(six)[None], 14)
    assert weights[0, 0] == 0.5 * 2 * (15 - 32)
    assert weights[0, 64] == 0.5 * 2 * (0 - 32)


def test_a_token_is_read_with_what_follows_it() -> None:
    torch.manual_seed(0)
    shape = {"hidden_size": 48, "intermediate_size": 64, "num_attention_heads": 4, "num_key_value_heads": 2}
    model = OpinionReader(large_encoder(9, 5, layers=2, **shape), 2, len(FINE["zh"])).eval()
    ((ids, first, last),) = cutter().encode([TEXT], [OURS])

    def first_state(tokens: list[int]) -> torch.Tensor:
        sample = {"ids": np.arange(7, dtype=np.int32), "stars": 0, "domain": -1, "large": (tokens, first, last)}
        return model.states(collate([sample], len(FINE["zh"])))[0, 1]

    assert not torch.allclose(first_state(ids), first_state([*ids[:3], 4, 0]))
